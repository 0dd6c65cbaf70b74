"""First to fourth at the first table, fifth to eighth at the next, and so on by standing.

With the places of the standing as scores this is the round of least spread, and where players are
kept apart the round of least spread is the one that comes nearest to it.
"""

from dataclasses import replace

from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.numbering import to_round
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.swiss.best_swiss_round import best_swiss_round


def danish(_request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """The next round, whoever met whom before."""
    return _by_places(instance, _without_meetings(instance, last=False), rng)


def danish_modified(_request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """The next round, at which those who met in the last one are kept apart where that can be."""
    return _by_places(instance, _without_meetings(instance, last=True), rng)


def _by_places(instance: Instance, placed: Instance, rng: Rng) -> list[Round]:
    tables = best_swiss_round(placed, rng).tables
    refuse_barred_tables(instance, [tables])
    return [to_round(instance, tables, rng)]


def _without_meetings(instance: Instance, *, last: bool) -> Instance:
    """The instance with places for scores; only meetings of the last round count, if `last`."""
    players = range(len(instance.ids))
    met = instance.past.last if last else [set[int]() for _ in players]
    past = replace(instance.past, meetings=[{} for _ in players], last=met)
    return replace(instance, scores=tuple(players), past=past)
