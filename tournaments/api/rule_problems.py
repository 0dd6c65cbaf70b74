"""Where a problem of the rules stands in the request that was scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import registry, wire
from scoring.core import Problem as RuleProblem
from tournaments.actions.problems import Problem


def placed(document: object, problem: RuleProblem) -> Problem:
    """The problem with its path in a request of the wire format."""
    if problem.code == "unknown_field" and problem.side is None and problem.field is not None:
        path = _path_of_stray(document, problem, problem.field)
    else:
        path = _path(document, problem)
    hand = () if problem.hand is None else ("hands", problem.hand - 1)
    return Problem(problem.code, problem.message, problem.params, (*hand, *path))


def _path_of_stray(document: Any, problem: RuleProblem, name: str) -> tuple[str | int, ...]:
    """Where a name stands that nobody asked for: beside the parts of a request, or in one."""
    around = document if problem.hand is None else document["hands"][problem.hand - 1]
    parts = () if name in around else ("table", "hand")
    part = next((part for part in parts if name in _names_in(around.get(part))), None)
    return (part, name) if part else (name,)


def placed_in_piles(document: object, problem: RuleProblem) -> Problem:
    """The problem with its path in a request of the card counter."""
    path = () if problem.field is None else _path_in_piles(document, problem, problem.field)
    if problem.side is not None and problem.field is None:
        path = ("piles", problem.side)
    return Problem(problem.code, problem.message, problem.params, path)


def _path_in_piles(document: object, problem: RuleProblem, field: str) -> tuple[str | int, ...]:
    request: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
    if problem.side is None:
        return ("options", field) if problem.code == "bad_option" else (field,)
    pile = request["piles"][problem.side]
    here = ("piles", problem.side)
    if problem.code == "unknown_card":
        return (*here, "cards", int(str(problem.params["place"])))
    if problem.code == "too_many_of_kind" or field not in {"cards", "kinds", *pile}:
        return (*here, *_place_of_card(pile, field))
    return (*here, field)


def _place_of_card(pile: Mapping[str, Any], name: str) -> tuple[str | int, ...]:
    """Where a pile names a card or a kind; its cards where it names the cards of that kind."""
    cards, kinds = pile.get("cards", []), pile.get("kinds", {})
    if name in cards:
        return ("cards", len(cards) - 1 - cards[::-1].index(name))
    return ("kinds", name) if name in kinds else ("cards",)


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
    return (problem.field,) if problem.field in FIELDS else ("lines",)


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
