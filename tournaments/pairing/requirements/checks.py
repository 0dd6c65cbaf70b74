"""What stands in the way of a draw, all of it at once."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from tournaments.pairing import core
from tournaments.pairing.core import FACE_TO_FACE, METHOD_NAMES, DrawRequest, EntrantId, Tables
from tournaments.pairing.requirements.fixed_tables import about_entrant, fixed_problems, unknown


def problems(request: DrawRequest) -> list[Problem]:
    """Every fault of the request, whichever the method; none if the draw may begin."""
    if faults := [*_option_problems(request), *_entrant_problems(request)]:
        return faults
    ids = {entrant.id for entrant in request.entrants}
    return [*_history_problems(request, ids), *_pair_problems(request, ids), *fixed_problems(request, ids)]


def _bad_option(field: str, message: str, **params: object) -> Problem:
    return Problem("bad_option", message, params, (field,))


def _option_problems(request: DrawRequest) -> Iterator[Problem]:
    if request.method not in METHOD_NAMES:
        message = _("There is no method “%(method)s”; there are %(methods)s.")
        yield _bad_option("method", message, method=request.method, methods=", ".join(METHOD_NAMES))
    if not 1 <= request.rounds <= core.MAX_ROUNDS:
        message = _("Between 1 and %(most)s rounds can be drawn, not %(rounds)s.")
        yield _bad_option("rounds", message, most=core.MAX_ROUNDS, rounds=request.rounds)
    count = len(request.entrants)
    if request.method in core.ALL_ROUNDS and request.rounds * count > core.MAX_SEATINGS:
        message = _("%(rounds)s rounds of %(count)s entrants are too many to draw at once.")
        yield _bad_option("rounds", message, rounds=request.rounds, count=count)
    yield from _size_problems(request)


def _size_problems(request: DrawRequest) -> Iterator[Problem]:
    fewest, most = core.MIN_SEATS, core.MAX_SEATS
    seats = 2 if request.method in FACE_TO_FACE else 4
    if request.method in (*FACE_TO_FACE, "individual") and request.sizes != (seats,):
        message = _("“%(method)s” is for tables of %(seats)s and no others.")
        yield _bad_option("sizes", message, method=request.method, seats=seats)
    elif not request.sizes or not all(fewest <= size <= most for size in request.sizes + request.past_sizes):
        message = _("A table has between %(fewest)s and %(most)s seats.")
        yield _bad_option("sizes", message, fewest=fewest, most=most)


def _entrant_problems(request: DrawRequest) -> Iterator[Problem]:
    times = Counter(entrant.id for entrant in request.entrants)
    message = _("%(entrant)s is entered %(count)s times; keep one.")
    for id_, count in times.items():
        if count > 1:
            yield about_entrant("duplicate_entrant", message, id_, "entrants", count=count)
    active = sum(entrant.active for entrant in request.entrants)
    least = min(request.sizes, default=core.MIN_SEATS)
    if active < least:
        message = _("%(count)s to be seated are too few: the smallest table takes %(least)s.")
        yield Problem("too_few_players", message, {"count": active, "least": least}, ("entrants",))
    if len(request.entrants) > core.MAX_ENTRANTS:
        message = _("%(count)s entrants are too many: a draw takes up to %(most)s.")
        params = {"count": len(request.entrants), "most": core.MAX_ENTRANTS}
        yield Problem("too_many_players", message, params, ("entrants",))


def _history_problems(request: DrawRequest, ids: set[EntrantId]) -> Iterator[Problem]:
    sizes = {*request.sizes, *request.past_sizes}
    for number, tables in enumerate(request.history, 1):
        for fault in seating_problems(tables, ids, sizes, "history"):
            yield replace(fault, params={**fault.params, "round": number})


def seating_problems(tables: Tables, ids: set[EntrantId], sizes: Iterable[int], field: str) -> Iterator[Problem]:
    """What is wrong with the tables of one round: strangers, doubles, tables of a wrong size."""
    for id_, count in Counter(chain.from_iterable(tables)).items():
        if id_ not in ids:
            yield unknown(id_, field)
        if count > 1:
            message = _("%(entrant)s has %(count)s seats in one round; leave one.")
            yield about_entrant("seated_twice", message, id_, field, count=count)
    allowed = sorted(set(sizes))
    for number, table in enumerate(tables, 1):
        if len(table) not in allowed:
            message = _("Table %(table)s has %(count)s players; a table here has %(sizes)s.")
            listed = ", ".join(map(str, allowed))
            params = {"table": number, "count": len(table), "sizes": listed, "entrants": table}
            yield Problem("wrong_table_size", message, params, (field,))


def _pair_problems(request: DrawRequest, ids: set[EntrantId]) -> Iterator[Problem]:
    for one, other in request.forbidden:
        for id_ in dict.fromkeys((one, other)):
            if id_ not in ids:
                yield unknown(id_, "forbidden")
        if one == other:
            message = _("%(entrant)s cannot be kept from sitting with %(entrant)s.")
            yield about_entrant("bad_option", message, one, "forbidden")
