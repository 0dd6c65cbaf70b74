"""Victory points: the difference of two totals at a table decides how 20 points are split.

A victory-point table has ten limits: the greatest differences that still give 10-10, 11-9, ... 19-1. A difference above
the last limit gives 20-0. Clubs print the table as rows, such as "from one difference to another: 12 to 8".
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.fields import Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reader import Reader

Limits = tuple[int, ...]

SHARED = 20
PLACES = 10
ROWS = PLACES + 1
FIVES = 5
LARGEST = 1_000_000

TABLES: dict[str, Limits] = {
    "burraco-3": (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "burraco-4": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
"""The tables of victory points of the Italian burraco clubs, for three hands and for four."""

DIFFERENCE = Field(
    "difference",
    _("Difference"),
    _("The first side’s total minus the second’s"),
    minimum=-1_000_000_000,
    maximum=1_000_000_000,
)


def split(limits: Limits, difference: int) -> tuple[int, int]:
    """Return both sides' victory points; `difference` is the first side's total minus the second's."""
    more = PLACES + bisect_left(limits, abs(difference))
    return (more, SHARED - more) if difference >= 0 else (SHARED - more, more)


def read_limits(raw: object) -> Limits | list[Problem]:
    """Return the limits of a club's own victory-point table, or its problems; `place` in their params counts from 1."""
    reader = Reader(raw)
    message = _("A table of victory points has ten limits, from 10-10 to 19-1")
    for place, limit in enumerate(reader.entries("bad_vp_table", message, counts=(PLACES,))):
        if fault := limit_fault(reader.raw, place):
            limit.report("bad_vp_table", fault, place=place + 1)
    return reader.problems or tuple(reader.raw)


def limit_fault(limits: Sequence[object], place: int) -> str | None:
    """Return the fault of the limit at a place, or None.

    A limit that is not an integer does not bound the next limit.
    """
    limit, before = limits[place], limits[place - 1]
    if type(limit) is not int:
        return _("Limit %(place)d is not a whole number")
    if place == 0:
        return _("Limit %(place)d must be 0 or more") if limit < 0 else None
    if type(before) is int and limit <= before:
        return _("Limit %(place)d must be more than the one before it")
    return None


def find_limits(name: object) -> Limits | list[Problem]:
    """Return the limits of the table in `TABLES` with this name, or the problem that there is no such table."""
    if isinstance(name, str) and name in TABLES:
        return TABLES[name]
    names = ", ".join(TABLES)
    message = _("There is no such table of victory points: choose one of %(known)s")
    return [Problem("unknown_vp_table", message, {"known": names}, ("vp_table",))]


@dataclass(frozen=True, slots=True)
class VpRow:
    """A row of a victory-point table: differences from `least` to `most` give `points`. The last row has no `most`."""

    least: int
    most: int | None
    points: tuple[int, int]


def rows_of(limits: Limits) -> list[VpRow]:
    """Return the rows of a victory-point table, the first for 10-10."""
    starts = (0, *(limit + 1 for limit in limits))
    ends = (*limits, None)
    return [
        VpRow(least, most, (PLACES + more, PLACES - more))
        for more, (least, most) in enumerate(zip(starts, ends, strict=True))
    ]


def read_rows(rows: Sequence[VpRow]) -> Limits | list[Problem]:
    """Return the limits of a printed table, or a problem for each wrong row; `row` in their params counts from 1.

    A table whose scores are multiples of five, as in burraco, may leave out the differences in between.
    """
    problems = row_problems(rows)
    return problems or tuple(row.most for row in rows[:-1] if row.most is not None)


def row_problems(rows: Sequence[VpRow | None]) -> list[Problem]:
    """Return a problem for each wrong row; a None is a row that could not be read, and is skipped."""
    if len(rows) != ROWS:
        message = _("A table has eleven rows, from 10-10 to 20-0: this one has %(count)d")
        return [Problem("bad_vp_table", message, {"count": len(rows)}, pointer=("rows",))]
    return [*_bad_splits(rows), *_bad_ends(rows), *_bad_starts(rows)]


Rows = Sequence[VpRow | None]


def _read(rows: Rows) -> Iterator[tuple[int, VpRow]]:
    return ((place, row) for place, row in enumerate(rows) if row is not None)


def _bad_splits(rows: Rows) -> Iterator[Problem]:
    for place, row in _read(rows):
        due = (PLACES + place, PLACES - place)
        if sum(row.points) != SHARED:
            message = _("The points of row %(row)d add up to %(sum)d: they must add up to 20")
            yield _bad(message, place, sum=sum(row.points))
        elif row.points != due:
            message = _("Row %(row)d gives %(given)s: it must be %(due)s")
            yield _bad(message, place, given=_split(row.points), due=_split(due))


def _bad_ends(rows: Rows) -> Iterator[Problem]:
    last = rows[-1]
    for place, row in _read(rows[:-1]):
        if row.most is None:
            yield _bad(_("Row %(row)d does not say where it ends"), place)
        elif row.most < row.least:
            yield _bad(_("Row %(row)d ends before it begins"), place)
    if last is not None and last.most is not None:
        message = _("Row %(row)d has no end: every larger difference is 20-0")
        yield _bad(message, len(rows) - 1)


def _bad_starts(rows: Rows) -> Iterator[Problem]:
    first = rows[0]
    if first is not None and first.least != 0:
        yield _bad(_("Row %(row)d must begin at 0"), 0)
    numbers = [n for _place, row in _read(rows) for n in (row.least, row.most) if n is not None]
    steps = {1, FIVES} if all(number % FIVES == 0 for number in numbers) else {1}
    for place, (before, row) in enumerate(pairwise(rows), 1):
        if before is None or before.most is None or row is None:
            continue
        if row.least - before.most in steps:
            continue
        if row.least > before.most:
            message = _("There is a gap before row %(row)d: begin it at %(due)d, not %(given)d")
        else:
            message = _("Row %(row)d overlaps the one before: begin it at %(due)d, not %(given)d")
        yield _bad(message, place, due=before.most + 1, given=row.least)


def _split(points: tuple[int, int]) -> str:
    return "-".join(map(str, points))


def _bad(message: str, place: int, **params: object) -> Problem:
    return Problem("bad_vp_table", message, {"row": place + 1, **params}, ("rows", place))
