"""The clock of a round in play: directors start, pause, resume, extend and end it. It never closes the round."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Clock, Round, Table, Tournament
from tournaments.models.clock import MINUTE
from tournaments.models.tournament_settings import A_WEEK

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import save_fields
from ..ledger_kinds import LedgerKind
from .draws.records import clock_facts, round_times
from .rounds import locked_round, require_state

MOST_MINUTES = A_WEEK
USUAL_WARNING = 5
JUST_NOW = timedelta(minutes=1)
"""The limit for a start in the past, because it takes time to send a form for "now"."""


def warning_minutes(tournament: Tournament) -> int:
    """Return how many minutes before the end the clock warns; 0 if it does not warn."""
    return USUAL_WARNING if tournament.clock_warning is None else int(tournament.clock_warning)


def planned_minutes(tournament: Tournament) -> int | None:
    """Return the planned minutes of a round: `table_minutes`, else `round_minutes`; None if neither is set."""
    minutes: int | None = tournament.table_minutes or tournament.round_minutes
    return minutes


def round_in_play(tournament: Tournament) -> Round:
    """Return the latest round in play. Raises Conflict if there is none."""
    round_ = latest_in_play(tournament)
    if round_ is None:
        raise Conflict(Problem("no_round_in_play", _("No round is in play.")))
    return round_


def latest_in_play(tournament: Tournament) -> Round | None:
    """Return the latest round in play, with its clock loaded; None if there is none."""
    in_play = tournament.rounds.filter(state=Round.State.PUBLISHED).select_related("clock")
    round_ = in_play.order_by("-number").first()
    if round_:
        round_.tournament = tournament
    return round_


def start_clock(round_: Round, *, by: Actor, minutes: int | None = None, starts_at: datetime | None = None) -> Clock:
    """Start the clock of a round in play with the planned or the given minutes, now or later; return the clock.

    A clock that was started with the same minutes stays as it is. Raises Invalid if the minutes are unknown or out of
    bounds, or if the start is in the past or over a day ahead. Raises Conflict if the round is not in play or has a
    clock with different minutes.
    """
    with transaction.atomic():
        round_ = locked_round(round_)
        require_state(round_, Round.State.PUBLISHED)
        minutes = planned_minutes(round_.tournament) if minutes is None else minutes
        started = Clock.objects.filter(round=round_).first()
        if started and minutes in (None, started.minutes):
            return started
        if started:
            message = _("The clock of this round has already been started: give it more time, or less.")
            raise Conflict(Problem("clock_started", message))
        now = timezone.now()
        clock = _new_clock(round_, minutes, starts_at, now)
        _log(round_, clock, "clock_started", by=by)
    return clock


def _new_clock(round_: Round, minutes: int | None, starts_at: datetime | None, now: datetime) -> Clock:
    problems = []
    if minutes is None:
        problems.append(Problem("missing_field", _("Enter how many minutes the round takes."), pointer=("minutes",)))
    elif not 1 <= minutes <= MOST_MINUTES:
        problems.append(_out_of_range(1, MOST_MINUTES))
    if starts_at and starts_at < now - JUST_NOW:
        message = _("This time has passed: choose a later one, or leave it empty to start now.")
        problems.append(Problem("in_the_past", message, pointer=("starts_at",)))
    if starts_at and starts_at > now + timedelta(days=1):
        message = _("Choose a moment within a day from now.")
        problems.append(Problem("out_of_range", message, pointer=("starts_at",)))
    if problems or minutes is None:
        raise Invalid(problems)
    since = max(now, starts_at or now)
    return Clock.objects.create(round=round_, minutes=minutes, left=minutes * MINUTE, runs_since=since)


def _out_of_range(least: int, most: int) -> Problem:
    bounds = {"least": least, "most": most}
    return Problem("out_of_range", _("Enter a number from %(least)d to %(most)d."), bounds, ("minutes",))


def pause_clock(round_: Round, *, by: Actor) -> Clock:
    """Pause the clock and return it. It can be paused before its start; a paused clock stays as it is."""
    with transaction.atomic():
        round_, clock = _locked_clock(round_)
        if clock.runs_since is not None:
            clock.pause(timezone.now())
            _change(round_, clock, "clock_paused", by=by)
    return clock


def resume_clock(round_: Round, *, by: Actor) -> Clock:
    """Resume the clock with the time that was left, even after it was ended; return it.

    A running clock stays as it is.
    """
    with transaction.atomic():
        round_, clock = _locked_clock(round_)
        if clock.runs_since is None:
            clock.resume(timezone.now())
            _change(round_, clock, "clock_resumed", by=by)
    return clock


def end_clock(round_: Round, *, by: Actor) -> Clock:
    """End the clock for every table, whatever time is left; return it. An ended clock stays as it is."""
    with transaction.atomic():
        round_, clock = _locked_clock(round_)
        if clock.ended_at is None:
            clock.end(timezone.now())
            _change(round_, clock, "clock_ended", by=by)
    return clock


def give_time(round_: Round, *, by: Actor, minutes: int, table: int | None = None, version: int | None = None) -> Clock:
    """Add minutes to the clock, for one table or for all; a negative number removes them. Return the clock.

    Minutes are added to zero if the time has run out, so overtime is not subtracted. `version` prevents two people from
    adding the same time twice: raises Stale if it is not the clock's current version. Raises Invalid for an unknown
    table or minutes out of bounds, Conflict if the clock was ended.
    """
    with transaction.atomic():
        round_, clock = _locked_clock(round_)
        if version is not None and version != clock.version:
            message = _("The clock was changed a moment ago, here or by somebody else: this is its current state.")
            raise Stale(Problem("clock_changed", message))
        if clock.ended_at is not None:
            raise Conflict(Problem("clock_ended", _("The time was ended: resume the clock before you add time.")))
        now = timezone.now()
        refuse(_problems(round_, clock, minutes, table, now))
        clock.give(minutes, table, now)
        _change(round_, clock, "clock_extended", by=by, minutes=minutes, table=table)
    return clock


def _problems(round_: Round, clock: Clock, minutes: int, table: int | None, now: datetime) -> Iterator[Problem]:
    if table is not None and not Table.objects.filter(round=round_, number=table).exists():
        yield Problem("unknown_table", _("There is no such table in this round."), pointer=("table",))
    elif problem := _bounds_problem(clock, minutes, table, now):
        yield problem


def _bounds_problem(clock: Clock, minutes: int, table: int | None, now: datetime) -> Problem | None:
    """Return a problem if these minutes cannot be added, else None."""
    if minutes == 0:
        message = _("Enter the minutes to add, with a minus sign to take minutes off.")
        return Problem("missing_field", message, pointer=("minutes",))
    least = -clock.takes_off(table, now)
    most = MOST_MINUTES - clock.minutes - clock.extra
    return None if least <= minutes <= most else _out_of_range(least, most)


def _locked_clock(round_: Round) -> tuple[Round, Clock]:
    """Return the round in play, locked, and its clock. Raises Conflict if it is not in play or has no clock."""
    round_ = locked_round(round_)
    require_state(round_, Round.State.PUBLISHED)
    clock = Clock.objects.filter(round=round_).first()
    if clock is None:
        raise Conflict(Problem("clock_not_started", _("The clock of this round has not been started.")))
    return round_, clock


def _change(round_: Round, clock: Clock, kind: LedgerKind, *, by: Actor, **more: object) -> None:
    clock.version += 1
    clock.save()
    _log(round_, clock, kind, by=by, **more)


def _log(round_: Round, clock: Clock, kind: LedgerKind, *, by: Actor, **more: object) -> None:
    """Append the change of the clock to the ledger.

    In a tournament with timed rounds, also set the round's closing time to the end of the clock.
    """
    if round_.tournament.round_minutes:
        save_fields(round_, closes_at=clock.ends_at())
    facts = {"round": round_.number, "clock": clock_facts(clock), "times": round_times(round_), **more}
    ledger.append(round_.tournament_id, kind, by=by, facts=facts, changes_standings=False)
