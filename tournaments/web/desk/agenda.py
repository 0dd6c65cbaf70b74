"""What the director has to do next."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from statistics import median_low

from django.utils import timezone

from tournaments.actions.hands.tables import TableInPlay, has_played_its_time
from tournaments.actions.rounds.clock_documents import clock_of
from tournaments.actions.rounds.draws.first_draws import first_draw_at
from tournaments.actions.rounds.draws.knock_out import KNOCK_OUT, Due, due_in
from tournaments.actions.standings.halls_cache import HALLS_CACHE
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.models.round import DRAWN, LATE

BEHIND = 2
"""A table is slow if it is at least this many hands behind the median."""
LAST_FEW = 6
"""The most unfinished tables that `Agenda.last` lists."""


@dataclass(frozen=True)
class Agenda:
    """What the director has to do next in a round, usually the latest, with its tables.

    `round` is None before the first.
    """

    tournament: Tournament
    round: Round | None
    tables: tuple[TableInPlay, ...]

    @cached_property
    def outstanding(self) -> list[TableInPlay]:
        """The tables with missing, unconfirmed or disputed hands; those with disputed hands come first."""
        waiting = [table for table in self.tables if table.is_outstanding]
        return sorted(waiting, key=lambda table: not table.disputed)

    @cached_property
    def earlier(self) -> "list[Agenda]":
        """The agendas of earlier rounds that are still in play, by round number."""
        if self.round is None or self.round.number == 1:
            return []
        before = self.tournament.rounds.filter(number__lt=self.round.number, state=Round.State.PUBLISHED)
        in_play = before.select_related("clock").defer(*DRAWN).order_by("number")
        return [_of_round(self.tournament, round_) for round_ in in_play]

    @property
    def may_close_by_time(self) -> bool:
        """Whether tables are outstanding only because their time has run out: all their hands are confirmed."""
        if self.round is None or not self._in_play or not self.outstanding:
            return False
        now = timezone.now()
        return all(has_played_its_time(self.round, table, now) for table in self.outstanding)

    @cached_property
    def slow(self) -> list[TableInPlay]:
        """The outstanding tables whose time is over, or that are `BEHIND` hands behind the median; else []."""
        if self.round is None or not self._in_play or not self.tables:
            return []
        now, clock = timezone.now(), clock_of(self.round)
        usual = median_low([len(table.hands) for table in self.tables])
        over = {t.table.number for t in self.tables if clock and not clock.left_at(now, t.table.number)}
        return [table for table in self.outstanding if table.table.number in over or len(table.hands) <= usual - BEHIND]

    @property
    def last(self) -> list[TableInPlay]:
        """The outstanding tables if only a few are left: at most `LAST_FEW`, and at most half of all; else []."""
        few = min(LAST_FEW, len(self.tables) // 2)
        return self.outstanding if self._in_play and len(self.outstanding) <= few else []

    @property
    def may_end(self) -> bool:
        """Whether more rounds are planned, and the next step is to play, to close or to draw."""
        rounds = self.tournament.rounds_planned
        return self.round is not None and self.step in ("play", "close", "draw") and self.round.number < rounds

    @property
    def is_about_to_draw(self) -> bool:
        """Whether check-in matters now: the next step is to register, draw or publish, or the draw was refused."""
        return self.step in ("register", "draw", "refused", "publish")

    @property
    def next_number(self) -> int:
        """The number of the next round to be drawn."""
        if self.round is None:
            return 1
        return self.round.number + (self.round.state != Round.State.REFUSED)

    @cached_property
    def _due(self) -> Due:
        return due_in(self.tournament, self.next_number)

    @cached_property
    def due(self) -> list[Entry]:
        """The entries that certainly play in the next round, by name."""
        return list(self._due.entries.order_by("name"))

    @property
    def open_places(self) -> int:
        """The number of seats in the next round of a knock-out for which tied entries still compete."""
        return self._due.open_places

    @cached_property
    def sitting_out(self) -> list[Entry]:
        """The entries that sit out the round in play, by name."""
        if self.round is None or not self._in_play:
            return []
        return list(self.tournament.entries.filter(sit_outs__round=self.round).order_by("name"))

    @property
    def missing(self) -> list[Entry]:
        """The due entries that are not checked in; [] if none is checked in."""
        if not any(entry.checked_in for entry in self.due):
            return []
        return [entry for entry in self.due if not entry.checked_in]

    @property
    def waits_for_stage(self) -> bool:
        """Whether the tournament is a stage that has not been filled from the earlier stages."""
        if self.tournament.championship is None:
            return False
        return Stage.objects.filter(tournament=self.tournament, filled_at=None).exists()

    @property
    def left_over(self) -> int:
        """How many due entries remain if all tables have the preferred size; 0 in a knock-out."""
        return 0 if self.tournament.pairing == KNOCK_OUT else len(self.due) % self.tournament.table_sizes[0]

    @property
    def is_short(self) -> bool:
        """Whether there are too few players for a table."""
        return len(self.due) + self.open_places < min(self.tournament.table_sizes)

    @property
    def overdue(self) -> bool:
        """Whether the closing time of the round in play has passed, and it has outstanding tables."""
        closes_at = self.round.closes_at if self.round else None
        return bool(self._in_play and closes_at and closes_at <= timezone.now() and self.outstanding)

    @property
    def late(self) -> bool:
        """Whether an automatic step, or a worker, is late by more than `LATE`."""
        if self.round is None or self.step == "draw":
            due = self.automatic_draw_at
            return due is not None and due < timezone.now() - LATE
        return self.step != "play" and self.round is not None and self.round.is_late

    @property
    def _in_play(self) -> bool:
        return self.round is not None and self.round.state == Round.State.PUBLISHED

    @cached_property
    def first_draw_at(self) -> datetime | None:
        """When the first round is drawn automatically; None if it is not."""
        return first_draw_at(self.tournament, timezone.now())

    @property
    def automatic_draw_at(self) -> datetime | None:
        """When the next round is drawn automatically; None if it is not."""
        if self.round is None:
            return self.first_draw_at
        minutes = self.tournament.draw_after_minutes
        if self.step != "draw" or minutes is None or not self.round.closed_at:
            return None
        return self.round.closed_at + timedelta(minutes=minutes)

    @property
    def step(self) -> str:
        """The next step: register, draw, drawing, refused, publish, play, close, finished, or archived."""
        if self.round and self.round.state in (Round.State.DRAWING, Round.State.REFUSED):
            return self.round.state
        if self._in_play:
            return "play" if self.outstanding else "close"
        if self.tournament.status == Tournament.Status.ARCHIVED:
            return "archived"
        if self.round and self.round.state == Round.State.DRAFT:
            return "publish"
        if self.round and self.round.number >= self.tournament.rounds_planned:
            return "finished"
        return "register" if self.is_short else "draw"


def agenda(tournament: Tournament) -> Agenda:
    """Return the tournament's agenda.

    Two queries if no table has changed, else five; one more if entries have no seat.
    """
    latest = tournament.rounds.select_related("clock").defer(*DRAWN).order_by("-number").first()
    if latest is None:
        return Agenda(tournament, None, ())
    return _of_round(tournament, latest)


def _of_round(tournament: Tournament, round_: Round) -> Agenda:
    round_.tournament = tournament
    return Agenda(tournament, round_, HALLS_CACHE.tables_of(round_))
