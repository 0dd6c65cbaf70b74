"""A phone at a table: its seat, its player, and what to do next."""

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop

from tournaments.actions.at_table.occupants import occupant_of
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.at_table.seats import needs_pin
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
"""The time for which a table shows that help is coming."""


@dataclass(frozen=True)
class PhoneAtTable:
    """A device's session at a table. The table's state and seats are read only when they are needed.

    `mark` is a digest of the table from before it was read, so that later changes are noticed. It is "" for requests
    that show no page.
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
    def is_help_coming(self) -> bool:
        """Whether the last call was answered within `ON_THE_WAY`; not if it was about a dispute that is settled."""
        answered_at = self.call and self.call.answered_at
        if not self.call or not answered_at or answered_at < timezone.now() - ON_THE_WAY:
            return False
        return self.call.reason != DISPUTE or bool(self.play.disputed)

    @property
    def table(self) -> Table:
        """The table, with its round and tournament loaded."""
        return self.session.table

    @property
    def tournament(self) -> Tournament:
        """The tournament of the table."""
        return self.table.round.tournament

    @property
    def is_open(self) -> bool:
        """Whether the round is in play."""
        return not self.session.has_ended

    @cached_property
    def seat(self) -> Seat | None:
        """The seat of this phone; None on a kiosk, or before the player has tapped a name."""
        own = self._own_seat
        return next((seat for seat in self.play.seats if seat.number == own), None)

    @cached_property
    def followed(self) -> Entry | None:
        """The entry whose next table this phone shows; None without a seat, or for a guest without an entry."""
        return occupant_of(self.seat).followed if self.seat else None

    @property
    def _own_seat(self) -> int | None:
        return None if self.is_kiosk else self.session.own_seat

    @property
    def taken_seats(self) -> set[int]:
        """The seats that other phones hold."""
        return {c.seat for c in self.claims if c.session.device != self.session.device}

    @cached_property
    def seats_needing_pin(self) -> set[int]:
        """The seats that need a PIN to be claimed: those that are held, and free ones if the tournament requires it."""
        free = [seat for seat in self.play.seats if seat.number not in self.taken_seats]
        guarded = {seat.number for seat in free if needs_pin(self.session, seat)}
        return self.taken_seats | guarded

    def acting_seat(self, request: HttpRequest) -> tuple[SeatActor, str]:
        """Return the seat actor of a request, and the PIN sent with it: the phone's own seat, or the submitted seat.

        Raises AccessDenied if the submitted seat is not the phone's own and no PIN was sent.
        """
        named, pin = number_in(request.POST, "seat"), request.POST.get("pin", "").strip()
        own = self._own_seat
        if named not in (None, own) and not pin:
            message = gettext_noop("Enter the PIN on this player’s slip.")
            raise AccessDenied(Problem("pin_needed", message, pointer=("pin",)))
        seat = own if named is None else named
        return SeatActor(self.session, seat or 0), pin

    def unseated_response(self, request: HttpRequest) -> HttpResponse | None:
        """Return the refusal, as JSON, of a tally that a phone without a seat had stored; None for other requests."""
        speaks = self._own_seat is not None or self.is_kiosk or "seat" in request.POST
        if speaks or not self.is_open or not wants_json(request):
            return None
        message = gettext_noop("Tap your name first: this phone has no seat here.")
        return retry_later_response(Problem("seat_not_claimed", message))

    @property
    def _submitted(self) -> list[Hand]:
        """The submitted hands that a player may confirm now.

        It is [] if the director confirms hands, or if hands are confirmed at the table's end and it is not over.
        """
        policy = self.tournament.confirmation
        early = policy == ConfirmationPolicy.TABLE_END and not self.play.is_over
        if policy == ConfirmationPolicy.DIRECTOR or early:
            return []
        return [hand for hand in self.play.hands if hand.state == Hand.State.SUBMITTED]

    @cached_property
    def questions(self) -> list[Hand]:
        """The hands that this phone's player is asked to confirm, sent by other seats or devices; [] without a seat."""
        if self.seat is None:
            return []
        device = self.session.device
        return [hand for hand in self._submitted if hand.seat != self.seat.number and hand.device != device]

    @cached_property
    def waiting(self) -> list[Hand]:
        """The other submitted hands, which another player has to confirm."""
        return [hand for hand in self._submitted if hand not in self.questions]

    @property
    def confirms_all(self) -> bool:
        """Whether all waiting hands are confirmed together: there are several, or the policy is `TABLE_END`."""
        return len(self.waiting) > 1 or self.tournament.confirmation == ConfirmationPolicy.TABLE_END

    @property
    def confirmers(self) -> list[Seat]:
        """The seats that can confirm a waiting hand."""
        senders = [hand.seat for hand in self.waiting]
        return [seat for seat in self.play.seats if any(sender != seat.number for sender in senders)]

    @property
    def players_confirm(self) -> bool:
        """Whether players confirm hands, and not only the director."""
        return self.tournament.confirmation != ConfirmationPolicy.DIRECTOR

    @property
    def next_hand(self) -> int:
        """The number of the next hand."""
        return len(self.play.hands) + 1

    @property
    def may_enter(self) -> bool:
        """Whether the next hand can be entered."""
        return self.is_open and not self.play.is_over

    @property
    def step(self) -> str:
        """What the phone shows now: seats, confirm, wait, disputed, enter or finished."""
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
        """Whether this kiosk's round is over while a later round is in play."""
        return self.is_kiosk and not self.is_open and bool(rounds_in_play(self.table))


def read_phone(request: HttpRequest, session: TableSession) -> PhoneAtTable:
    """Return the phone with a digest of its table, made before the table is read."""
    return replace(phone_of_request(request, session), mark=news_of(session)["mark"])


def phone_of_request(request: HttpRequest, session: TableSession) -> PhoneAtTable:
    """Return the phone without a digest, for a request that does not show the table."""
    return PhoneAtTable(session, is_kiosk=kiosk_of(request, session.table.round.tournament) is not None)
