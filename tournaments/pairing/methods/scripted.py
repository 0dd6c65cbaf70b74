"""Tables given by the director: checked for who sits where, never for whether they are good."""

from collections.abc import Iterator
from itertools import chain

from scoring.problems import Problem, Refused
from scoring.problems import gettext_noop as _
from tournaments.pairing.core import DrawRequest, EntrantId, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.checks import seating_problems
from tournaments.pairing.requirements.numbering import with_ids
from tournaments.pairing.requirements.shape import shape_of
from tournaments.pairing.rng import Rng


def scripted(request: DrawRequest, instance: Instance, _dice: Rng) -> list[Round]:
    """The request's own tables; raises Refused with all that is wrong with them.

    Repeats and pairs kept apart are the director's to judge: the report names them.
    """
    found = list(_problems(request, instance))
    if found:
        raise Refused(found)
    return [with_ids(instance, [[instance.index[id_] for id_ in table] for table in request.tables])]


def _problems(request: DrawRequest, instance: Instance) -> Iterator[Problem]:
    if not request.tables:
        yield Problem("bad_option", _("Say who sits at which table."), {}, ("tables",))
        return
    yield from seating_problems(request.tables, set(instance.index), request.sizes, "tables")
    yield from _sit_out_problems(request, instance)
    yield from _left_out_problems(request, instance)


def _sit_out_problems(request: DrawRequest, instance: Instance) -> Iterator[Problem]:
    seated = set(chain.from_iterable(request.tables))
    for id_ in dict.fromkeys(request.sit_out):
        if id_ not in instance.index:
            message = _("%(entrant)s is not among the entrants and cannot sit out.")
            yield Problem("unknown_entrant", message, _concerning(id_), ("sit_out",))
        elif id_ in seated:
            message = _("%(entrant)s cannot both sit out and have a seat.")
            yield Problem("seated_twice", message, _concerning(id_), ("sit_out",))


def _left_out_problems(request: DrawRequest, instance: Instance) -> Iterator[Problem]:
    """Whoever has no seat without need: more of them than the count of players asks for."""
    taken = {*chain.from_iterable(request.tables), *request.sit_out}
    left = tuple(id_ for id_ in instance.ids if id_ not in taken)
    if not left or len(left) + len(request.sit_out) <= shape_of(len(instance.ids), instance.sizes).sit_outs:
        return
    for id_ in left:
        yield Problem(
            "left_without_seat",
            _("%(entrant)s has no seat; seat every player, or say who sits out."),
            _concerning(id_),
            ("tables",),
        )


def _concerning(id_: EntrantId) -> dict[str, object]:
    return {"entrant": id_, "entrants": (id_,)}
