"""The parts of the desk, which differ for directors and scorers."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from heapq import nlargest
from typing import Any

from django.db.models import Max, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.actions.at_table.codes import TypedCodes, typed_codes
from tournaments.actions.backups import last_backups
from tournaments.actions.hands.help_calls import DISPUTE, open_calls
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.readiness import shortcomings
from tournaments.actions.rounds.clock_documents import clock_of
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.actions.webhooks.webhooks import stopped_webhooks
from tournaments.models import Hand, HelpCall, Round, Season, Tournament, leading
from tournaments.models.round import DRAWN, LATE
from tournaments.wording.standing_states import State, state_of

from ..requests.clock import shown_clock
from .agenda import Agenda, agenda
from .live_parts import Part, PartRenderer, PartsCache, mark_of
from .pending_decisions import PendingDecision, open_decisions, similar_phone_claims
from .rejected_attempts import recent_attempts
from .stage_card import stage_card

GROUP = 16
"""The number of tables in one part."""
LATEST = 6
PARTS_CACHE = PartsCache()


@dataclass(frozen=True, slots=True)
class LatestHand:
    """A hand recorded recently, with its table and the time."""

    play: TableInPlay
    hand: Hand
    at: datetime


@dataclass(frozen=True)
class OpenMatters:
    """What needs attention: calls from tables and open decisions. Some of it is only for directors."""

    tournament: Tournament
    round: Round | None = None
    directs: bool = True

    @cached_property
    def is_corrected(self) -> bool:
        """Whether results by which the round was drawn have changed, and no director has decided what to do."""
        return self.round is not None and corrected_since(self.round)

    @property
    def calls(self) -> list[HelpCall]:
        """The open calls, except those in `dispute_calls`."""
        return [call for call in self._open_calls if self.dispute_calls.get(call.table_id) != call]

    @cached_property
    def dispute_calls(self) -> dict[int, HelpCall]:
        """The open calls about disputes, at tables that have a disputed hand, by table id."""
        disputed = {one.table.pk for one in self.decisions if one.requested is None}
        over = [call for call in self._open_calls if call.reason == DISPUTE]
        return {call.table_id: call for call in over if call.table_id in disputed}

    @cached_property
    def _open_calls(self) -> list[HelpCall]:
        return list(open_calls(self.tournament))

    @cached_property
    def decisions(self) -> list[PendingDecision]:
        """The hands that a director must decide on."""
        return open_decisions(self.tournament)

    @cached_property
    def codes(self) -> TypedCodes:
        """The state of short codes: wrong codes and blocked phones."""
        return typed_codes(self.tournament)

    @property
    def count(self) -> int:
        """How many calls and decisions there are; for directors, limited codes and changed results count 1 each."""
        public_matters = len(self.calls) + len(self.decisions)
        return public_matters + self.codes.is_limited + self.is_corrected if self.directs else public_matters


class Desk:
    """A tournament's desk, as a member of its club sees it."""

    def __init__(self, request: HttpRequest, framed: Mapping[str, Any]) -> None:
        self.tournament: Tournament = framed["tournament"]
        self.agenda: Agenda = agenda(self.tournament)
        self._directs: bool = framed["directs"]
        self._owns: bool = framed["owns"]
        self.matters = OpenMatters(self.tournament, self.agenda.round, self._directs)
        context = {"agenda": self.agenda, "round": self.agenda.round, "directs": self._directs}
        self._part = PartRenderer(request, {**framed, **context}).part

    @property
    def parts(self) -> list[Part]:
        """Every part in the order of the page."""
        role_parts = self._for_directors() if self._directs else [self._seen()]
        return [self._strip(), *role_parts, *self._for_all()]

    def _strip(self) -> Part:
        round_ = self.agenda.round
        count = self.matters.count
        return self._part("strip", "desk/_strip.html", count=count, shown=round_ and shown_clock(round_))

    @cached_property
    def _state(self) -> State:
        """The state of the standings, for members of the club."""
        return state_of(self.tournament, leading(self.tournament), hidden=False)

    @cached_property
    def _stage_card(self) -> dict[str, Any] | None:
        return stage_card(self.tournament)

    def _seen(self) -> Part:
        """Return the part with calls and decisions for members who are not directors."""
        calls, decisions = self.matters.calls, self.matters.decisions
        return self._part("matters", "desk/_calls.html", matters=self.matters, calls=calls, decisions=decisions)

    def _for_directors(self) -> Iterator[Part]:
        round_, alike = self.agenda.round, similar_phone_claims(self.tournament)
        problems = [*shortcomings(), *stopped_webhooks(self.tournament.club)]
        yield self._part("matters", "desk/_matters.html", matters=self.matters, alike=alike, shortcomings=problems)
        yield self._part("stage", "desk/_next_stage.html", card=self._stage_card)
        yield self._part("clock", "desk/_clock.html", shown=round_ and shown_clock(round_))
        backups = last_backups() if self._owns else {}
        seasons = Season.objects.of_evening(self.tournament)
        yield self._part("details", "desk/_round_details.html", state=self._state, backups=backups, seasons=seasons)
        yield self._part("attempts", "desk/_rejected_attempts.html", rejected_attempts=recent_attempts(self.tournament))

    def _for_all(self) -> Iterator[Part]:
        if self._directs:
            yield self._part("step", "desk/_next_step.html", state=self._state, card=self._stage_card)
        else:
            yield self._part("step", "desk/_next_table.html")
        yield self._part("latest", "desk/_latest.html", results=self._latest_results())
        shown = self.agenda.tables if self.agenda.round and self.agenda.round.is_public else ()
        yield self._part("hall", "desk/_hall.html", count=len(shown))
        slow = {play.table.number for play in self.agenda.slow}
        for first in range(0, len(shown), GROUP):
            yield self._tables(f"tables-{first // GROUP + 1}", shown[first : first + GROUP], slow)

    def _tables(self, name: str, tables: Sequence[TableInPlay], slow: Set[int]) -> Part:
        """Return a part with some tables. It is rendered once for all users who see the same."""
        slow_ones = frozenset(play.table.number for play in tables if play.table.number in slow)
        number = self.agenda.round and self.agenda.round.number
        key = (self.tournament.address, number, name, get_language(), self._directs, slow_ones)
        return PARTS_CACHE.part(
            key, tables, lambda: self._part(name, "long/_tables.html", tables=tables, slow=slow_ones)
        )

    def _latest_results(self) -> list[LatestHand]:
        """Return the last hands of the round, latest first, in one query."""
        hands = {hand.pk: (play, hand) for play in self.agenda.tables for hand in play.hands}
        latest = nlargest(LATEST, hands)
        times = dict(Hand.objects.filter(pk__in=latest).values_list("pk", "recorded_at")) if latest else {}
        return [LatestHand(*hands[pk], times[pk]) for pk in latest]


