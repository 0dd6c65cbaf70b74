"""The costs of pairs that sit at one table, and a lower bound of the repeated meetings."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.instance import Instance
from tournaments.pairing.values import Rounds, Seats

BARRED_COST = 1_000_000  # of a pair that may never sit together
LAST_ROUND_COST = 1_000  # of a pair that met in the last round
SAME_SEAT_COST = 1_000  # of a pair if it would give one player three rounds more on one seat than on the other
MAX_DENSE = 1_500  # up to this many players, the costs are stored as a full matrix


class CostRow(dict[int, int]):
    """The cost of a player with each other player: the stored cost, else `BARRED_COST` within a club, else 0."""

    __slots__ = ("clubmates",)

    def __init__(self, costs: dict[int, int], clubmates: frozenset[int]) -> None:
        super().__init__(costs)
        self.clubmates = clubmates

    def __missing__(self, player: int) -> int:
        return BARRED_COST if player in self.clubmates else 0


Costs = list[list[int]] | list[CostRow]


def costs_of(instance: Instance, *, penalise_last_round: bool) -> Costs:
    """Return the cost of each pair: how often the two have met, plus `BARRED_COST` if it may never sit together.

    With `penalise_last_round`, pairs that met in the last round cost more. At tables of two, with at most `MAX_DENSE`
    players, pairs cost more if both players need the same seat next.
    """
    clubs: dict[int, set[int]] = {}
    for player, club in enumerate(instance.clubs):
        clubs.setdefault(club, set()).add(player)
    clubmates = {club: frozenset(players if club >= 0 else ()) for club, players in clubs.items()}
    rows = []
    for player, met in enumerate(instance.past.meetings):
        row = CostRow({}, clubmates[instance.clubs[player]])
        for other, times in met.items():
            row[other] += times
        for other in instance.past.last[player]:
            row[other] += LAST_ROUND_COST * penalise_last_round
        for other in instance.forbidden[player]:
            row[other] += BARRED_COST
        rows.append(row)
    if len(rows) > MAX_DENSE:
        return rows
    costs = _matrix(rows, [clubmates[club] for club in instance.clubs])
    if penalise_last_round and instance.sizes == (2,):
        for players in _short_of_a_seat(instance):
            add_to_pairs(costs, [players], SAME_SEAT_COST)
    return costs


def _matrix(rows: list[CostRow], clubmates: list[frozenset[int]]) -> list[list[int]]:
    """Return the costs of all pairs, given the rows of the players and the members of each player's club."""
    within_clubs = {club: [BARRED_COST * (player in club) for player in range(len(rows))] for club in {*clubmates}}
    costs = [[*within_clubs[club]] for club in clubmates]
    for line, row in zip(costs, rows, strict=True):
        for other, cost in row.items():
            line[other] = cost
    return costs


def _short_of_a_seat(instance: Instance) -> tuple[list[int], list[int]]:
    """Return the players who had the second seat in at least two rounds more than the first, and the reverse."""
    more = [taken[0] - taken[1] for taken in instance.past.seats]
    return [p for p, had in enumerate(more) if had <= -2], [p for p, had in enumerate(more) if had >= 2]


def add_to_pairs(costs: Costs, tables: Seats, times: int) -> None:
    """Add `times` to the cost of every pair at these tables."""
    for table in tables:
        for one, other in combinations(table, 2):
            costs[one][other] += times
            costs[other][one] += times


def cost_of(costs: Costs, tables: Seats) -> int:
    """Return the total cost of all pairs at these tables."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def repeats_bound(met_before: Sequence[dict[int, int]], slots: Sequence[int]) -> int:
    """Return a lower bound of repeated meetings, if each player p sits with `slots[p]` others in the whole draw.

    At best every player sits with those whom it has met least often. Each repeat is counted for both players, so the
    sum is halved.
    """
    total = 0
    for met, seats in zip(met_before, slots, strict=True):
        times, left = 0, seats
        while left > 0:
            fresh = len(slots) - 1 - sum(count > times for count in met.values())
            total += times * min(left, fresh)
            left -= fresh
            times += 1
    return (total + 1) // 2


def pairs_of(tables: Seats) -> set[tuple[int, int]]:
    """Return all pairs that meet in a round; in each pair the lower number is first."""
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


def repeats_of(rounds: Rounds) -> int:
    """Return the number of repeated meetings in these rounds.

    A pair's second meeting counts 1, its third 2, and so on.
    """
    met = Counter(pair for tables in rounds for pair in pairs_of(tables))
    return sum(times * (times - 1) // 2 for times in met.values())
