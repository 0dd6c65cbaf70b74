"""The way from a request to a draw."""

from collections.abc import Callable, Mapping
from time import perf_counter

from tournaments.pairing.checks import problems
from tournaments.pairing.constraints import refuse_crowds
from tournaments.pairing.core import Draw, DrawRequest, Problem, Refusal, Round, _
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall, hall_of
from tournaments.pairing.random_tables import random_tables
from tournaments.pairing.report import report_on
from tournaments.pairing.schedule import schedule
from tournaments.pairing.scripted import scripted

WAYS: Mapping[str, Callable[[DrawRequest, Hall, Dice], list[Round]]] = {
    "random": random_tables,
    "schedule": schedule,
    "scripted": scripted,
}


def draw(request: DrawRequest) -> Draw:
    """The tables for a request; raises Refusal with all the problems if there can be none."""
    started = perf_counter()
    found = problems(request)
    if found:
        raise Refusal(found)
    if request.method not in WAYS:
        raise Refusal([_not_yet(request.method)])
    hall = hall_of(request)
    if request.method != "scripted":
        refuse_crowds(hall)
    rounds = WAYS[request.method](request, hall, Dice(request.seed))
    return Draw(tuple(rounds), report_on(request, rounds), perf_counter() - started)


def _not_yet(method: str) -> Problem:
    message = _("Tables cannot be drawn by “%(method)s” here.")
    return Problem("bad_option", message, {"method": method}, "method")
