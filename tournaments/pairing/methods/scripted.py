"""Tables given by the director: checked for who sits where, never for whether they are good."""

from collections.abc import Iterator
from itertools import chain

from scoring.problems import Problem, Refused
from scoring.problems import gettext_noop as _
from tournaments.pairing.core import DrawRequest, Rng, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.checks import seating_problems
from tournaments.pairing.requirements.fixed_tables import about_entrant
from tournaments.pairing.requirements.seating import with_ids
from tournaments.pairing.requirements.shape import shape_of


def scripted(request: DrawRequest, instance: Instance, _dice: Rng) -> list[Round]:
    """The request's own tables; raises Refused with all that is wrong with them.

    Repeats and pairs kept apart are the director's to judge: the report names them.
    """
    if faults := list(_problems(request, instance)):
        raise Refused(faults)
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
            yield about_entrant("unknown_entrant", message, id_, "sit_out")
        elif id_ in seated:
            message = _("%(entrant)s cannot both sit out and have a seat.")
            yield about_entrant("seated_twice", message, id_, "sit_out")


def _left_out_problems(request: DrawRequest, instance: Instance) -> Iterator[Problem]:
    """Whoever has no seat without need: more of them than the count of players asks for."""
    taken = {*chain.from_iterable(request.tables), *request.sit_out}
    left = tuple(id_ for id_ in instance.ids if id_ not in taken)
    if not left or len(left) + len(request.sit_out) <= shape_of(len(instance.ids), instance.sizes).sit_outs:
        return
    message = _("%(entrant)s has no seat; seat every player, or say who sits out.")
    yield from (about_entrant("left_without_seat", message, id_, "tables") for id_ in left)
