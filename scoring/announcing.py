"""The values that players announce before a hand is played, such as a number of tricks."""

from collections.abc import Iterator, Sequence

from scoring.fields import Field, wrong_type
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reading import check_shape, read_lines
from scoring.ruleset import RuleSet
from scoring.table import after_end
from scoring.values import Line, TableState

Lines = tuple[Line | None, ...]


def announced_fields(ruleset: RuleSet, before: TableState) -> list[Field]:
    """Return the fields that players announce before the next hand."""
    playing = before.removed.count(None)
    fields = ruleset.line_fields(before.options, playing or None)
    return [field for field in fields if field.name in ruleset.announced]


def announce(ruleset: RuleSet, before: TableState, raw: object) -> Lines | list[Problem]:
    """Return the announced line of each side (None for a side that is out), or the problems.

    `raw` is an object with `lines`, like a tally.
    """
    if not ruleset.announced:
        return [Problem("nothing_announced", _("In this game nothing is announced before play"))]
    if before.over:
        return [after_end()]
    if not isinstance(raw, dict):
        return [wrong_type(_("A hand is an object with its lines"))]
    seated = before.sides or None
    _count, problems = check_shape(ruleset, raw, seated, allowed=("lines",))
    removed = [side for side, left in enumerate(before.removed) if left is not None]
    fields = announced_fields(ruleset, before)
    lines, faults = read_lines(ruleset, fields, raw.get("lines"), removed)
    return [*problems, *faults] or lines


def contradictions(
    announced: Sequence[Line | None], played: Sequence[Line | None], names: Sequence[str]
) -> Iterator[Problem]:
    """Yield a problem for each field in which a tally differs from the announcement."""
    message = _("The table locked %(value)s before play. Enter that, or ask the director")
    for side, (announced_line, line) in enumerate(zip(announced, played, strict=True)):
        if announced_line is None or line is None:
            continue
        for name in names:
            if line[name] != announced_line[name]:
                place = ("lines", side, name)
                yield Problem("not_as_announced", message, {"value": announced_line[name]}, place)
