"""A tournament's plan and state, against what the ledger says was agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import LedgerEntry, Tournament

from ..tournaments import TOLD, told
from .findings import Finding, unlike

FIRST = ("lot_seed", "club_id")
STATES = ("round_published", "round_reopened", "round_closed", "tournament_archived")
HIDDEN = "standings_hidden_after"
CONSTRAINTS = {
    "avoid_same_club": "avoid_same_club", "table_seats": "seats", "uneven_tables": "uneven_tables",
}  # fmt: skip


def plan(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Parts of the plan that are others than those that were agreed last."""
    agreed: dict[str, Any] = {HIDDEN: None}
    for link in links:
        _take(agreed, link)
    found = told(tournament, (*FIRST, *TOLD, "status", HIDDEN))
    yield from unlike("plan", "tournament", agreed, found)


def _take(agreed: dict[str, Any], link: LedgerEntry) -> None:
    """Let what is agreed be what this link says; what it changed without saying is unknown."""
    facts = link.facts
    if link.kind in ("tournament_created", "tournament_changed"):
        for name in facts.get("changed", ()):
            agreed.pop(name, None)
        names = (*FIRST, *TOLD, "status")
        agreed |= {name: facts[name] for name in names if name in facts}
    elif link.kind == "constraints_changed":
        agreed |= {name: facts[told_as] for name, told_as in CONSTRAINTS.items()}
    elif link.kind in ("standings_hidden", "standings_shown"):
        agreed[HIDDEN] = facts["after_round"]
    elif "status" in facts and link.kind in STATES:
        agreed["status"] = facts["status"]
    elif link.kind in STATES and "times" not in facts:
        agreed.pop("status", None)
