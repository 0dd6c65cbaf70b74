"""A phone at a table: its seat, its player, and the next step."""

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop

from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.at_table.seats import needs_pin
from tournaments.actions.at_table.speakers import speaker_of
from tournaments.actions.core.refusals import AccessDenied, Problem
from tournaments.actions.hands.help_calls import DISPUTE
from tournaments.actions.hands.tables import TableInPlay, play_at
from tournaments.models import (
    ConfirmationPolicy,
    Entry,
    Hand,
    HelpCall,
    Seat,
    SeatClaim,
    Table,
    TableSession,
    Tournament,
)

from ..forms.inputs import number_in
from ..requests.access import wants_json
from .news import news_of, rounds_in_play
from .table_sessions import kiosk_of, retry_later_response

ON_THE_WAY = timedelta(minutes=10)
"""As long as that a table is told that somebody comes."""


@dataclass(frozen=True)
class PhoneAtTable:
    """A device's session at a table, with the table's state and seats, read on use.

    `mark` is of just before they were read: what came meanwhile is news to whoever is shown them. A phone that only
    sends something has none.
    """

    session: TableSession
    is_kiosk: bool
    mark: str = ""

    @cached_property
    def play(self) -> TableInPlay:
        """The state of the table."""
        return play_at(self.table)

    @cached_property
    def claims(self) -> tuple[SeatClaim, ...]:
        """The claimed seats."""
        return tuple(self.table.claims.filter(released_at=None).select_related("session"))

    @cached_property
    def call(self) -> HelpCall | None:
        """The table's last call for the director."""
        return self.table.help_calls.last()

    @property
    def is_calling(self) -> bool:
        """Whether a call is unanswered."""
        return self.call is not None and self.call.answered_at is None

    @property
    def somebody_comes(self) -> bool:
        """Whether a call was answered lately; a call over a dispute ends with the decision instead."""
        answered_at = self.call and self.call.answered_at
        if not self.call or not answered_at or answered_at < timezone.now() - ON_THE_WAY:
            return False
        return self.call.reason != DISPUTE or bool(self.play.disputed)

    @property
    def table(self) -> Table:
        """The table, its round and tournament with it."""
        return self.session.table

    @property
    def tournament(self) -> Tournament:
        """The tournament that is played."""
        return self.table.round.tournament

    @property
    def is_open(self) -> bool:
        """Whether the round is in play."""
        return not self.session.has_ended

    @cached_property
    def seat(self) -> Seat | None:
        """The seat of this phone, None before a name was tapped and on a shared tablet."""
        own = self._own_seat
        return next((seat for seat in self.play.seats if seat.number == own), None)

    @cached_property
    def followed(self) -> Entry | None:
        """The entry that this phone follows to the next round; None for a stand-in without an entry."""
        return speaker_of(self.seat).followed if self.seat else None

    @property
    def _own_seat(self) -> int | None:
        return None if self.is_kiosk else self.session.own_seat

    @property
    def taken_seats(self) -> set[int]:
        """The seats that other phones have."""
        return {c.seat for c in self.claims if c.session.device != self.session.device}

    @cached_property
    def seats_needing_pin(self) -> set[int]:
        """The seats that a PIN opens to this phone: taken ones, and those the tournament guards."""
        free = [seat for seat in self.play.seats if seat.number not in self.taken_seats]
        guarded = {seat.number for seat in free if needs_pin(self.session, seat)}
        return self.taken_seats | guarded

    def acting_seat(self, request: HttpRequest) -> tuple[SeatActor, str]:
        """Return the actor for a request: the phone's own seat, or a named one with its PIN.

        Raises AccessDenied for another seat than the phone's own without its PIN.
        """
        named, pin = number_in(request.POST, "seat"), request.POST.get("pin", "").strip()
        own = self._own_seat
        if named not in (None, own) and not pin:
            message = gettext_noop("Give the PIN on the slip of whoever says so.")
            raise AccessDenied(Problem("pin_needed", message, pointer=("pin",)))
        seat = own if named is None else named
        return SeatActor(self.session, seat or 0), pin

    def refuse_unseated(self, request: HttpRequest) -> HttpResponse | None:
        """The refusal for a phone that sends a stored tally before anybody has sat down with it."""
        speaks = self._own_seat is not None or self.is_kiosk or "seat" in request.POST
        if speaks or not self.is_open or not wants_json(request):
            return None
        message = gettext_noop("Tap your name first: this phone has no seat here.")
        return retry_later_response(Problem("seat_not_claimed", message))

    @property
    def _submitted(self) -> list[Hand]:
        """The hands that wait for another player, where players confirm and the time has come."""
        policy = self.tournament.confirmation
        early = policy == ConfirmationPolicy.TABLE_END and not self.play.is_over
        if policy == ConfirmationPolicy.DIRECTOR or early:
            return []
        return [hand for hand in self.play.hands if hand.state == Hand.State.SUBMITTED]

    @cached_property
    def questions(self) -> list[Hand]:
        """The hands that this phone's player has to answer."""
        if self.seat is None:
            return []
        device = self.session.device
        return [hand for hand in self._submitted if hand.seat != self.seat.number and hand.device != device]

    @cached_property
    def waiting(self) -> list[Hand]:
        """The hands entered here that wait for a confirmation."""
        return [hand for hand in self._submitted if hand not in self.questions]

    @property
    def confirms_all(self) -> bool:
        """Whether one answer confirms all waiting hands: several, or the table's final confirmation."""
        return len(self.waiting) > 1 or self.tournament.confirmation == ConfirmationPolicy.TABLE_END

    @property
    def confirmers(self) -> list[Seat]:
        """The seats that may confirm one of them."""
        senders = [hand.seat for hand in self.waiting]
        return [seat for seat in self.play.seats if any(sender != seat.number for sender in senders)]

    @property
    def players_confirm(self) -> bool:
        """Whether another player confirms hands, and not the director alone."""
        return self.tournament.confirmation != ConfirmationPolicy.DIRECTOR

    @property
    def next_hand(self) -> int:
        """The number of the hand that comes next."""
        return len(self.play.hands) + 1

    @property
    def may_enter(self) -> bool:
        """Whether a next hand can be entered."""
        return self.is_open and not self.play.is_over

    @property
    def step(self) -> str:
        """The phone's current step: seats, confirm, wait, disputed, enter or finished."""
        if self.is_open and self.seat is None and not self.is_kiosk:
            return "seats"
        if self.is_open and self.questions:
            return "confirm"
        if self.is_open and self.waiting:
            return "wait"
        if self.is_open and self.play.disputed:
            return "disputed"
        return "enter" if self.may_enter else "finished"

    @property
    def is_round_over(self) -> bool:
        """Whether this kiosk's round is over while another one is in play."""
        return self.is_kiosk and not self.is_open and bool(rounds_in_play(self.table))


def read_phone(request: HttpRequest, session: TableSession) -> PhoneAtTable:
    """Read the session with the state of its table."""
    return replace(sending_phone(request, session), mark=news_of(session)["mark"])


def sending_phone(request: HttpRequest, session: TableSession) -> PhoneAtTable:
    """The session of a phone that sends something and is shown nothing."""
    return PhoneAtTable(session, is_kiosk=kiosk_of(request, session.table.round.tournament) is not None)
