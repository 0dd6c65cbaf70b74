"""The clock on pages: as text, and as data for the script that counts down."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.actions.rounds.clock import planned_minutes, warning_minutes
from tournaments.actions.rounds.clock_documents import clock_document, clock_of, sorted_tables
from tournaments.models import Clock, Round, Tournament, Visibility
from tournaments.models.clock import MILLISECOND, MINUTE
from tournaments.models.round import DRAWN

SOON = "soon"


@dataclass(frozen=True, slots=True)
class ShownClock:
    """A round's clock at a table, or for all tables if `table` is None. A page can show it before its start.

    With `is_of_any`, the page shows the clock of the latest round, whichever this is. With `plays`, the announcement at
    the end asks players to finish their hand. `follows` is the URL that the page polls.
    """

    round: Round
    table: int | None
    follows: str
    is_of_any: bool = False
    plays: bool = True

    @property
    def over(self) -> str:
        """The announcement when the time is over."""
        return over() if self.plays else gettext("Time is up.")

    @property
    def is_due(self) -> bool:
        """Whether the page shows a clock: it shows the clock of the latest round, or its own round is in play."""
        return self.is_of_any or self.round.state == Round.State.PUBLISHED

    @property
    def clock(self) -> Clock | None:
        """The clock; None before its start."""
        return clock_of(self.round)

    @property
    def tournament(self) -> Tournament:
        """The tournament of the round."""
        return self.round.tournament

    @property
    def full(self) -> str:
        """The API URL of the whole clock; "" at a table of a private tournament, where `follows` has it."""
        if self.tournament.visibility == Visibility.PRIVATE and self.follows.startswith("/t/"):
            return ""
        return reverse("api:clock", args=[self.tournament.address])

    @property
    def state(self) -> str:
        """The state of the clock; "" before its start, `soon` shortly before its end."""
        return shown_state(self.clock, self.table, timezone.now(), self.tournament) if self.clock else ""

    @property
    def words(self) -> str:
        """The state as text, with the end in the club's time zone; "" before the start."""
        clock = self.clock
        if clock is None:
            return ""
        now = timezone.now()
        is_over = clock.state_at(now, self.table) == Clock.State.OVER
        return self.over if is_over else clock_words(clock, self.table, now)

    @property
    def document(self) -> str:
        """The data with which the script begins, as JSON; null before the start."""
        return json.dumps(clock_document(self.round), cls=DjangoJSONEncoder)

    @property
    def planned(self) -> int | None:
        """The planned minutes of a round, or None."""
        return planned_minutes(self.tournament)

    @property
    def own_times(self) -> list[tuple[int, int]]:
        """The tables with extra time, and their extra minutes rounded up; [] without a clock or after its end."""
        clock = self.clock
        times = sorted_tables(clock.tables) if clock and clock.ended_at is None else []
        return [(int(table), -(-beyond // MINUTE)) for table, beyond in times]


def shown_state(clock: Clock, table: int | None, now: datetime, tournament: Tournament) -> str:
    """Return the clock's state at a table, or for all; `soon` if it runs and the time of the warning has come."""
    state = clock.state_at(now, table)
    is_soon = clock.left_at(now, table) <= warning_minutes(tournament) * MINUTE
    return SOON if state == Clock.State.RUNNING and is_soon else state.value


def clock_words(clock: Clock, table: int | None, now: datetime) -> str:
    """Return the state of the clock at a table, or for all, as text."""
    state, ends_at = clock.state_at(now, table), clock.ends_at(table)
    if state == Clock.State.OVER:
        return over()
    if ends_at is None:
        minutes = -(-clock.left_at(now, table) // MINUTE)
        still = ngettext(
            "The clock is stopped: %(minutes)d minute left", "The clock is stopped: %(minutes)d minutes left", minutes
        )
        return still % {"minutes": minutes}
    if state == Clock.State.WAITING and clock.runs_since:
        times = {"start": hour(clock.runs_since), "end": hour(ends_at)}
        return gettext("from %(start)s until %(end)s") % times
    return gettext("until %(time)s") % {"time": hour(ends_at)}


def over() -> str:
    """Return the announcement when the time is over; this does not close the round."""
    return gettext("Time is up: finish the hand that you are playing.")


def hour(moment: datetime) -> str:
    """Return the hour and minute of a time in the active time zone; its seconds are rounded up."""
    return timezone.localtime(moment + 999 * MILLISECOND).strftime("%H:%M")


def shown_clock(round_: Round, table: int | None = None) -> ShownClock:
    """Return a round's clock for a page that is visible to everybody who may see the tournament."""
    return ShownClock(round_, table, reverse("api:live", args=[round_.tournament.address]))


def clock_of_latest(tournament: Tournament) -> ShownClock | None:
    """Return the clock of the latest published round; None if the tournament is not running.

    It is for pages that are not about one round.
    """
    if tournament.status != Tournament.Status.RUNNING:
        return None
    latest = tournament.rounds.published().select_related("clock").defer(*DRAWN).order_by("-number").first()
    if latest is None:
        return None
    latest.tournament = tournament
    return ShownClock(latest, None, reverse("api:live", args=[tournament.address]), is_of_any=True)


def clock_at_table(round_: Round, table: int | None = None, *, plays: bool = True) -> ShownClock:
    """Return the clock for a phone or kiosk. If the tournament is public, it polls the public `live/`."""
    if round_.tournament.visibility == Visibility.PRIVATE:
        return ShownClock(round_, table, reverse("table-clock", args=[round_.tournament.slug]), plays=plays)
    return ShownClock(round_, table, reverse("api:live", args=[round_.tournament.address]), plays=plays)
