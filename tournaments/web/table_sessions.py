"""A phone at a table: which session its cookies continue, which seat it has, what comes next."""

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.utils import timezone

from tournaments.actions.actor import secret_digest
from tournaments.actions.at_table import table_sessions
from tournaments.actions.at_table.seats import needs_pin
from tournaments.actions.at_table.voices import Voice
from tournaments.actions.tables import TableInPlay, read_tables
from tournaments.models import Confirmation, Hand, HelpCall, Round, Seat, SeatClaim, Table, TableSession, Tournament

from .news import mark_of, rounds_in_play
from .table_cookies import DEVICE, SESSION, kiosk_of


@dataclass(frozen=True)
class PhoneAtTable:
    """A device's session at a table, with how the table stands and who has which seat.

    `mark` is of just before they were read: what came meanwhile is news to whoever is shown them.
    """

    session: TableSession
    mark: str
    play: TableInPlay
    claims: tuple[SeatClaim, ...]
    call: HelpCall | None
    is_kiosk: bool

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
        return self.table.round.state == Round.State.PUBLISHED

    @cached_property
    def seat(self) -> Seat | None:
        """The seat of this phone, None before a name was tapped and on a shared tablet."""
        if self.is_kiosk:
            return None
        mine = [c.seat for c in self.claims if c.session.device == self.session.device]
        return next((seat for seat in self.play.seats if seat.number in mine), None)

    @property
    def taken(self) -> set[int]:
        """The seats that other phones have."""
        return {c.seat for c in self.claims if c.session.device != self.session.device}

    @cached_property
    def asked_for_pin(self) -> set[int]:
        """The seats that a PIN opens to this phone: taken ones, and those the tournament guards."""
        free = [seat for seat in self.play.seats if seat.number not in self.taken]
        guarded = {seat.number for seat in free if needs_pin(self.session, seat.entry)}
        return self.taken | guarded

    def voice(self, seat: int | None = None) -> Voice:
        """This phone speaking for a seat, its own where none is named."""
        own = self.seat.number if self.seat else 0
        return Voice(self.session, own if seat is None else seat)

    def asked(self, hand: Hand) -> Seat:
        """Who is asked first whether a hand is right: whoever sits before the one who entered it.

        With the keypad that is the owner of the number that was derived, not typed.
        """
        entered_by = hand.seat or 0
        return self.play.seats[(entered_by - 1) % len(self.play.seats)]

    @property
    def _submitted(self) -> list[Hand]:
        """The hands that wait for another player, where players confirm and the time has come."""
        policy = self.tournament.confirmation
        early = policy == Confirmation.TABLE_END and not self.play.state.over
        if policy == Confirmation.DIRECTOR or early:
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
        """The hands that were entered here and wait for somebody else."""
        return [hand for hand in self._submitted if hand not in self.questions]

    @property
    def players_confirm(self) -> bool:
        """Whether another player has a say, and not the director alone."""
        return self.tournament.confirmation != Confirmation.DIRECTOR

    @property
    def disputed(self) -> list[Hand]:
        """The hands that the table does not agree on."""
        return [hand for hand in self.play.hands if hand.state == Hand.State.DISPUTED]

    @property
    def next_hand(self) -> int:
        """The number of the hand that comes next."""
        return len(self.play.hands) + 1

    @property
    def may_enter(self) -> bool:
        """Whether a next hand can be entered."""
        return self.is_open and not self.play.state.over

    @property
    def step(self) -> str:
        """What this phone is there for now: seats, confirm, wait, enter or finished."""
        if self.is_open and self.seat is None and not self.is_kiosk:
            return "seats"
        if self.is_open and self.questions:
            return "confirm"
        if self.is_open and self.waiting:
            return "wait"
        return "enter" if self.may_enter else "finished"

    @property
    def is_left_behind(self) -> bool:
        """Whether this is a shared tablet whose round is over, and another is in play."""
        return self.is_kiosk and not self.is_open and bool(rounds_in_play(self.table))


def find_session(request: HttpRequest, slug: str) -> TableSession | None:
    """The session that this browser has in the tournament."""
    session = table_sessions.find_session(request.COOKIES.get(SESSION, ""))
    if session is None or session.table.round.tournament.slug != slug:
        return None
    if session.device != secret_digest(request.COOKIES.get(DEVICE, "")):
        return None
    timezone.activate(session.table.round.tournament.club.time_zone)
    return session


def read_phone(request: HttpRequest, session: TableSession) -> PhoneAtTable:
    """The session with its table as it stands, in nine queries; one more for what is announced."""
    mark, table = mark_of(session), session.table
    play = read_tables(table.round.tournament, Table.objects.filter(pk=table.pk))[0]
    claims = table.claims.filter(released_at=None).select_related("session")
    call = table.help_calls.filter(answered_at=None).first()
    kiosk = kiosk_of(request, table.round.tournament) is not None
    return PhoneAtTable(session, mark, play, tuple(claims), call, kiosk)


def tournament_at(slug: str) -> Tournament | None:
    """The tournament of a card's address, however visible: its card is what opens it."""
    return Tournament.objects.select_related("club").filter(slug=slug).first()
