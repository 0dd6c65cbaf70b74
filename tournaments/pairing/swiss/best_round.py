"""The best tables of equals that are found for one round, and whether they are proved to be."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.mending import mended
from tournaments.pairing.prices import BARRED
from tournaments.pairing.seating import seat
from tournaments.pairing.shape import Seats
from tournaments.pairing.swiss.annealing import annealed
from tournaments.pairing.swiss.effort import Effort, effort_for
from tournaments.pairing.swiss.partition import least_price, most_equal
from tournaments.pairing.swiss.position import Position, position_of
from tournaments.pairing.swiss.windows import placed, scattered, swept
from tournaments.pairing.turns import Settled, Turns

WORK = 1_500_000  # choices looked at for a proof before it is given up
STEPS = 2_000  # trades tried to keep those apart who met before
STARTED = 0.7  # of the work is done when the last start is
WEIGHTS = (8, 30)  # of a repeat, in variances of the scores


@dataclass(frozen=True, slots=True)
class Best:
    """The best tables found, and whether it is proved that there are no better ones."""

    tables: Seats
    proved: bool


def equals(hall: Hall, dice: Dice) -> Best:
    """Tables at which fewest meet again, then of least spread.

    Whose turn it is sits out or at an unusual table, lowest in standing first. Others take over
    an unusual table if fewer meet again then, but sit out only to keep those apart who must be.
    """
    seated = seat(hall, range(len(hall.ids)), hall.past.sit_outs, hall.past.short_tables)
    first = _mixed(hall, seated, dice)
    best = _best(hall, first, dice, settled=True)
    price = _price(hall, best)
    if not price or len(hall.sizes) == 1:
        return best
    other = _best(hall, first, dice, settled=False)
    return min(best, other, key=lambda found: _price(hall, found))


def _price(hall: Hall, found: Best) -> int:
    return position_of(hall, found.tables, settled=True).value(found.tables)[0]


def _mixed(hall: Hall, tables: Seats, dice: Dice) -> Seats:
    """The same round with those of equal score in each other's places, by lot."""
    alike: dict[tuple[object, int], list[int]] = {}
    for table in tables:
        for player in table:
            if player not in hall.fixed:
                alike.setdefault((hall.scores[player], len(table)), []).append(player)
    drawn: dict[tuple[object, int], Iterator[int]] = {
        kind: iter(dice.shuffled(players)) for kind, players in alike.items()
    }
    return [
        [p if p in hall.fixed else next(drawn[hall.scores[p], len(table)]) for p in table]
        for table in tables
    ]


def _best(hall: Hall, first: Seats, dice: Dice, *, settled: bool) -> Best:
    position = position_of(hall, first, settled=settled)
    if position.is_perfect(first):
        return Best(first, proved=True)
    peaceful = _mended(hall, position, first, dice)
    if hall.has_barred(peaceful):
        return Best(peaceful, proved=False)
    if _turns(first) != _turns(peaceful):
        first, position = peaceful, position_of(hall, peaceful, settled=settled)
    effort = effort_for(len(hall.ids), max(map(len, first)))
    found = [peaceful]
    for start in range(effort.starts):
        share, weight = STARTED / effort.starts, WEIGHTS[start % len(WEIGHTS)]
        now = hall.telling(start * share, (start + 1) * share)
        tables = _started(now, position, first, dice, effort=effort, weight=weight)
        if position.value(tables)[0] > position.value(peaceful)[0]:
            tables = _mended(hall, position, tables, dice)
            tables = swept(position, tables, width=effort.width, parts=effort.parts)
        found.append(tables)
    return _finished(position, min(found, key=position.value), effort, dice)


def _started(
    hall: Hall, position: Position, first: Seats, dice: Dice, *, effort: Effort, weight: int
) -> Seats:
    """The tables that one start comes to."""
    tables = annealed(
        position, first, dice, per_player=effort.trades, weight=weight, tell=hall.tell
    )
    return swept(position, tables, width=effort.width, parts=effort.parts)


def _turns(tables: Seats) -> dict[int, int]:
    """Who has a seat, and at a table of which size."""
    return {player: len(table) for table in tables for player in table}


def _mended(hall: Hall, position: Position, tables: Seats, dice: Dice) -> Seats:
    """Tables at which fewer meet again; who sits out trades only if somebody is barred else."""
    out = set(range(len(hall.ids))).difference(*tables)
    fixed = set(hall.fixed)
    first = (Settled(hall), fixed) if position.settled else (Turns(hall), fixed | out)
    for turns, pinned in (first, (Turns(hall), fixed)):
        turns.add(tables)
        tables, _ = mended(
            tables, position.prices, turns, number=0, pinned=pinned, dice=dice, steps=STEPS
        )
        if position.value(tables)[0] < BARRED:
            return tables
    return hall.start or tables


def _finished(position: Position, tables: Seats, effort: Effort, dice: Dice) -> Best:
    width = effort.last_width
    tables = swept(position, tables, width=width, parts=effort.last_parts)
    if not position.is_perfect(tables):
        tables = scattered(position, tables, dice, width=width, parts=effort.scattered)
    if position.is_perfect(tables):
        return Best(tables, proved=True)
    return _proved(position, tables) if effort.proves else Best(tables, proved=False)


def _proved(position: Position, tables: Seats) -> Best:
    """The best tables of a small field, all together."""
    best, proved = tables, True
    if position.value(tables)[0]:
        cheaper = least_price(position, tables, work=WORK)
        best, proved = cheaper.tables or tables, cheaper.proved
    better = most_equal(position, best, work=WORK)
    return Best(placed(position, tables, better.tables or best), proved and better.proved)
