"""The seats of a table, and the devices bound to them."""

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import seats
from tournaments.actions.at_table.seats import HELD
from tournaments.actions.core.refusals import AccessDenied, Problem
from tournaments.actions.hands.tables import SEATED
from tournaments.models import DIRECTORS, SCORERS, Alike, Table, TableSession

from ..access import find_table
from ..fields import StrictSerializer, Text
from ..resource import Resource, listed

LONGEST_PIN = 20


class HeldSeat(serializers.Serializer[Any]):
    """A seat: its entry, whether a device is bound to it, and whether that is this device."""

    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    claimed = serializers.BooleanField()
    yours = serializers.BooleanField()
    alike = serializers.ChoiceField(
        Alike.choices,
        allow_blank=True,
        help_text="What its device shares with that of another seat here; told to the club alone",
    )


class Pin(StrictSerializer):
    """The PIN on the slip of the seat's entry."""

    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class Seats(Resource):
    """The seats of a table."""

    tag = "at the table"
    serializer_class = HeldSeat
    read_by_all = False
    table_actions = frozenset({"list", "claim", "release"})
    more_refusals = dict.fromkeys(("release", "accept"), frozenset({422}))

    def list(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The seats with their entries, and which are bound to a device; for scorers and the table."""
        stored = find_table(request, slug, number, table, SCORERS)
        session = request.auth if isinstance(request.auth, TableSession) else None
        return listed(seats_of(stored, session))

    @extend_schema(request=Pin)
    def claim(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Bind this device to the seat; with its `pin` even if another device is bound to it."""
        session = own_session(request, slug, number, table)
        seats.claim_seat(session, seat, given_pin=Pin.read(request.data)["pin"])
        return Response(next(each for each in seats_of(session.table, session) if each["seat"] == seat))

    @extend_schema(request=Pin)
    def release(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Release the seat's device; for directors, and for the table with the seat's `pin`."""
        if isinstance(request.auth, TableSession):
            seats.release_by_pin(request.auth, seat, given_pin=Pin.read(request.data)["pin"])
            return Response(status=204)
        stored = find_table(request, slug, number, table, DIRECTORS)
        seats.entry_at(stored, seat)
        for claim in stored.claims.filter(released_at=None, seat=seat):
            seats.release_seat(claim)
        return Response(status=204)

    def accept(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Accept that the seat's device resembles another's, and remove the mark; for directors."""
        stored = find_table(request, slug, number, table, DIRECTORS)
        seats.entry_at(stored, seat)
        for claim in stored.claims.filter(released_at=None, seat=seat):
            seats.accept_alike(claim)
        return Response(next(each for each in seats_of(stored, None) if each["seat"] == seat))


def own_session(request: Request, slug: str, number: int, table: int) -> TableSession:
    """The client's table session; raises AccessDenied for a user, who has no device at the table."""
    if not isinstance(request.auth, TableSession):
        find_table(request, slug, number, table, SCORERS)
        message = _("Seats are claimed with the table’s card: Authorization: Table SECRET.")
        raise AccessDenied(Problem("session_needed", message))
    return request.auth


def seats_of(table: Table, session: TableSession | None) -> list[dict[str, Any]]:
    claims = HELD.all(table=table.pk)
    devices = {claim.seat: claim.session.device for claim in claims}
    alike = {claim.seat: claim.alike for claim in claims if session is None}
    mine = session.device if session and session.pk else None
    return [
        {
            "seat": seat.number,
            "side": seat.side,
            "entry": seat.entry_id,
            "name": seat.sitting_name,
            "claimed": seat.number in devices,
            "yours": mine is not None and devices.get(seat.number) == mine,
            "alike": alike.get(seat.number, ""),
        }
        for seat in SEATED.all(table=table.pk)
    ]
