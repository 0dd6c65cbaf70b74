"""Who sits North, East, South and West, so that everybody sees every seat as often."""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import permutations

from tournaments.pairing.constructions.euler import split_evenly
from tournaments.pairing.requirements.shape import Rounds, Seats
from tournaments.pairing.rng import Rng

SWEEPS, MIN_SWEEPS = 20_000, 10  # over all the tables, but so many at least


Orders = tuple[tuple[int, ...], ...]


@lru_cache
def _orders(size: int) -> Orders:
    return tuple(permutations(range(size)))


@lru_cache
def _facing_orders(size: int) -> Orders:
    """The orders in which whoever faced each other still does."""
    return tuple(
        order
        for order in _orders(size)
        if all((order[seat] - order[seat + size // 2]) % size == size // 2 for seat in range(size // 2))
    )


def balance_seats(tables: Seats, counts: list[list[int]], rng: Rng) -> Seats:
    """Each table in its best order: the sum of 8 ** (times a player had the seat) is least.

    `counts` says how often each player has had each seat; equal orders are drawn by lot.
    """
    return [_best_order(rng.shuffled(table), counts, _orders(len(table))) for table in tables]


def balance_schedule(rounds: Rounds, counts: list[list[int]], rng: Rng, *, partners: bool = False) -> Rounds:
    """All the rounds with everybody on every seat as often, or once more, where that can be.

    It can where all tables have two or four seats and no seat was taken before; else each table
    in turn gets one of its best orders, by lot, until all is even or for a while. `partners` go
    on facing each other.
    """
    sizes = {len(table) for tables in rounds for table in tables}
    if not partners and sizes in ({2}, {4}) and not any(any(taken) for taken in counts):
        return split_evenly(rounds)
    if partners:
        return _balance(rounds, [taken[:] for taken in counts], _facing_orders, rng)
    mixed = [[rng.shuffled(table) for table in tables] for tables in rounds]
    return _balance(mixed, [taken[:] for taken in counts], _orders, rng)


def _balance(rounds: Rounds, counts: list[list[int]], orders: Callable[[int], Orders], rng: Rng) -> Rounds:
    """Every table in one of its orders, such as even out the counts."""
    tables = [table for tables in rounds for table in tables]
    sizes = {len(table) for table in tables}
    seated: Seats = []
    for table in tables:
        seated.append(_best_order(table, counts, orders(len(table))))
        _count(seated[-1], counts, 1)
    for _sweep in range(max(MIN_SWEEPS, SWEEPS // len(tables))):
        if _is_balanced(counts, sizes):
            break
        for table in seated:
            _count(table, counts, -1)
            table[:] = _best_order(table, counts, rng.shuffled(orders(len(table))))
            _count(table, counts, 1)
    in_order = iter(seated)
    return [[next(in_order) for _table in tables] for tables in rounds]


def _is_balanced(counts: list[list[int]], sizes: Collection[int]) -> bool:
    """Whether nobody has had one seat more than once oftener than another."""
    most, least = max(sizes), min(sizes)
    return all(max(taken[:most]) - min(taken[:least]) <= 1 for taken in counts)


def _count(table: list[int], counts: list[list[int]], number: int) -> None:
    for seat, player in enumerate(table):
        counts[player][seat] += number


def _best_order(table: list[int], counts: list[list[int]], orders: Sequence[tuple[int, ...]]) -> list[int]:
    weights = [[8**times for times in counts[player]] for player in table]
    seats = range(len(table))

    def total(order: tuple[int, ...]) -> int:
        return sum([weights[order[seat]][seat] for seat in seats])

    return [table[place] for place in min(orders, key=total)]
