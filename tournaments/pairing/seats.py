"""Who sits North, East, South and West, so that everybody sees every seat as often."""

from functools import lru_cache
from itertools import permutations

from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Seats


@lru_cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(size)))


def even_seats(tables: Seats, counts: list[list[int]], dice: Dice) -> Seats:
    """Each table in its best order: the sum of 8 ** (times a player had the seat) is least.

    `counts` says how often each player has had each seat; equal orders are drawn by lot.
    """
    return [_best_order(dice.shuffled(table), counts) for table in tables]


def _best_order(table: list[int], counts: list[list[int]]) -> list[int]:
    price = [[8**times for times in counts[player]] for player in table]
    seats = range(len(table))

    def total(order: tuple[int, ...]) -> int:
        return sum([price[order[seat]][seat] for seat in seats])

    return [table[place] for place in min(_orders(len(table)), key=total)]
