"""Players who never leave their table, and why that may be impossible."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from tournaments.pairing.core import DrawRequest, EntrantId
from tournaments.pairing.requirements.shape import shape_of


def about_entrant(code: str, message: str, id_: EntrantId, field: str, **params: object) -> Problem:
    """A problem of one entrant, with a field of the request."""
    return Problem(code, message, {"entrant": id_, **params, "entrants": (id_,)}, (field,))


def unknown(id_: EntrantId, field: str) -> Problem:
    """The problem of an id that no entrant has."""
    message = _("%(entrant)s is not among the entrants; who has left stays listed, as not active.")
    return about_entrant("unknown_entrant", message, id_, field)


def fixed_problems(request: DrawRequest, ids: set[EntrantId]) -> Iterator[Problem]:
    """Unknown players, tables that there are not, and those who cannot be at one table."""
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


def _table_problem(
    request: DrawRequest, number: int, ids: Sequence[EntrantId], tables: Sequence[int]
) -> Problem | None:
    """Why the table cannot take them, whoever they are."""
    params: dict[str, object]
    concerned = {"entrants": tuple(ids)}
    if not 1 <= number <= len(tables):
        message = _("There is no table %(table)s: the tables are 1 to %(tables)s.")
        params = {"table": number, "tables": len(tables), **concerned}
        return Problem("bad_option", message, params, ("fixed",))
    if len(ids) > max(tables):
        message = _("%(count)s players are fixed at table %(table)s, which has %(seats)s seats.")
        params = {"count": len(ids), "table": number, "seats": max(tables), **concerned}
        return Problem("impossible_constraints", message, params, ("fixed",))
    if len(ids) > 1 and request.method == "mitchell":
        message = _("Only one can stay at table %(table)s: of %(one)s and %(other)s one moves.")
        params = {"table": number, "one": ids[0], "other": ids[1], **concerned}
        return Problem("impossible_constraints", message, params, ("fixed",))
    return None


def _capacity_problems(at_table: Mapping[int, Sequence[EntrantId]], tables: Sequence[int]) -> Iterator[Problem]:
    """Tables with more fixed players each than all of them can have seats, the fewest there are."""
    fullest = sorted(at_table, key=lambda number: -len(at_table[number]))
    largest = sorted(tables, reverse=True)
    for large, (number, seats) in enumerate(zip(fullest, largest, strict=False)):
        least = len(at_table[number])
        if large and least > seats:
            numbers = sorted(fullest[: large + 1])
            listed = ", ".join(map(str, numbers))
            message = _(
                "%(least)s or more are fixed at each of the tables %(tables)s; tables with that many seats: %(large)s."
            )
            ids = tuple(id_ for number in numbers for id_ in at_table[number])
            params = {"least": least, "tables": listed, "large": large, "entrants": ids}
            yield Problem("impossible_constraints", message, params, ("fixed",))
            return


def _kept_apart(request: DrawRequest) -> Callable[[EntrantId, EntrantId], bool]:
    """Whether two entrants may never sit together."""
    forbidden = {frozenset(pair) for pair in request.forbidden}
    clubs = {entrant.id: entrant.club for entrant in request.entrants if request.avoid_same_club}

    def kept_apart(one: EntrantId, other: EntrantId) -> bool:
        same_club = clubs.get(one, "") != "" and clubs[one] == clubs[other]
        return same_club or frozenset((one, other)) in forbidden

    return kept_apart


def _separation_problem(number: int, one: EntrantId, other: EntrantId) -> Problem:
    message = _("%(one)s and %(other)s are kept apart, but both fixed at table %(table)s.")
    pair = (one, other)
    concerned = {"entrants": pair, "pairs": (pair,)}
    params = {"one": one, "other": other, "table": number, **concerned}
    return Problem("impossible_constraints", message, params, ("fixed",))
