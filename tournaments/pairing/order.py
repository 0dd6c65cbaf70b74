"""The order of rounds in which the fewest meet again in the very next one."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from tournaments.pairing.shape import Rounds, Seats

MOST_STARTS = 40  # of so many rounds each is tried as the first


def in_order(rounds: Rounds, last: Sequence[set[int]]) -> Rounds:
    """The rounds in the best order found; `last` says whom each player met in the round before.

    From each start the round follows that has least in common with the one before it.
    """
    before = {(one, other) for one, met in enumerate(last) for other in met if one < other}
    met = [_pairs(tables) for tables in rounds]
    if len(set().union(before, *met)) == len(before) + sum(len(pairs) for pairs in met):
        return rounds
    common = [[len(one & other) for other in met] for one in met]
    first = [len(before & pairs) for pairs in met]
    starts = range(len(rounds)) if len(rounds) <= MOST_STARTS else [first.index(min(first))]
    orders = [_nearest(start, common) for start in starts]
    best = min(orders, key=lambda order: first[order[0]] + _again(order, common))
    return [rounds[number] for number in best]


def _pairs(tables: Seats) -> set[tuple[int, int]]:
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


def _nearest(start: int, common: Sequence[Sequence[int]]) -> list[int]:
    order, left = [start], [number for number in range(len(common)) if number != start]
    while left:
        order.append(min(left, key=lambda number: common[order[-1]][number]))
        left.remove(order[-1])
    return order


def _again(order: Sequence[int], common: Sequence[Sequence[int]]) -> int:
    return sum(common[one][other] for one, other in pairwise(order))
