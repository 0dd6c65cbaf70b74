"""A draw's request as plain JSON values, kept with its round, and back again."""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from tournaments import pairing

FIELDS = tuple(pairing.DrawRequest.__dataclass_fields__)
CONSTRAINT_FIELDS = ("sizes", "forbidden", "fixed", "avoid_same_club")


def request_to_json(request: pairing.DrawRequest) -> dict[str, Any]:
    """The request in lists, numbers and text; scores as exact fractions in text."""
    inputs = asdict(request)
    inputs["entrants"] = [{**e, "score": str(e["score"])} for e in inputs["entrants"]]
    inputs["fixed"] = sorted(inputs["fixed"].items())
    plain: dict[str, Any] = _in_lists(inputs)
    return plain


def _in_lists(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _in_lists(inner) for name, inner in value.items()}
    return [_in_lists(inner) for inner in value] if isinstance(value, tuple | list) else value


def request_from_json(inputs: Mapping[str, Any]) -> pairing.DrawRequest:
    """The request that was kept as these values."""
    known = {name: _in_tuples(inputs[name]) for name in FIELDS if name in inputs}
    entrants = tuple(
        pairing.Entrant(**{**entrant, "score": Fraction(entrant["score"])}) for entrant in inputs["entrants"]
    )
    return pairing.DrawRequest(**{**known, "entrants": entrants, "fixed": dict(known["fixed"])})


def wire_request(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The same request as `manage.py pair` reads it."""
    known = {name: inputs[name] for name in FIELDS if name in inputs}
    return {**known, "fixed": {str(entry): table for entry, table in inputs["fixed"]}}


def _in_tuples(value: Any) -> Any:
    return tuple(_in_tuples(inner) for inner in value) if isinstance(value, list) else value


def same_constraints(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two requests kept as JSON hold the same players apart, at the same tables."""
    clubs = [{e["id"]: e["club"] for e in inputs["entrants"]} for inputs in (one, other)]
    agree = all(clubs[0].get(entry, club) == club for entry, club in clubs[1].items())
    return agree and all(one.get(name) == other.get(name) for name in CONSTRAINT_FIELDS)
