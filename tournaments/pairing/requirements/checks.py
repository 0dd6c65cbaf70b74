"""Checks of a draw request, with all problems at once; also the reasons why players cannot stay at fixed tables."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from tournaments.pairing import values
from tournaments.pairing.knock_out_plan import SIZES, qualifiers_per_table, rounds_to_final
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import FACE_TO_FACE, METHOD_NAMES, DrawRequest, EntrantId, Tables


def problems(request: DrawRequest) -> list[Problem]:
    """Return the problems of options and entrants; if there are none, those of history, pairs and fixed tables."""
    if faults := [*_option_problems(request), *_entrant_problems(request)]:
        return faults
    ids = {entrant.id for entrant in request.entrants}
    return [
        *_history_problems(request, ids),
        *_pair_problems(request, ids),
        *fixed_problems(request, ids),
        *_knock_out_problems(request),
    ]


def _bad_option(field: str, message: str, **params: object) -> Problem:
    return Problem("bad_option", message, params, (field,))


def _option_problems(request: DrawRequest) -> Iterator[Problem]:
    if request.method not in METHOD_NAMES:
        message = _("There is no method “%(method)s”; there are %(methods)s.")
        yield _bad_option("method", message, method=request.method, methods=", ".join(METHOD_NAMES))
    if not 1 <= request.rounds <= values.MAX_ROUNDS:
        message = _("Between 1 and %(most)s rounds can be drawn, not %(rounds)s.")
        yield _bad_option("rounds", message, most=values.MAX_ROUNDS, rounds=request.rounds)
    count = len(request.entrants)
    if request.method in values.ALL_ROUNDS and request.rounds * count > values.MAX_SEATINGS:
        message = _("%(rounds)s rounds of %(count)s entrants are too many to draw at once.")
        yield _bad_option("rounds", message, rounds=request.rounds, count=count)
    yield from _size_problems(request)


def _size_problems(request: DrawRequest) -> Iterator[Problem]:
    fewest, most = values.MIN_SEATS, values.MAX_SEATS
    seats = 2 if request.method in FACE_TO_FACE else 4
    if request.method in (*FACE_TO_FACE, "individual") and request.sizes != (seats,):
        message = _("“%(method)s” is for tables of %(seats)s and no others.")
        yield _bad_option("sizes", message, method=request.method, seats=seats)
    elif not request.sizes or not all(fewest <= size <= most for size in request.sizes + request.past_sizes):
        message = _("A table has between %(fewest)s and %(most)s seats.")
        yield _bad_option("sizes", message, fewest=fewest, most=most)
    elif request.method == "knock-out" and request.sizes not in SIZES:
        yield _bad_option("sizes", _("A knock-out is for tables of four and three, or of two sides."))
    elif request.method == "knock-out" and not 1 <= qualifiers_per_table(request) < max(request.sizes):
        message = _("From a table of %(seats)s, between 1 and %(most)s can qualify.")
        yield _bad_option("going_on", message, seats=max(request.sizes), most=max(request.sizes) - 1)


def _entrant_problems(request: DrawRequest) -> Iterator[Problem]:
    times = Counter(entrant.id for entrant in request.entrants)
    message = _("%(entrant)s is entered %(count)s times; keep one.")
    for id_, count in times.items():
        if count > 1:
            yield about_entrant("duplicate_entrant", message, id_, "entrants", count=count)
    active = sum(entrant.active for entrant in request.entrants)
    least = min(request.sizes, default=values.MIN_SEATS)
    if active < least and (request.method != "knock-out" or not request.history):
        message = _("Too few players to be seated (%(count)s): the smallest table takes %(least)s.")
        yield Problem("too_few_players", message, {"count": active, "least": least}, ("entrants",))
    if len(request.entrants) > values.MAX_ENTRANTS:
        message = _("%(count)s entrants are too many: a draw takes up to %(most)s.")
        params = {"count": len(request.entrants), "most": values.MAX_ENTRANTS}
        yield Problem("too_many_players", message, params, ("entrants",))


def _knock_out_problems(request: DrawRequest) -> Iterator[Problem]:
    """Yield a problem if a knock-out of these players cannot end with one final table."""
    active = sum(entrant.active for entrant in request.entrants)
    if request.method != "knock-out":
        return
    if undecided := [_undecided(cut) for cut in request.cuts if cut.is_open]:
        yield from undecided
        return
    if not request.history and active < min(request.sizes):
        return  # too few for any table: a problem of `_entrant_problems`
    if not active:
        yield Problem("knock_out_over", _("The final has been played: nobody is left to be seated."), {}, ("entrants",))
    elif active <= max(request.sizes) and not request.history:
        message = _(
            "A knock-out needs more players than one table seats: here are %(count)s. Make the tables another way."
        )
        yield Problem("too_few_players", message, {"count": active}, ("entrants",))
    elif not rounds_to_final(request):
        message = _("From %(count)s players, no tables of this game lead to one final table.")
        yield Problem("too_few_players", message, {"count": active}, ("entrants",))


def _undecided(cut: values.Cut) -> Problem:
    message = _(
        "Table %(table)s: %(level)s are tied, and only %(places)s of them can qualify. Let them play a "
        "deciding hand, then enter a penalty of 0.01 for each player who loses it."
    )
    if not cut.table:
        message = _(
            "%(level)s are tied, and only %(places)s of them can come back for the final. Let them play a "
            "deciding hand, then enter a penalty of 0.01 for each player who loses it."
        )
    level = (*cut.ins, *cut.outs)
    params = {"table": cut.table, "level": ", ".join(map(str, level)), "places": len(cut.ins), "entrants": level}
    return Problem("cut_undecided", message, params, ("cuts",))


def _history_problems(request: DrawRequest, ids: set[EntrantId]) -> Iterator[Problem]:
    sizes = {*request.sizes, *request.past_sizes}
    numbered = (tuple(filter(None, tables)) for tables in request.history)  # without removed tables, which are empty
    for number, tables in enumerate(numbered, 1):
        for fault in seating_problems(tables, ids, sizes, "history"):
            yield replace(fault, params={**fault.params, "round": number})


def seating_problems(tables: Tables, ids: set[EntrantId], sizes: Iterable[int], field: str) -> Iterator[Problem]:
    """Yield the problems of one round's tables: unknown players, duplicates, and wrong table sizes."""
    for id_, count in Counter(chain.from_iterable(tables)).items():
        if id_ not in ids:
            yield unknown(id_, field)
        if count > 1:
            message = _("%(entrant)s has %(count)s seats in one round; keep only one.")
            yield about_entrant("seated_twice", message, id_, field, count=count)
    allowed = sorted(set(sizes))
    for number, table in enumerate(tables, 1):
        if len(table) not in allowed:
            message = _("Table %(table)s has %(count)s players; a table here has %(sizes)s.")
            listed = ", ".join(map(str, allowed))
            params = {"table": number, "count": len(table), "sizes": listed, "entrants": table}
            yield Problem("wrong_table_size", message, params, (field,))


