"""The best tables there are for some players, found by looking at all that could be best.

Branch and bound on the relaxation: a table whose reduced cost is more than what lies between the
bound and the best round known is in no better one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from tournaments.pairing.shape import Seats
from tournaments.pairing.swiss.candidates import Candidates
from tournaments.pairing.swiss.cover import Cover
from tournaments.pairing.swiss.position import Position
from tournaments.pairing.swiss.relaxation import Column, Duals, Group, duals


@dataclass(frozen=True, slots=True)
class Found:
    """Better tables, if there are any, and whether it is proved that none are better still."""

    tables: Seats | None
    proved: bool


def most_equal(position: Position, tables: Seats, *, work: int) -> Found:
    """Tables of the same players with less spread, for no higher a price."""
    price, spread = position.value(tables)
    candidates = Candidates(position, tables)
    groups = candidates.columns(price, spread)
    return _best(candidates, groups, limit=price, ceiling=spread, work=work)


def least_price(position: Position, tables: Seats, *, work: int) -> Found:
    """Tables of the same players for a lower price, whatever their spread."""
    price, _ = position.value(tables)
    candidates = Candidates(position, tables)
    groups = [
        [(paid, 0, rows) for _, paid, rows in group] for group in candidates.columns(price, inf)
    ]
    return _best(candidates, groups, limit=0, ceiling=price, work=work)


def _best(
    candidates: Candidates,
    groups: Sequence[Sequence[Column]],
    *,
    limit: int,
    ceiling: int,
    work: int,
) -> Found:
    laid_out = [Group(group) for group in groups if group]
    needs = [1] * len(groups) + (candidates.left if len(candidates.sizes) > 1 else [])
    prices = duals(laid_out, needs, limit, max(1, ceiling)).rounded()
    cover = Cover(len(groups), ceiling, work)
    cover.find(laid_out, prices, candidates.left, _floor(prices, needs, limit), limit)
    if cover.best is None:
        return Found(None, proved=cover.work > 0)
    players = candidates.players
    tables = [[players[row] for row in rows] for rows in cover.best]
    return Found(tables, proved=cover.work > 0)


def _floor(prices: Duals, needs: Sequence[int], limit: int) -> int:
    """What any round costs at least if no table costs less than it is worth."""
    return round(
        sum(int(value) * need for value, need in zip(prices.worth, needs, strict=True))
        - prices.toll * limit
    )
