"""A tournament's plan and state, against what the ledger says was agreed."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import LedgerEntry, Tournament, settings_in

from ..tournaments import LEDGERED_FIELDS, facts_of
from .findings import Finding, differences

FIRST = ("lot_seed", "club_id", "status", *LEDGERED_FIELDS)
STATES = ("round_published", "round_reopened", "round_closed", "tournament_archived")
HIDDEN = "standings_hidden_after"
CONSTRAINTS = {each.column: each.name for each in settings_in("constraints")}


def check_plan(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Parts of the plan that are others than those that were agreed last."""
    agreed: dict[str, Any] = {HIDDEN: None}
    for link in links:
        _apply(agreed, link)
    stored = facts_of(tournament, (*FIRST, HIDDEN))
    yield from differences("plan", "tournament", agreed, stored)


def _apply(agreed: dict[str, Any], link: LedgerEntry) -> None:
    """Let what is agreed be what this link says; what it changed without saying is unknown."""
    facts = link.facts
    if link.kind in ("tournament_created", "tournament_changed"):
        for name in facts.get("changed", ()):
            agreed.pop(name, None)
        agreed |= {name: facts[name] for name in FIRST if name in facts}
    elif link.kind == "constraints_changed":
        agreed |= {column: facts[name] for column, name in CONSTRAINTS.items()}
    elif link.kind in ("standings_hidden", "standings_shown"):
        agreed[HIDDEN] = facts["after_round"]
    elif "status" in facts and link.kind in STATES:
        agreed["status"] = facts["status"]
    elif link.kind in STATES and "times" not in facts:
        agreed.pop("status", None)
