"""Who is kept apart and who never moves, against what the ledger says was agreed."""

from collections.abc import Iterator, Sequence

from tournaments.models import LedgerEntry, Tournament

from ..draws.constraints import read_constraints
from .findings import Finding, differences

Pairs = list[list[int]]


def check_constraints(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
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
    current = read_constraints(tournament)
    stored = {"apart": [list(p) for p in current.apart], "fixed": [list(p) for p in current.fixed]}
    yield from differences("constraints", "constraints", {"apart": apart, "fixed": fixed}, stored)
