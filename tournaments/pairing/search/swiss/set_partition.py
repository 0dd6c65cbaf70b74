"""The best tables there are for some players, found by looking at all that could be best.

Branch and bound on the relaxation: a table whose reduced cost is more than what lies between the
bound and the best round known is in no better one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.search.swiss.candidates import Candidates
from tournaments.pairing.search.swiss.exact_cover import ExactCover
from tournaments.pairing.search.swiss.linear_relaxation import Column, Duals, Group, duals
from tournaments.pairing.search.swiss.position import Position


@dataclass(frozen=True, slots=True)
class Partition:
    """Better tables, if there are any, and whether it is proved that none are better still."""

    tables: Seats | None
    proved: bool


def least_spread(position: Position, tables: Seats, *, work: int) -> Partition:
    """Tables of the same players with less spread, for no higher a price."""
    cost, spread = position.value(tables)
    candidates = Candidates(position, tables)
    groups = candidates.columns(cost, spread)
    return _best_partition(candidates, groups, limit=cost, ceiling=spread, work=work)


def least_cost(position: Position, tables: Seats, *, work: int) -> Partition:
    """Tables of the same players for a lower price, whatever their spread."""
    cost, _ = position.value(tables)
    candidates = Candidates(position, tables)
    groups = [[(paid, 0, rows) for _, paid, rows in group] for group in candidates.columns(cost, inf)]
    return _best_partition(candidates, groups, limit=0, ceiling=cost, work=work)


def _best_partition(
    candidates: Candidates, groups: Sequence[Sequence[Column]], *, limit: int, ceiling: int, work: int
) -> Partition:
    column_groups = [Group(group) for group in groups if group]
    needs = [1] * len(groups) + (candidates.left if len(candidates.sizes) > 1 else [])
    dual_values = duals(column_groups, needs, limit, max(1, ceiling)).rounded()
    cover = ExactCover(len(groups), ceiling, work)
    cover.find(column_groups, dual_values, candidates.left, _lower_bound(dual_values, needs, limit), limit)
    if cover.best is None:
        return Partition(None, proved=cover.work > 0)
    players = candidates.players
    tables = [[players[row] for row in rows] for rows in cover.best]
    return Partition(tables, proved=cover.work > 0)


def _lower_bound(dual_values: Duals, needs: Sequence[int], limit: int) -> int:
    """What any round costs at least if no table costs less than it is worth."""
    return round(
        sum(int(value) * need for value, need in zip(dual_values.worth, needs, strict=True)) - dual_values.toll * limit
    )
