"""What there is to tell of tables made by standing: how equal those are who sit together."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations

from scoring.problems import gettext_noop as _
from tournaments.pairing.core import DrawRequest, Report, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.shape import Seats

Score = int | Fraction

FEW_PLAYERS = 28  # below that, equals soon have met
CROWDED = Fraction(3, 5)  # of the others: to meet so many is too many for the best tables


def standing_report(request: DrawRequest, instance: Instance, rounds: Sequence[Round]) -> Report:
    """The spread, the least that it could be, and how many places apart a table's players are.

    Numbers that are not whole are texts like "5/2", so that nothing is lost. `advice` says, with
    its reasons, that another method suits this field better.
    """
    tables = [[instance.index[id_] for id_ in table] for table in rounds[0].tables]
    spread = sum(spread_of(instance.scores, table) for table in tables)
    least = spread if instance.notes.get("spread_is_least") else spread_bound(instance.scores, tables)
    return {
        "spread": _as_json_number(spread),
        "spread_lower_bound": _as_json_number(least),
        "places_apart": max(max(table) - min(table) for table in tables),
        "advice": [_advice_as_json(*each) for each in _advice(request, instance)],
    }


def spread_of(scores: Sequence[Score], table: Sequence[int]) -> Score:
    """The sum over all pairs at a table of the square of their difference in score."""
    return sum((scores[one] - scores[other]) ** 2 for one, other in combinations(table, 2))


def spread_bound(scores: Sequence[Score], tables: Seats) -> Score:
    """No tables of these sizes and players, numbered by standing, have less spread than this.

    Tables of one size have least if they lie one behind the other: while two overlap, a trade of
    places takes from it. Of several sizes, everybody at best sits with those who stand nearest.
    """
    players = sorted(chain.from_iterable(tables))
    sizes = {len(table) for table in tables}
    if len(sizes) == 1:
        (size,) = sizes
        starts = range(0, len(players), size)
        return sum(spread_of(scores, players[start : start + size]) for start in starts)
    ordered = [scores[player] for player in players]
    places = range(len(ordered))
    return Fraction(sum(_nearest(ordered, place, min(sizes) - 1) for place in places), 2)


def _nearest(ordered: Sequence[Score], place: int, others: int) -> Score:
    """The squares of the differences from so many others who stand nearest, added up."""
    near = ordered[max(0, place - others) : place + others + 1]
    return sum(sorted((ordered[place] - score) ** 2 for score in near)[1 : others + 1])


def _as_json_number(number: Score) -> int | str:
    return int(number) if number == int(number) else str(number)


def _advice(request: DrawRequest, instance: Instance) -> list[tuple[str, str, dict[str, int]]]:
    """Why a schedule of all rounds is better than a Swiss draw of this field, if it is."""
    if request.method != "swiss":
        return []
    players, rounds = len(instance.ids), len(request.history) + request.rounds
    meet = rounds * (max(instance.sizes) - 1)
    params = {"players": players, "rounds": rounds, "meet": meet, "few": FEW_PLAYERS}
    if meet > CROWDED * (players - 1):
        message = _(
            "In %(rounds)s rounds everybody meets %(meet)s of %(players)s players, too many for "
            "equals to sit together each time: a schedule of all rounds at once has fewer meet "
            "again."
        )
        return [("schedule_instead", message, params)]
    if players < FEW_PLAYERS:
        message = _(
            "Among fewer than %(few)s players equals have soon met: a schedule of all rounds at "
            "once lets everybody meet new opponents."
        )
        return [("schedule_instead", message, params)]
    return []


def _advice_as_json(code: str, message: str, params: dict[str, int]) -> dict[str, object]:
    return {"code": code, "method": "schedule", "message": message, "params": params}
