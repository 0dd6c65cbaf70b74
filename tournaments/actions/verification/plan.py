"""Verification of a tournament's plan, status and constraints against the ledger."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import LedgerEntry, Tournament, settings_in

from ..core import ledger
from ..core.origin import at_origin
from ..ledger_kinds import kind_of
from ..rounds.draws.constraints import read_constraints
from ..setup.tournaments import LEDGERED_FIELDS, facts_of
from .chain import Finding, differences, pick

FIRST = ("lot_seed", "club_id", "status", *LEDGERED_FIELDS)
HIDDEN, DECLARED = "standings_hidden_after", ("prizes", "teams")
CONSTRAINTS = {each.column: each.name for each in settings_in("constraints")}


def check_plan(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for settings that differ from those recorded last."""
    agreed: dict[str, Any] = {HIDDEN: None, **dict.fromkeys(DECLARED, ledger.digest({}))}
    for link in links:
        _apply(agreed, link)
    stored = facts_of(tournament, (*FIRST, HIDDEN)) | {
        name: ledger.digest(at_origin(tournament, getattr(tournament, name))) for name in DECLARED
    }
    yield from differences("plan", "tournament", agreed, stored)


def _apply(agreed: dict[str, Any], link: LedgerEntry) -> None:
    """Apply a ledger entry to the recorded settings; a setting that changed to an unrecorded value becomes unknown."""
    facts = link.facts
    if link.kind in ("tournament_created", "tournament_changed"):
        for name in facts.get("changed", ()):
            agreed.pop(name, None)
        agreed |= pick(facts, FIRST)
    elif link.kind == "constraints_changed":
        agreed |= {column: facts[name] for column, name in CONSTRAINTS.items() if name in facts}
    elif link.kind in ("prizes_declared", "teams_declared"):
        agreed |= pick(facts, DECLARED)
    elif kind_of(link.kind).hides_standings:
        agreed[HIDDEN] = facts["after_round"]
    elif "status" in facts and kind_of(link.kind).sets_status:
        agreed["status"] = facts["status"]
    elif kind_of(link.kind).sets_status and "times" not in facts:
        agreed.pop("status", None)


def check_constraints(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for constraints that differ from those recorded last."""
    apart: list[list[int]] = []
    fixed: list[list[int]] = []
    for link in links:
        if link.kind == "constraints_changed":
            apart, fixed = link.facts["apart"], link.facts["fixed"]
        elif gone := {*link.facts.get("removed", ()), *([link.facts["entry"]] if link.kind == "entry_removed" else ())}:
            apart = [pair for pair in apart if gone.isdisjoint(pair)]
            fixed = [place for place in fixed if place[0] not in gone]
    current = read_constraints(tournament)
    stored_apart, stored_fixed = ([list(row) for row in rows] for rows in (current.apart, current.fixed))
    yield from differences("kept_apart", "constraints", {"apart": apart}, {"apart": stored_apart})
    yield from differences("fixed_tables", "constraints", {"fixed": fixed}, {"fixed": stored_fixed})
