"""Problems of a draw, found before it is drawn, with the names of the entries concerned."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring.problems import Problem, Refused
from tournaments import pairing
from tournaments.models import Tournament
from tournaments.pairing.instance import instance_of
from tournaments.pairing.requirements.checks import problems
from tournaments.pairing.requirements.conflicts import join_pairs, refuse_large_cliques
from tournaments.pairing.search.separation import refuse_inseparable

ENTRANTS = ("entrant", "one", "other")
"""The params in which a message names somebody."""


def check_request(request: pairing.DrawRequest) -> list[Problem]:
    """What can be said against a draw before it is drawn, in well under a second."""
    if problems_found := problems(request):
        return problems_found
    try:
        instance = instance_of(request)
        refuse_large_cliques(instance)
        refuse_inseparable(instance)
    except Refused as refusal:
        return list(refusal.problems)
    return []


def name_entrants(tournament: Tournament, faults: Iterable[Problem]) -> list[Problem]:
    """The same problems, entries by name instead of id."""
    names: dict[Any, str] = dict(tournament.entries.values_list("pk", "name"))
    named = []
    for fault in faults:
        params: dict[str, Any] = dict(fault.params)
        params |= {key: names.get(params[key], params[key]) for key in ENTRANTS if key in params}
        if "listed" in params:
            params["listed"] = join_pairs(params["pairs"], names)
        named.append(replace(fault, params=params))
    return named
