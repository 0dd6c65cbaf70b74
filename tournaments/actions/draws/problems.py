"""What the draw engine says against a draw, with the names of those concerned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments import pairing
from tournaments.models import Tournament
from tournaments.pairing.checks import problems
from tournaments.pairing.constraints import refuse_crowds
from tournaments.pairing.hall import hall_of
from tournaments.pairing.hopeless import refuse_hopeless

from ..problems import Problem

NAMED = ("entrant", "one", "other")


def standing_problems(request: pairing.DrawRequest) -> list[pairing.Problem]:
    """What can be said against a draw before it is drawn, in well under a second."""
    if found := problems(request):
        return found
    try:
        hall = hall_of(request)
        refuse_crowds(hall)
        refuse_hopeless(hall)
    except pairing.Refusal as refusal:
        return list(refusal.problems)
    return []


def in_names(tournament: Tournament, faults: Iterable[pairing.Problem]) -> list[Problem]:
    """The engine's problems as those of the house: entries by name instead of id."""
    names = dict(tournament.entries.values_list("pk", "name"))
    return [_in_names(fault, names) for fault in faults]


def _in_names(fault: pairing.Problem, names: Mapping[Any, str]) -> Problem:
    params = dict(fault.params)
    for param in NAMED:
        if param in params:
            params[param] = names.get(params[param], params[param])
    if "pairs" in params:
        pairs = ((names.get(one, one), names.get(other, other)) for one, other in fault.pairs)
        params["pairs"] = ", ".join(f"{one} – {other}" for one, other in pairs)
    return Problem(fault.code, fault.message, params, (fault.field,) if fault.field else ())