def desk_mark(request: HttpRequest, tournament: Tournament) -> str:
    """Return a digest of everything on the desk; in eight small queries."""
    now = timezone.now()
    latest = tournament.rounds.select_related("clock").defer(*DRAWN).order_by("-number").first()
    clock = clock_of(latest)
    return mark_of(
        request,
        [tournament.ledger_length, tournament.revision],
        latest
        and [latest.pk, latest.state, latest.publish_at, latest.closes_at, *_overdue_times(tournament, latest, now)],
        not latest and tournament.draw_at and tournament.draw_at + LATE <= now,
        clock and [clock.version, *(clock.state_at(now, table) for table in (None, *clock.tables))],
        list(open_calls(tournament).values_list("pk", "reason")),
        typed_codes(tournament),
        [claim.pk for claim in similar_phone_claims(tournament)],
        tournament.rejected_attempts.aggregate(Max("last_at"), Sum("times")),
        [problem.code for problem in (*shortcomings(), *stopped_webhooks(tournament.club))],
    )


def _overdue_times(tournament: Tournament, round_: Round, now: datetime) -> list[bool]:
    """Return whether the latest round is late, its closing time has passed, and the next draw is overdue."""
    minutes = tournament.draw_after_minutes
    draws_at = round_.closed_at + timedelta(minutes=minutes) if round_.closed_at and minutes is not None else None
    hours = (round_.closes_at, draws_at and draws_at + LATE)
    return [round_.is_late, *(hour is not None and hour <= now for hour in hours)]
