"""The way from a request to a draw."""

from collections.abc import Callable, Mapping
from time import perf_counter

from tournaments.pairing.checks import problems
from tournaments.pairing.core import Draw, DrawRequest, Problem, Refusal, Round, _
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall, Seats, hall_of
from tournaments.pairing.repeats import mend
from tournaments.pairing.report import report_on
from tournaments.pairing.scripted import scripted
from tournaments.pairing.seating import Seating, impossible_pairs, seat
from tournaments.pairing.seats import even_seats
from tournaments.pairing.table_numbers import numbered

Way = Callable[[DrawRequest, Hall, Dice], list[Round]]


def draw(request: DrawRequest) -> Draw:
    """The tables for a request; raises Refusal with all the problems if there can be none."""
    started = perf_counter()
    found = problems(request)
    if found:
        raise Refusal(found)
    if request.method not in WAYS:
        raise Refusal([_not_yet(request.method)])
    rounds = WAYS[request.method](request, hall_of(request), Dice(request.seed))
    report = report_on(request, rounds)
    return Draw(tuple(rounds), report, perf_counter() - started)


def _not_yet(method: str) -> Problem:
    message = _("Tables cannot be drawn by “%(method)s” here.")
    return Problem("bad_option", message, {"method": method}, "method")


def _scripted(request: DrawRequest, hall: Hall, _dice: Dice) -> list[Round]:
    tables = scripted(request, hall)
    seated = {player for table in tables for player in table}
    return [hall.named(tables, [p for p in range(len(hall.ids)) if p not in seated])]


def _random(_request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    seating = seat(hall, dice.shuffled(range(len(hall.ids))))
    mend(seating, dice)
    return [_finished(seating, dice)]


def _finished(seating: Seating, dice: Dice) -> Round:
    """A round found: refused if it seats together who must not sit together, else laid out."""
    pairs = impossible_pairs(seating)
    if pairs:
        raise Refusal([_impossible(seating.hall, pairs)])
    return _laid_out(seating.hall, seating.tables, seating.sit_out, dice)


def _impossible(hall: Hall, pairs: list[tuple[int, int]]) -> Problem:
    named = tuple((hall.ids[one], hall.ids[other]) for one, other in pairs)
    return Problem(
        "impossible_constraints",
        _("No draw keeps all of these apart: %(pairs)s."),
        {"pairs": ", ".join(f"{one} and {other}" for one, other in named)},
        "forbidden",
        tuple(dict.fromkeys(id_ for pair in named for id_ in pair)),
        named,
    )


def _laid_out(hall: Hall, tables: Seats, sit_out: list[int], dice: Dice) -> Round:
    placed = numbered(tables, hall.past.numbers, hall.fixed, dice)
    return hall.named(even_seats(placed, hall.past.seats, dice), sit_out)


WAYS: Mapping[str, Way] = {"random": _random, "scripted": _scripted}
