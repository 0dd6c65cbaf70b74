"""First to fourth at the first table, fifth to eighth at the next, and so on by standing.

With the places of the standing as scores this is the round of least spread, and where players are
kept apart the round of least spread is the one that comes nearest to it.
"""

from dataclasses import replace

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.layout import laid_out
from tournaments.pairing.swiss.best_round import equals


def danish(_request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The next round, whoever met whom before."""
    return _by_places(hall, _forgetful(hall, last=False), dice)


def danish_modified(_request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The next round, at which those who met in the last one are kept apart where that can be."""
    return _by_places(hall, _forgetful(hall, last=True), dice)


def _by_places(hall: Hall, placed: Hall, dice: Dice) -> list[Round]:
    tables = equals(placed, dice).tables
    refuse_barred(hall, [tables])
    return [laid_out(hall, tables, dice)]


def _forgetful(hall: Hall, *, last: bool) -> Hall:
    """The same hall with places for scores, and nobody met but in the last round, if even then."""
    players = range(len(hall.ids))
    met = hall.past.last if last else [set[int]() for _ in players]
    past = replace(hall.past, meetings=[{} for _ in players], last=met)
    return replace(hall, scores=tuple(players), past=past)
