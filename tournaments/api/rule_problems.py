"""Where a problem of the rules stands in the request that was scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import registry, wire
from scoring.core import Problem as RuleProblem
from tournaments.actions.problems import Problem


def placed(document: object, problem: RuleProblem) -> Problem:
    """The problem with its path in a request of the wire format."""
    hand = () if problem.hand is None else ("hands", problem.hand - 1)
    return Problem(
        problem.code, problem.message, problem.params, (*hand, *_path(document, problem))
    )


def _path(document: object, problem: RuleProblem) -> tuple[str | int, ...]:
    if problem.side is not None:
        return ("lines", problem.side, *([problem.field] if problem.field else []))
    if problem.field is None:
        return ()
    if problem.code == "wrong_type":  # of a whole part of the request
        return (problem.field,)
    part = next((part for part, names in _parts(document) if problem.field in names), None)
    if part:
        return (part, problem.field)
    return (
        (problem.field,)
        if problem.field in FIELDS or problem.code == "unknown_field"
        else ("lines",)
    )


FIELDS = frozenset({*wire.HAND_KEYS, *wire.TABLE_KEYS, *wire.VP_NAMES, "difference"})
"""What a request may hold; a problem that names anything else is one of the lines together."""


def _parts(document: object) -> list[tuple[str, Any]]:
    """The objects within a request, each with the names that a problem may give in it."""
    request: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
    ruleset = registry.find(request.get("ruleset"))
    if ruleset is None:
        return []
    declared = {
        "options": [field.name for field in ruleset.option_fields],
        "table": [*(field.name for field in ruleset.table_fields), "first_lead"],
        "hand": [field.name for field in ruleset.hand_fields({})],
    }
    return [(part, {*names, *_names_in(request.get(part))}) for part, names in declared.items()]


def _names_in(value: object) -> list[str]:
    return list(value) if isinstance(value, Mapping) else []
