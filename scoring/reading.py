"""Reading of input: from raw JSON to typed values and all problems."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from scoring.fields import Field, Kind, missing, read_fields, unknown, wrong_type
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, TARGET, RuleSet
from scoring.values import ALL_LINES, Line, Options, TableRules, Tally


def read_options(ruleset: RuleSet, raw: object) -> Options | list[Problem]:
    """Return all options with their values, including defaults; or the problems of the options."""
    if not isinstance(raw, dict):
        return [wrong_type(_("The options are an object of names and values"), "options")]
    values, problems = read_fields(ruleset.option_fields, raw)
    problems = [_as_option(problem) for problem in problems] or list(ruleset.option_problems(values))
    return [problem.under("options") for problem in problems] or values


def usable_options(ruleset: RuleSet, raw: object) -> tuple[Options | None, list[Problem]]:
    """Return the usable options, and the problems of all options.

    An option that the game does not have is a problem, but is otherwise ignored. If any value is invalid, the first
    result is None.
    """
    options = read_options(ruleset, raw)
    if not isinstance(options, list):
        return options, []
    names = {field.name for field in ruleset.option_fields}
    recognised = {name: raw[name] for name in raw if name in names} if isinstance(raw, dict) else None
    usable = read_options(ruleset, recognised)
    return None if isinstance(usable, list) else usable, options


def _as_option(problem: Problem) -> Problem:
    if problem.code == "unknown_field":
        message = _("This game has no such option: leave it out")
        return Problem("bad_option", message, pointer=problem.pointer)
    return replace(problem, code="bad_option")


def read_table_rules(ruleset: RuleSet, raw: object, *, timed: bool = False) -> TableRules | list[Problem]:
    """Return the agreed rules of a table, completed by the game's own rules; or their problems.

    A `timed` table needs no other end.
    """
    if not isinstance(raw, dict):
        return [wrong_type(_("The table’s rules are an object of names and values"), "table")]
    first_lead = Field("first_lead", _("First lead"), kind=Kind.SIDE, maximum=ruleset.sides[-1] - 1, optional=True)
    values, problems = read_fields((*ruleset.table_fields, first_lead), raw)
    if problems:
        return [_as_table_rule(problem, ruleset).under("table") for problem in problems]
    rules = ruleset.complete(TableRules(**cast("dict[str, int]", values), timed=timed))
    return list(ruleset.table_problems(rules)) or rules


def _as_table_rule(problem: Problem, ruleset: RuleSet) -> Problem:
    """Return the problem of a table rule.

    If the game does not use targets or a number of hands, the message says why.
    """
    if problem.code == "unknown_field" and problem.pointer[-1] in (TARGET.name, HANDS.name):
        message = (
            ruleset.no_target if problem.pointer[-1] == TARGET.name else _("Tables of this game do not use this rule")
        )
        return Problem("bad_option", message, pointer=problem.pointer)
    return replace(problem, code="bad_option") if problem.code == "not_a_choice" else problem


def read_tally(
    ruleset: RuleSet, options: Options, raw: object, *, seated: int | None = None, removed: Sequence[int] = ()
) -> tuple[Tally, list[Problem]]:
    """Return the valid part of one hand, and the problems of the rest.

    `seated` is the number of sides at the table, None if unknown. `removed` are the sides that are out of the game.
    """
    if not isinstance(raw, dict):
        nothing = Tally((), {}, options, refused=frozenset({ALL_LINES}))
        return nothing, [wrong_type(_("A hand is an object with its lines"))]
    count, problems = check_shape(ruleset, raw, seated, allowed=("lines", "hand"))
    playing = None if count is None else count - len(removed)
    fields = ruleset.line_fields(options, playing)
    lines, line_problems = read_lines(ruleset, fields, raw.get("lines"), removed)
    facts, fact_problems = _read_facts(ruleset, raw.get("hand", {}))
    problems += line_problems
    problems += fact_problems
    refused = frozenset(problem.pointer for problem in problems)
    return Tally(lines, facts, options, refused), problems


def check_shape(
    ruleset: RuleSet, raw: Mapping[str, object], seated: int | None, *, allowed: Sequence[str]
) -> tuple[int | None, list[Problem]]:
    """Return the number of lines (None if it is wrong), and the problems of the fields and of the number of lines."""
    problems = unknown(raw, allowed)
    lines = raw.get("lines")
    if "lines" not in raw:
        problems.append(missing("lines"))
    elif not isinstance(lines, list):
        problems.append(wrong_type(_("The lines are a list, one for each side"), "lines"))
    else:
        counts = ruleset.sides if seated is None else range(seated, seated + 1)
        if len(lines) in counts:
            return len(lines), problems
        problems.append(_wrong_number(len(lines), counts))
    return None, problems


def _wrong_number(count: int, allowed: range) -> Problem:
    least, most = allowed[0], allowed[-1]
    params = {"count": count, "least": least, "most": most}
    if least == most:
        message = _("Enter %(most)d lines, one for each side, not %(count)d")
    else:
        message = _("Enter %(least)d to %(most)d lines, one for each side, not %(count)d")
    return Problem("wrong_number_of_sides", message, params, ("lines",))


MAX_LINES = 12
"""The most lines of a list that are read; a longer list is refused in any case."""


def read_lines(
    ruleset: RuleSet, fields: Sequence[Field], raw: object, removed: Sequence[int]
) -> tuple[tuple[Line | None, ...], list[Problem]]:
    """Return each side's line with these fields (None for a side that is out), and the problems of the lines."""
    if not isinstance(raw, list):
        return (), []
    lines: list[Line | None] = []
    problems: list[Problem] = []
    for side, raw_line in enumerate(raw[:MAX_LINES]):
        if side in removed:
            lines.append(None)
            problems += _check_removed(raw_line, side)
        elif isinstance(raw_line, dict):
            values, faults = read_fields(fields, raw_line)
            lines.append(values)
            if faults:
                problems += [fault.under("lines", side) for fault in faults]
        else:
            lines.append({})
            problems.append(_not_a_line(ruleset, raw_line, side))
    return tuple(lines), problems


def _check_removed(raw_line: object, side: int) -> list[Problem]:
    if raw_line is None:
        return []
    message = _("This player is out of the game: leave the line empty")
    return [Problem("eliminated_side", message, pointer=("lines", side))]


def _not_a_line(ruleset: RuleSet, raw_line: object, side: int) -> Problem:
    if raw_line is None and ruleset.removes_sides:
        message = _("This player is still in the game: fill in the line")
        return Problem("missing_field", message, pointer=("lines", side))
    return wrong_type(_("A line is an object of fields and values")).under("lines", side)


def _read_facts(ruleset: RuleSet, raw: object) -> tuple[Line, list[Problem]]:
    if not isinstance(raw, dict):
        message = _("The facts of the hand are an object of fields and values")
        return {}, [wrong_type(message, "hand")]
    values, problems = read_fields(ruleset.hand_fields, raw)
    return values, [problem.under("hand") for problem in problems]
