"""Who sits North, East, South and West, so that everybody sees every seat as often."""

from functools import lru_cache
from itertools import permutations

from tournaments.pairing.dice import Dice
from tournaments.pairing.euler import seated_evenly
from tournaments.pairing.shape import Rounds, Seats

SWEEPS = 20


@lru_cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(size)))


def even_seats(tables: Seats, counts: list[list[int]], dice: Dice) -> Seats:
    """Each table in its best order: the sum of 8 ** (times a player had the seat) is least.

    `counts` says how often each player has had each seat; equal orders are drawn by lot.
    """
    return [_best_order(dice.shuffled(table), counts) for table in tables]


def even_schedule(rounds: Rounds, counts: list[list[int]], dice: Dice) -> Rounds:
    """All the rounds with everybody on every seat as often, or once more, where that can be.

    It can where all tables have two or four seats and no seat was taken before; else each table
    in turn gets its best order, until no other is better.
    """
    sizes = {len(table) for tables in rounds for table in tables}
    if sizes in ({2}, {4}) and not any(any(taken) for taken in counts):
        return seated_evenly(rounds)
    counts = [taken[:] for taken in counts]
    seated = []
    for tables in rounds:
        seated.append(even_seats(tables, counts, dice))
        for table in seated[-1]:
            _count(table, counts, 1)
    for _ in range(SWEEPS):
        before = [[table[:] for table in tables] for tables in seated]
        for tables in seated:
            for table in tables:
                _count(table, counts, -1)
                table[:] = _best_order(table, counts)
                _count(table, counts, 1)
        if seated == before:
            break
    return seated


def _count(table: list[int], counts: list[list[int]], number: int) -> None:
    for seat, player in enumerate(table):
        counts[player][seat] += number


def _best_order(table: list[int], counts: list[list[int]]) -> list[int]:
    price = [[8**times for times in counts[player]] for player in table]
    seats = range(len(table))

    def total(order: tuple[int, ...]) -> int:
        return sum([price[order[seat]][seat] for seat in seats])

    return [table[place] for place in min(_orders(len(table)), key=total)]
