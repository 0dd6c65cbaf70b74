"""Who partners whom: at a table of four, first and third, second and fourth."""

from collections.abc import Iterable, Sequence

from tournaments.pairing.core import DrawRequest, Report, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.shape import Rounds

SWEEPS = 40
WAYS = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 2, 3))  # the ways to make two pairs of four

Counts = list[dict[int, int]]


def partners_at(table: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two partnerships of a table of four."""
    north, east, south, west = table
    return (north, south), (east, west)


def partnered(hall: Hall, request: DrawRequest) -> Counts:
    """How often each player has partnered each other in the rounds played."""
    counts: Counts = [{} for _ in hall.ids]
    for tables in request.history:
        for table in tables:
            if len(table) == len(WAYS[0]):
                for one, other in ((table[0], table[2]), (table[1], table[3])):
                    if one in hall.index and other in hall.index:
                        count(counts, hall.index[one], hall.index[other], 1)
    return counts


def count(counts: Counts, one: int, other: int, change: int) -> None:
    """Count two players together so many times more."""
    counts[one][other] = counts[one].get(other, 0) + change
    counts[other][one] = counts[other].get(one, 0) + change


def again(rounds: Rounds, past: Counts) -> int:
    """Over all partnerships, the sum of the times they had been partners before."""
    counts, total = [dict(row) for row in past], 0
    for one, other in _all_partners(rounds):
        total += counts[one].get(other, 0)
        count(counts, one, other, 1)
    return total


def _all_partners(rounds: Rounds) -> Iterable[tuple[int, int]]:
    return (pair for tables in rounds for table in tables for pair in partners_at(table))


def paired_up(rounds: Rounds, past: Counts, dice: Dice) -> Rounds:
    """The same tables with such partners that few have partnered before.

    Table after table takes the best of its three ways, until no other is better.
    """
    counts = [dict(row) for row in past]
    paired = [[dice.shuffled(table) for table in tables] for tables in rounds]
    for one, other in _all_partners(paired):
        count(counts, one, other, 1)
    tables = [table for tables in paired for table in tables]
    for _sweep in range(SWEEPS):
        if not any(counts[one][other] > 1 for one, other in _all_partners(paired)):
            break
        for table in dice.shuffled(tables):
            _pair_up(table, counts, dice)
    return paired


def _pair_up(table: list[int], counts: Counts, dice: Dice) -> None:
    for one, other in partners_at(table):
        count(counts, one, other, -1)

    def price(way: tuple[int, ...]) -> int:
        pairs = partners_at([table[place] for place in way])
        return sum([counts[one].get(other, 0) for one, other in pairs])

    best = min(dice.shuffled(WAYS), key=price)
    table[:] = [table[place] for place in best]
    for one, other in partners_at(table):
        count(counts, one, other, 1)


def told_of_partners(request: DrawRequest, hall: Hall, rounds: Sequence[Round]) -> Report:
    """For the report: who partners somebody again, and how often they had been partners."""
    counts = partnered(hall, request)
    found = []
    for made in rounds:
        for table in made.tables:
            for one, other in partners_at([hall.index[id_] for id_ in table]):
                if times := counts[one].get(other, 0):
                    found.append([hall.ids[one], hall.ids[other], times])
                count(counts, one, other, 1)
    return {"partners_again": found}
