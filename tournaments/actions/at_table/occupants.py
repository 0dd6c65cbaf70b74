"""The occupant of a seat, who may act for it: its entry, or guests who sit in for a player who has left."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryPlayer, Player, Round, Seat, SeatPlayer, Table, Tournament

from ..core.refusals import Invalid, Problem
from ..hands.tables import SEATED


class SeatOccupant(NamedTuple):
    """The occupant of a seat: its entry, or `guests` who sit in for a player who has left and have their own PIN."""

    entry: Entry
    guests: tuple[Player, ...] = ()

    @property
    def followed(self) -> Entry | None:
        """The entry whose later rounds the phone follows; None for guests, who have the seat for one round only."""
        return None if self.guests else self.entry


def seat_at(table: Table, seat: int) -> Seat:
    """Return the seat of this number. Raises Invalid if the table has no such seat."""
    taken = next((one for one in SEATED.all(table=table.pk) if one.number == seat), None)
    if taken is None:
        message = _("This table has no such seat.")
        raise Invalid(Problem("out_of_range", message, pointer=("seat",)))
    return taken


def occupant_at(table: Table, seat: int) -> SeatOccupant:
    """Return the occupant of a seat. Raises Invalid if the table has no such seat."""
    return occupant_of(seat_at(table, seat))


def occupant_of(seat: Seat) -> SeatOccupant:
    """Return the occupant of a seat. A single guest who has an entry in the tournament uses that entry's PIN."""
    if not guests_in_seats().filter(seat=seat).exists():
        return SeatOccupant(seat.entry)
    turns = SeatPlayer.objects.filter(seat=seat, to_hand=None).select_related("player").order_by("player")
    guests = tuple(turn.player for turn in turns)
    own = Entry.objects.filter(tournament=seat.entry.tournament_id, players__in=guests).exclude(pk=seat.entry_id)
    if len(guests) == 1 and (entry := own.first()):
        return SeatOccupant(entry)
    return SeatOccupant(seat.entry, guests)


def guests_in_seats() -> QuerySet[SeatPlayer]:
    """Return the current players of seats who are guests: they do not belong to the seat's entry."""
    own = EntryPlayer.objects.filter(entry=OuterRef("seat__entry"), player=OuterRef("player"))
    return SeatPlayer.objects.filter(~Exists(own), to_hand=None)


def seats_with_guests(tournament: Tournament) -> QuerySet[Seat]:
    """Return the seats of rounds in play in which a guest sits in for a player who has left."""
    in_play = Seat.objects.filter(round__tournament=tournament, round__state=Round.State.PUBLISHED)
    taken = in_play.filter(pk__in=guests_in_seats().values("seat"))
    return taken.select_related("entry", "table", "round").order_by("round__number", "table__number", "number")
