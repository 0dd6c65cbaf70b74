"""Victory points: a table turns the difference of two totals into a split of 20.

A table is its ten limits: the largest differences that still give 10-10, 11-9, ... 19-1. Above
the last one it is 20-0.
"""

from bisect import bisect_left
from collections.abc import Sequence

from scoring.fields import Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reader import Reader

Limits = tuple[int, ...]

SHARED = 20
PLACES = 10
LARGEST = 1_000_000

TABLES: dict[str, Limits] = {
    "burraco-3": (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "burraco-4": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
"""The tables of the Italian burraco clubs, for three hands and for four."""

DIFFERENCE = Field(
    name="difference",
    label=_("Difference"),
    help=_("The first side's total minus the second's"),
    minimum=-1_000_000_000,
    maximum=1_000_000_000,
)


def split(limits: Limits, difference: int) -> tuple[int, int]:
    """Return both sides' victory points for the first side's total minus the second's."""
    more = PLACES + bisect_left(limits, abs(difference))
    return (more, SHARED - more) if difference >= 0 else (SHARED - more, more)


def read_limits(raw: object) -> Limits | list[Problem]:
    """Return a club's own table, or what is wrong with it; `place` in the params counts from 1."""
    reader = Reader(raw)
    message = _("A table of victory points has ten limits, from 10-10 to 19-1")
    for place, limit in enumerate(reader.entries("bad_vp_table", message, counts=(PLACES,))):
        if fault := limit_fault(reader.raw, place):
            limit.report("bad_vp_table", fault, place=place + 1)
    return reader.problems or tuple(reader.raw)


def limit_fault(limits: Sequence[object], place: int) -> str | None:
    """Return what is wrong with the limit at a place; what is no number bounds none after it."""
    limit, before = limits[place], limits[place - 1]
    if type(limit) is not int:
        return _("Limit %(place)d is not a whole number")
    if place == 0:
        return _("Limit %(place)d must be 0 or more") if limit < 0 else None
    if type(before) is int and limit <= before:
        return _("Limit %(place)d must be more than the one before it")
    return None


def find_limits(name: object) -> Limits | list[Problem]:
    """Return the limits of a table that everybody knows, or the problem that nobody does."""
    if isinstance(name, str) and name in TABLES:
        return TABLES[name]
    known = ", ".join(TABLES)
    message = _("There is no such table of victory points: known are %(known)s")
    return [Problem("unknown_vp_table", message, {"known": known}, ("vp_table",))]
