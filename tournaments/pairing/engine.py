"""The pairing engine: from a request to a draw."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter

from scoring.problems import Refusal
from tournaments.pairing.instance import Instance, instance_of
from tournaments.pairing.methods.individual import individual, round_robin
from tournaments.pairing.methods.knock_out import knock_out, knock_out_report
from tournaments.pairing.methods.mitchell import mitchell, omit_seats
from tournaments.pairing.methods.one_round import danish, danish_modified, interval, random_tables, scripted, swiss
from tournaments.pairing.methods.schedule import schedule
from tournaments.pairing.report import report_on, standing_report
from tournaments.pairing.requirements.checks import problems
from tournaments.pairing.requirements.conflicts import refuse_large_cliques
from tournaments.pairing.search.partners import partner_report
from tournaments.pairing.search.separation import refuse_inseparable, starting_from, with_early_sit_outs
from tournaments.pairing.values import BY_STANDING, ONE_ROUND, Draw, DrawnRound, DrawRequest, OnProgress, Report, Rng

METHODS: Mapping[str, Callable[[DrawRequest, Instance, Rng], list[DrawnRound]]] = {
    "random": random_tables,
    "schedule": schedule,
    "swiss": swiss,
    "danish": danish,
    "danish-modified": danish_modified,
    "interval": interval,
    "knock-out": knock_out,
    "mitchell": mitchell,
    "round-robin": round_robin,
    "individual": individual,
    "scripted": scripted,
}

METHOD_REPORTS: Mapping[str, Callable[[DrawRequest, Instance, Sequence[DrawnRound]], Report]] = {
    "individual": partner_report,
    "mitchell": omit_seats,
    **dict.fromkeys(BY_STANDING, standing_report),
    "knock-out": knock_out_report,
}


def draw(request: DrawRequest, on_progress: OnProgress | None = None) -> Draw:
    """Return the rounds for a request, with a report. Raises Refusal if the request has faults or no draw is possible.

    `on_progress` is called with the part done, from 0 to 1, and does not influence the draw.
    """
    started = perf_counter()
    request = replace(request, history=tuple(filter(None, request.history)))
    if faults := problems(request):
        raise Refusal(faults)
    instance = instance_of(request)
    instance.on_progress = on_progress or instance.on_progress
    rounds = _draw_rounds(request, instance)
    return Draw(tuple(rounds), _report(request, instance, rounds), perf_counter() - started)


def _draw_rounds(request: DrawRequest, instance: Instance) -> list[DrawnRound]:
    """Return the rounds.

    If the method fails, try again with early sit-outs, then from a round that keeps all pairs apart.
    """
    method = METHODS[request.method]
    if method in (scripted, knock_out):  # in a final all its players sit together, even two of one club
        return method(request, instance, Rng(request.seed))
    refuse_large_cliques(instance)
    separated = refuse_inseparable(instance)
    try:
        return method(request, instance, Rng(request.seed))
    except Refusal:
        if request.method in ONE_ROUND and (relaxed := with_early_sit_outs(instance)):
            with suppress(Refusal):
                return method(request, relaxed, Rng(request.seed))
        if separated and request.method != "mitchell":
            with suppress(Refusal):
                return method(request, starting_from(instance, separated), Rng(request.seed))
        raise


def report_of(request: DrawRequest, rounds: Sequence[DrawnRound]) -> Report:
    """Return the report that a draw of this request would have if it had made these rounds."""
    return _report(request, instance_of(request), rounds)


def _report(request: DrawRequest, instance: Instance, rounds: Sequence[DrawnRound]) -> Report:
    details = METHOD_REPORTS.get(request.method)
    more = details(request, instance, rounds) if details else {}
    return report_on(request, rounds, **more, **instance.notes)