def _pair_problems(request: DrawRequest, ids: set[EntrantId]) -> Iterator[Problem]:
    yield from (unknown(id_, "meetings") for pair in request.meetings for id_ in pair[:2] if id_ not in ids)
    for one, other in request.forbidden:
        for id_ in dict.fromkeys((one, other)):
            if id_ not in ids:
                yield unknown(id_, "forbidden")
        if one == other:
            message = _("%(entrant)s cannot be kept from sitting with %(entrant)s.")
            yield about_entrant("bad_option", message, one, "forbidden")


def about_entrant(code: str, message: str, id_: EntrantId, field: str, **params: object) -> Problem:
    """Return a problem about one entrant that points to a field of the request."""
    return Problem(code, message, {"entrant": id_, **params, "entrants": (id_,)}, (field,))


def unknown(id_: EntrantId, field: str) -> Problem:
    """Return the problem of an id that is not among the entrants."""
    message = _("%(entrant)s is not among the entrants; list entrants who have left as not active.")
    return about_entrant("unknown_entrant", message, id_, field)


def fixed_problems(request: DrawRequest, ids: set[EntrantId]) -> Iterator[Problem]:
    """Yield the problems of fixed tables: unknown players or tables, too few seats, players who must sit apart."""
    yield from (unknown(id_, "fixed") for id_ in request.fixed if id_ not in ids)
    active = [entrant.id for entrant in request.entrants if entrant.active]
    tables = shape_of(len(active), request.sizes).sizes
    at_table: dict[int, list[EntrantId]] = {}
    for id_ in active:
        if id_ in request.fixed:
            at_table.setdefault(request.fixed[id_], []).append(id_)
    kept_apart = _kept_apart(request)
    for number, seated in at_table.items():
        if problem := _table_problem(request, number, seated, tables):
            yield problem
        else:
            pairs = combinations(seated, 2)
            yield from (_separation_problem(number, *pair) for pair in pairs if kept_apart(*pair))
    yield from _capacity_problems(at_table, tables)


