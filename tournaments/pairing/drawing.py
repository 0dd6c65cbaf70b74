"""The way from a request to a draw."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter

from tournaments.pairing.checks import problems
from tournaments.pairing.constraints import refuse_crowds
from tournaments.pairing.core import (
    BY_STANDING,
    ONE_ROUND,
    Draw,
    DrawRequest,
    Refusal,
    Report,
    Round,
    Tell,
)
from tournaments.pairing.danish import danish, danish_modified
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall, hall_of
from tournaments.pairing.hopeless import refuse_hopeless
from tournaments.pairing.individual import individual
from tournaments.pairing.interval import interval
from tournaments.pairing.mitchell import mitchell, told_of_seats
from tournaments.pairing.partners import told_of_partners
from tournaments.pairing.random_tables import random_tables
from tournaments.pairing.relief import beginning_with, relieved
from tournaments.pairing.report import report_on
from tournaments.pairing.round_robin import round_robin
from tournaments.pairing.schedule import schedule
from tournaments.pairing.scripted import scripted
from tournaments.pairing.shape import Seats
from tournaments.pairing.standing_report import told_of_standing
from tournaments.pairing.swiss import swiss

WAYS: Mapping[str, Callable[[DrawRequest, Hall, Dice], list[Round]]] = {
    "random": random_tables,
    "schedule": schedule,
    "swiss": swiss,
    "danish": danish,
    "danish-modified": danish_modified,
    "interval": interval,
    "mitchell": mitchell,
    "round-robin": round_robin,
    "individual": individual,
    "scripted": scripted,
}

MORE: Mapping[str, Callable[[DrawRequest, Hall, Sequence[Round]], Report]] = {
    "individual": told_of_partners,
    "mitchell": told_of_seats,
    **dict.fromkeys(BY_STANDING, told_of_standing),
}


def draw(request: DrawRequest, tell: Tell | None = None) -> Draw:
    """The tables for a request; raises Refusal with all the problems if there can be none.

    Whoever wants to know how far it is may have it told; the draw is the same.
    """
    started = perf_counter()
    request = replace(request, history=tuple(filter(None, request.history)))
    found = problems(request)
    if found:
        raise Refusal(found)
    hall = hall_of(request)
    hall.tell = tell or hall.tell
    rounds = _made(request, hall)
    told = MORE[request.method](request, hall, rounds) if request.method in MORE else {}
    more = {**told, **hall.notes}
    return Draw(tuple(rounds), report_on(request, rounds, **more), perf_counter() - started)


def _made(request: DrawRequest, hall: Hall) -> list[Round]:
    """The rounds; if need be, somebody sits out before it is their turn."""
    way = WAYS[request.method]
    if way is scripted:
        return scripted(request, hall, Dice(request.seed))
    refuse_crowds(hall)
    apart = refuse_hopeless(hall)
    try:
        return way(request, hall, Dice(request.seed))
    except Refusal:
        for easier in _easier(request, hall, apart):
            with suppress(Refusal):
                return way(request, easier, Dice(request.seed))
        raise


def _easier(request: DrawRequest, hall: Hall, apart: Seats | None) -> Iterator[Hall]:
    """The same hall with somebody else's turn to sit out, and with a round to begin with."""
    if request.method in ONE_ROUND and (relief := relieved(hall)):
        yield relief
    if apart and request.method != "mitchell":
        yield beginning_with(hall, apart)


def report_of(request: DrawRequest, rounds: Sequence[Round]) -> Report:
    """What there is to tell of tables that a draw of this request did not make, or not so."""
    told = MORE.get(request.method)
    more = told(request, hall_of(request), rounds) if told else {}
    return report_on(request, rounds, **more)
