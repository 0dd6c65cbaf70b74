"""The best tables of equals that are found for one round, and whether they are proved to be.

Small fields are proved best, large ones have to be quick.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb

from tournaments.pairing.costs import BARRED_COST
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.turns import FixedTurns, Turns, seat_players
from tournaments.pairing.search.swiss.annealing import anneal
from tournaments.pairing.search.swiss.neighbourhoods import improve_near_tables, keep_fixed_tables, recombine, sweep
from tournaments.pairing.search.swiss.pool import Pool
from tournaments.pairing.search.swiss.position import Position, position_of
from tournaments.pairing.search.swiss.set_partition import least_cost, least_spread
from tournaments.pairing.search.tabu_search import improve
from tournaments.pairing.values import Rng, Seats

WORK = 1_500_000  # players looked at for a proof before it is given up
STEPS = 2_000  # trades tried to keep those apart who met before
STARTED = 0.7  # of the work is done when the last start is
WEIGHTS = (8, 30)  # of a repeat, in variances of the scores
USUAL = 4  # seats at the tables that the efforts below are measured with


@dataclass(frozen=True, slots=True)
class Effort:
    """For fields of up to so many players: how often to start, and how long to go on.

    Every start tries so many trades, and then seats `width` tables at a time anew until that no longer helps, `parts`
    times at most; the best goes on with `last_width` and `last_parts`, and then for so many `rounds` at most with
    tables by lot. If it `recombines`, each round ends with the best that can be made of all tables that were near to
    their price in some part.
    """

    players: int
    starts: int
    trades: int  # for each player
    width: int
    parts: int
    last_width: int
    last_parts: int
    near_parts: int  # parts of tables by lot in a round
    rounds: int = 1
    recombines: bool = False  # in every round
    proves: bool = False  # whether the whole field is searched in the end


def _as_many(width: int, seats: int) -> int:
    """The most tables of so many seats with no more choices to fill one than at `width` usual ones."""
    most = comb(USUAL * width, USUAL)
    fitting = [tables for tables in range(2, width + 1) if comb(seats * tables, seats) <= most]
    return max(fitting, default=2)


ENOUGH = 2  # rounds in vain, one after the other
PROVED = 24  # the choice in a field of so many at usual tables is searched in no time
EFFORTS = (
    Effort(24, 1, 2_000, 3, 20, 6, 0, 0, proves=True),
    Effort(44, 2, 3_000, 5, 20, 6, 4, 0, proves=True),
    Effort(130, 2, 500, 5, 60, 8, 20, 24, rounds=3, recombines=True),
    Effort(250, 2, 1_500, 5, 120, 8, 20, 12),
    Effort(600, 2, 1_000, 5, 120, 8, 12, 4),
    Effort(1_500, 1, 1_500, 5, 400, 6, 100, 0),
    Effort(10_000, 1, 500, 5, 1_500, 6, 0, 0),
)


def effort_for(players: int, seats: int) -> Effort:
    """The effort for a field of so many at tables of so many seats: of larger ones, fewer are seated at a time."""
    effort = next((effort for effort in EFFORTS if players <= effort.players), EFFORTS[-1])
    if seats <= USUAL:
        return effort
    proves = effort.proves and comb(players, seats) <= comb(PROVED, USUAL)
    width, last_width = _as_many(effort.width, seats), _as_many(effort.last_width, seats)
    return replace(effort, proves=proves, width=width, last_width=last_width)


@dataclass(frozen=True, slots=True)
class Best:
    """The best tables found, and whether it is proved that there are no better ones."""

    tables: Seats
    proved: bool


def best_swiss_round(instance: Instance, rng: Rng) -> Best:
    """Tables at which fewest meet again, then of least spread.

    Whose turn it is sits out or at an unusual table, lowest in standing first. Others take over an unusual table if
    fewer meet again then, but sit out only to keep those apart who must be.
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
    """The same round with those of equal score in each other's places, by lot."""
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
    fewest_repeats = _reduce_repeats(instance, position, first, rng)
    if instance.has_barred(fewest_repeats):
        return Best(fewest_repeats, proved=False)
    if _seat_kinds(first) != _seat_kinds(fewest_repeats):
        first, position = fewest_repeats, position_of(instance, fewest_repeats, settled=settled)
    effort = effort_for(len(instance.ids), max(map(len, first)))
    candidates, pool = [fewest_repeats], Pool() if effort.recombines else None
    for start in range(effort.starts):
        share, weight = STARTED / effort.starts, WEIGHTS[start % len(WEIGHTS)]
        now = instance.part_progress(start * share, (start + 1) * share)
        tables = _run_start(now, position, first, rng, effort=effort, weight=weight, pool=pool)
        if position.value(tables)[0] > position.value(fewest_repeats)[0]:
            tables = _reduce_repeats(instance, position, tables, rng)
            tables = sweep(position, tables, width=effort.width, parts=effort.parts, pool=pool)
        candidates.append(tables)
    return _polish(position, min(candidates, key=position.value), effort, rng, pool)


def _run_start(
    instance: Instance, position: Position, first: Seats, rng: Rng, *, effort: Effort, weight: int, pool: Pool | None
) -> Seats:
    """The tables that one start comes to."""
    tables = anneal(position, first, rng, per_player=effort.trades, weight=weight, on_progress=instance.on_progress)
    return sweep(position, tables, width=effort.width, parts=effort.parts, pool=pool)


def _seat_kinds(tables: Seats) -> dict[int, int]:
    """Who has a seat, and at a table of which size."""
    return {player: len(table) for table in tables for player in table}


def _reduce_repeats(instance: Instance, position: Position, tables: Seats, rng: Rng) -> Seats:
    """Tables at which fewer meet again; who sits out trades only if somebody is barred else."""
    out = set(range(len(instance.ids))).difference(*tables)
    fixed = set(instance.fixed)
    first = (FixedTurns(instance), fixed) if position.settled else (Turns(instance), fixed | out)
    for turns, pinned in (first, (Turns(instance), fixed)):
        turns.add(tables)
        tables, _ = improve(tables, position.costs, turns, number=0, pinned=pinned, rng=rng, steps=STEPS)
        if position.value(tables)[0] < BARRED_COST:
            return tables
    return instance.start or tables


def _polish(position: Position, tables: Seats, effort: Effort, rng: Rng, pool: Pool | None) -> Best:
    width = effort.last_width
    tables = sweep(position, tables, width=width, parts=effort.last_parts, pool=pool)
    in_vain = 0
    for _ in range(effort.rounds):
        if position.is_perfect(tables):
            return Best(tables, proved=True)
        before = position.value(tables)
        tables = improve_near_tables(position, tables, rng, width=width, parts=effort.near_parts, pool=pool)
        tables, best_of_pool = recombine(position, tables, pool) if pool else (tables, False)
        in_vain = in_vain + 1 if position.value(tables) == before else 0
        if in_vain and (best_of_pool or in_vain == ENOUGH):
            break
    if position.is_perfect(tables):
        return Best(tables, proved=True)
    return _prove(position, tables) if effort.proves else Best(tables, proved=False)


def _prove(position: Position, tables: Seats) -> Best:
    """The best tables of a small field, all together."""
    best, proved = tables, True
    if position.value(tables)[0]:
        cheaper = least_cost(position, tables, work=WORK)
        best, proved = cheaper.tables or tables, cheaper.proved
    better = least_spread(position, best, work=WORK)
    return Best(keep_fixed_tables(position, tables, better.tables or best), proved and better.proved)