def _fixed_problem(message: str, ids: Sequence[EntrantId], **params: object) -> Problem:
    return Problem("impossible_constraints", message, {**params, "entrants": tuple(ids)}, ("fixed",))


def _table_problem(
    request: DrawRequest, number: int, ids: Sequence[EntrantId], tables: Sequence[int]
) -> Problem | None:
    """Return the problem that a table cannot seat the players fixed at it; None if it can."""
    if not 1 <= number <= len(tables):
        message = _("There is no table %(table)s: the tables are 1 to %(tables)s.")
        return _bad_option("fixed", message, table=number, tables=len(tables), entrants=tuple(ids))
    if len(ids) > max(tables):
        message = _("%(count)s players are fixed at table %(table)s, which has %(seats)s seats.")
        return _fixed_problem(message, ids, count=len(ids), table=number, seats=max(tables))
    if len(ids) > 1 and request.method == "mitchell":
        message = _("Only one can stay at table %(table)s: either %(one)s or %(other)s has to move.")
        return _fixed_problem(message, ids, table=number, one=ids[0], other=ids[1])
    return None


def _capacity_problems(at_table: Mapping[int, Sequence[EntrantId]], tables: Sequence[int]) -> Iterator[Problem]:
    """Yield one problem, about as few tables as possible, if fixed players need more large tables than there are."""
    fullest = sorted(at_table, key=lambda number: -len(at_table[number]))
    largest = sorted(tables, reverse=True)
    for large, (number, seats) in enumerate(zip(fullest, largest, strict=False)):
        least = len(at_table[number])
        if large and least > seats:
            numbers = sorted(fullest[: large + 1])
            listed = ", ".join(map(str, numbers))
            message = _(
                "%(least)s or more players are fixed at each of the tables %(tables)s, but only %(large)s of these "
                "tables can have that many seats."
            )
            ids = [id_ for number in numbers for id_ in at_table[number]]
            yield _fixed_problem(message, ids, least=least, tables=listed, large=large)
            return


def _kept_apart(request: DrawRequest) -> Callable[[EntrantId, EntrantId], bool]:
    """Return a function that says whether two entrants may never sit together."""
    forbidden = {frozenset(pair) for pair in request.forbidden}
    clubs = {entrant.id: entrant.club for entrant in request.entrants if request.avoid_same_club}

    def kept_apart(one: EntrantId, other: EntrantId) -> bool:
        same_club = clubs.get(one, "") != "" and clubs[one] == clubs[other]
        return same_club or frozenset((one, other)) in forbidden

    return kept_apart


def _separation_problem(number: int, one: EntrantId, other: EntrantId) -> Problem:
    message = _("%(one)s and %(other)s are kept apart, but both fixed at table %(table)s.")
    return _fixed_problem(message, (one, other), one=one, other=other, table=number, pairs=((one, other),))
