"""Reading what a table agrees on before its first hand."""

from dataclasses import replace
from typing import cast

from scoring.core import Options, TableRules
from scoring.fields import Field, Kind, read_fields, wrong_type
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, TARGET, RuleSet


def read_table_rules(
    ruleset: RuleSet, options: Options, raw: object, *, sides: int | None = None
) -> TableRules | list[Problem]:
    """Return what a table agreed on, the game's own rules filled in, or what is wrong with it.

    `sides` is how many sit down, where the game leaves that open and it is known already.
    """
    if not isinstance(raw, dict):
        return [wrong_type(_("The table's rules are an object of names and values"), "table")]
    fields = (*ruleset.table_fields, _first_lead(ruleset, options))
    values, problems = read_fields(fields, raw)
    if problems:
        return [_as_table_rule(problem).under("table") for problem in problems]
    agreed = TableRules(**cast("dict[str, int]", values), sides=sides)
    rules = ruleset.complete(agreed)
    return list(ruleset.table_problems(rules)) or rules


def _first_lead(ruleset: RuleSet, options: Options) -> Field:
    last = ruleset.sides(options)[-1] - 1
    label = _("First lead")
    return Field(name="first_lead", label=label, kind=Kind.SIDE, maximum=last, required=False)


def _as_table_rule(problem: Problem) -> Problem:
    """Name what tables of other games may agree on, but not of this one, a bad option."""
    if problem.code == "unknown_field" and problem.pointer[-1] in (TARGET.name, HANDS.name):
        message = _("This game's tables do not take it")
        return Problem("bad_option", message, pointer=problem.pointer)
    return replace(problem, code="bad_option") if problem.code == "not_a_choice" else problem
