"""The best tables found for a Swiss round, and whether they are proved optimal.

A proof is tried only with few players; with many, the search must be fast.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.turns import seat_players
from tournaments.pairing.search.swiss.effort import Budget, effort_for
from tournaments.pairing.search.swiss.local_search import LocalSearch, reduce_repeats
from tournaments.pairing.search.swiss.neighbourhoods import keep_fixed_tables
from tournaments.pairing.search.swiss.position import Position, position_of
from tournaments.pairing.search.swiss.set_partition import least_cost, least_spread
from tournaments.pairing.values import Rng, Seats

WORK = 1_500_000  # players examined before a proof is given up
PROOF = 100_000_000  # the budget of a proof; the longest proofs need a tenth of it


@dataclass(frozen=True, slots=True)
class Best:
    """The best tables found, and whether they are proved optimal."""

    tables: Seats
    proved: bool


def best_swiss_round(instance: Instance, rng: Rng) -> Best:
    """Return tables with the fewest repeats and, among these, with the least spread.

    Players whose turn it is sit out or sit at an unusual table; the lowest in the standings come first. Other players
    get an unusual table if that gives fewer repeats, but they sit out only to keep barred pairs apart.
    """
    seated = seat_players(instance, range(len(instance.ids)), instance.past.sit_outs, instance.past.short_tables)
    first = _shuffle_equals(instance, seated, rng)
    best = _search(instance, first, rng, settled=True)
    cost = _cost_of_best(instance, best)
    if not cost or len(instance.sizes) == 1:
        return best
    other = _search(instance, first, rng, settled=False)
    return min(best, other, key=lambda candidates: _cost_of_best(instance, candidates))


def _cost_of_best(instance: Instance, candidates: Best) -> int:
    return position_of(instance, candidates.tables, settled=True).value(candidates.tables)[0]


def _shuffle_equals(instance: Instance, tables: Seats, rng: Rng) -> Seats:
    """Return the round after random exchanges of players with equal scores at tables of the same size."""
    alike: dict[tuple[object, int], list[int]] = {}
    for table in tables:
        for player in table:
            if player not in instance.fixed:
                alike.setdefault((instance.scores[player], len(table)), []).append(player)
    drawn: dict[tuple[object, int], Iterator[int]] = {
        kind: iter(rng.shuffled(players)) for kind, players in alike.items()
    }
    return [
        [p if p in instance.fixed else next(drawn[instance.scores[p], len(table)]) for p in table] for table in tables
    ]


def _search(instance: Instance, first: Seats, rng: Rng, *, settled: bool) -> Best:
    position = position_of(instance, first, settled=settled)
    if position.is_perfect(first):
        return Best(first, proved=True)
    fewest_repeats = reduce_repeats(instance, position, first, rng)
    if instance.has_barred(fewest_repeats):
        return Best(fewest_repeats, proved=False)
    if _seat_kinds(first) != _seat_kinds(fewest_repeats):
        first, position = fewest_repeats, position_of(instance, fewest_repeats, settled=settled)
    effort = effort_for(len(instance.ids), max(map(len, first)))
    search = LocalSearch(instance, position, first, fewest_repeats, effort, rng)
    tables = search.polish(search.best_start())
    if position.is_perfect(tables):
        return Best(tables, proved=True)
    return _prove(position, tables) if effort.proves else Best(tables, proved=False)


def _seat_kinds(tables: Seats) -> dict[int, int]:
    """Return the size of each seated player's table."""
    return {player: len(table) for table in tables for player in table}


def _prove(position: Position, tables: Seats) -> Best:
    """Return the best tables for few players, found by a search of all possible tables."""
    best, proved, budget = tables, True, Budget(PROOF)
    if position.value(tables)[0]:
        cheaper = least_cost(position, tables, budget, work=WORK)
        best, proved = cheaper.tables or tables, cheaper.proved
    better = least_spread(position, best, budget, work=WORK)
    return Best(keep_fixed_tables(position, tables, better.tables or best), proved and better.proved)
