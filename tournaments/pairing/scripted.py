"""Tables given by the director: checked for who sits where, never for whether they are good."""

from collections.abc import Iterator
from itertools import chain

from tournaments.pairing.checks import seating_problems
from tournaments.pairing.core import DrawRequest, Problem, Refusal, Round, _
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.layout import named
from tournaments.pairing.shape import shape_of


def scripted(request: DrawRequest, hall: Hall, _dice: Dice) -> list[Round]:
    """The request's own tables; raises Refusal with all that is wrong with them.

    Repeats and pairs kept apart are the director's to judge: the report names them.
    """
    found = list(_problems(request, hall))
    if found:
        raise Refusal(found)
    return [named(hall, [[hall.index[id_] for id_ in table] for table in request.tables])]


def _problems(request: DrawRequest, hall: Hall) -> Iterator[Problem]:
    if not request.tables:
        yield Problem("bad_option", _("Say who sits at which table."), {}, "tables")
        return
    yield from seating_problems(request.tables, set(hall.index), request.sizes, "tables")
    yield from _sit_out_problems(request, hall)
    yield from _left_out_problems(request, hall)


def _sit_out_problems(request: DrawRequest, hall: Hall) -> Iterator[Problem]:
    seated = set(chain.from_iterable(request.tables))
    for id_ in dict.fromkeys(request.sit_out):
        if id_ not in hall.index:
            message = _("%(entrant)s is not among the entrants and cannot sit out.")
            yield Problem("unknown_entrant", message, {"entrant": id_}, "sit_out", (id_,))
        elif id_ in seated:
            message = _("%(entrant)s cannot both sit out and have a seat.")
            yield Problem("seated_twice", message, {"entrant": id_}, "sit_out", (id_,))


def _left_out_problems(request: DrawRequest, hall: Hall) -> Iterator[Problem]:
    """Whoever has no seat without need: more of them than the count of players asks for."""
    taken = {*chain.from_iterable(request.tables), *request.sit_out}
    left = tuple(id_ for id_ in hall.ids if id_ not in taken)
    if not left or len(left) + len(request.sit_out) <= shape_of(len(hall.ids), hall.sizes).sit_outs:
        return
    for id_ in left:
        yield Problem(
            "left_without_seat",
            _("%(entrant)s has no seat; seat every player, or say who sits out."),
            {"entrant": id_},
            "tables",
            (id_,),
        )
