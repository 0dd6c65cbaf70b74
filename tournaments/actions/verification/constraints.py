"""Who is kept apart and who never moves, against what the ledger says was agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.models import LedgerEntry, Tournament

from ..draws.constraints import read_constraints
from .findings import Finding, unlike

Pairs = list[list[int]]


def constraints(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Constraints that differ from those agreed last."""
    apart: Pairs = []
    fixed: Pairs = []
    for link in links:
        if link.kind == "constraints_changed":
            apart, fixed = link.facts["apart"], link.facts["fixed"]
        elif link.kind == "entry_removed":
            entry = link.facts["entry"]
            apart = [pair for pair in apart if entry not in pair]
            fixed = [place for place in fixed if place[0] != entry]
    kept = read_constraints(tournament)
    found = {"apart": [list(p) for p in kept.apart], "fixed": [list(p) for p in kept.fixed]}
    yield from unlike("constraints", "constraints", {"apart": apart, "fixed": fixed}, found)
