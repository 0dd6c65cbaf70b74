"""Who partners whom: at a table of four, first and third, second and fourth."""

from collections.abc import Iterable, Sequence

from tournaments.pairing.core import DrawRequest, Item, Report, Rng, Round, Rounds
from tournaments.pairing.instance import Instance

SWEEPS = 40
PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 2, 3))  # of two pairs that four can make

Counts = list[dict[int, int]]


def partners_at(table: Sequence[Item]) -> tuple[tuple[Item, Item], tuple[Item, Item]]:
    """The two partnerships of a table of four."""
    north, east, south, west = table
    return (north, south), (east, west)


def partner_counts(instance: Instance, request: DrawRequest) -> Counts:
    """How often each player has partnered each other in the rounds played."""
    counts: Counts = [{} for _ in instance.ids]
    for tables in request.history:
        for table in tables:
            if len(table) == len(PAIRINGS[0]):
                for one, other in partners_at(table):
                    if one in instance.index and other in instance.index:
                        count_pair(counts, instance.index[one], instance.index[other], 1)
    return counts


def count_pair(counts: Counts, one: int, other: int, change: int) -> None:
    """Count two players together so many times more."""
    counts[one][other] = counts[one].get(other, 0) + change
    counts[other][one] = counts[other].get(one, 0) + change


def partner_repeats(rounds: Rounds, past: Counts) -> int:
    """Over all partnerships, the sum of the times they had been partners before."""
    counts, total = [dict(row) for row in past], 0
    for one, other in _partnerships(rounds):
        total += counts[one].get(other, 0)
        count_pair(counts, one, other, 1)
    return total


def _partnerships(rounds: Rounds) -> Iterable[tuple[int, int]]:
    return (pair for tables in rounds for table in tables for pair in partners_at(table))


def choose_partners(rounds: Rounds, past: Counts, rng: Rng) -> Rounds:
    """The same tables with such partners that few have partnered before.

    Table after table takes the best of its three pairings, until no other is better.
    """
    counts = [dict(row) for row in past]
    paired = [[rng.shuffled(table) for table in tables] for tables in rounds]
    for one, other in _partnerships(paired):
        count_pair(counts, one, other, 1)
    tables = [table for tables in paired for table in tables]
    for _sweep in range(SWEEPS):
        if not any(counts[one][other] > 1 for one, other in _partnerships(paired)):
            break
        for table in rng.shuffled(tables):
            _choose_at_table(table, counts, rng)
    return paired


def _choose_at_table(table: list[int], counts: Counts, rng: Rng) -> None:
    for one, other in partners_at(table):
        count_pair(counts, one, other, -1)

    def cost(order: tuple[int, ...]) -> int:
        pairs = partners_at([table[place] for place in order])
        return sum([counts[one].get(other, 0) for one, other in pairs])

    best = min(rng.shuffled(PAIRINGS), key=cost)
    table[:] = [table[place] for place in best]
    for one, other in partners_at(table):
        count_pair(counts, one, other, 1)


def partner_report(request: DrawRequest, instance: Instance, rounds: Sequence[Round]) -> Report:
    """For the report: who partners somebody again, and how often they had been partners."""
    counts = partner_counts(instance, request)
    repeated = []
    for made in rounds:
        for table in made.tables:
            for one, other in partners_at([instance.index[id_] for id_ in table]):
                if times := counts[one].get(other, 0):
                    repeated.append([instance.ids[one], instance.ids[other], times])
                count_pair(counts, one, other, 1)
    return {"partners_again": repeated}
