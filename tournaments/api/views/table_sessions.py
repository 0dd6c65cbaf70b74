"""Coming to a table with its card: a session for the device, which ends with the round; and its seats there."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import codes, seats, table_sessions
from tournaments.actions.at_table.table_sessions import Opened, Origin, origin_of
from tournaments.actions.refusals import AccessDenied, Invalid, Problem
from tournaments.http import device_of, remember
from tournaments.models import DIRECTORS, SCORERS, Alike, Table, TableSession

from ..access import find_table
from ..fields import Form, Slug, Text
from ..resource import Resource, created, listed

LONGEST_PIN = 20
LONGEST_SECRET = 200


class HeldSeat(serializers.Serializer[Any]):
    """A seat: who has it, whether a device is bound to it, and whether that is yours."""

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


class Pin(Form):
    """The four digits on the slip of a seat's entry."""

    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class Seats(Resource):
    """The seats of a table."""

    tag = "at the table"
    serializer_class = HeldSeat
    read_by_all = False
    table_actions = frozenset({"list", "claim", "release"})
    more_refusals = {"release": frozenset({422})}

    def list(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Who sits there, and which seats a device is bound to; for scorers and the table."""
        stored = find_table(request, slug, number, table, SCORERS)
        session = request.auth if isinstance(request.auth, TableSession) else None
        return listed(seats_of(stored, session))

    @extend_schema(request=Pin)
    def claim(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Say "this is me"; with the seat's `pin` also where another device says so."""
        session = own_session(request, slug, number, table)
        seats.claim_seat(session, seat, given_pin=Pin.read(request.data)["pin"])
        return Response(next(each for each in seats_of(session.table, session) if each["seat"] == seat))

    @extend_schema(request=Pin)
    def release(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Free the seat for another device; with its `pin`, and for directors."""
        if isinstance(request.auth, TableSession):
            seats.release_by_pin(request.auth, seat, given_pin=Pin.read(request.data)["pin"])
            return Response(status=204)
        stored = find_table(request, slug, number, table, DIRECTORS)
        seats.entry_at(stored, seat)
        for claim in stored.claims.filter(released_at=None, seat=seat):
            seats.release_seat(claim)
        return Response(status=204)


def own_session(request: Request, slug: str, number: int, table: int) -> TableSession:
    """The session of the table that asks; a user claims no seat, he has no device there."""
    if not isinstance(request.auth, TableSession):
        find_table(request, slug, number, table, SCORERS)
        message = _("Seats are claimed with the table's card: Authorization: Table SECRET.")
        raise AccessDenied(Problem("session_needed", message))
    return request.auth


def seats_of(table: Table, session: TableSession | None) -> list[dict[str, Any]]:
    claims = list(table.claims.filter(released_at=None).select_related("session"))
    devices = {claim.seat: claim.session.device for claim in claims}
    alike = {claim.seat: claim.alike for claim in claims if session is None}
    mine = session.device if session and session.pk else None
    return [
        {
            "seat": seat.number,
            "side": seat.side,
            "entry": seat.entry_id,
            "name": seat.entry.name,
            "claimed": seat.number in devices,
            "yours": mine is not None and devices.get(seat.number) == mine,
            "alike": alike.get(seat.number, ""),
        }
        for seat in table.seats.select_related("entry").order_by("number")
    ]


class SessionShape(serializers.Serializer[Any]):
    """Where a card or a session leads: the table in the round that is in play."""

    tournament = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    url = serializers.CharField(help_text="The table in this API")
    seats = HeldSeat(many=True)


class SessionMade(SessionShape):
    """A session with its secret and the device's, which are shown this once."""

    secret = serializers.CharField()
    device = serializers.CharField()


class NewSession(Form):
    """A card's `secret`, or a `tournament` with the `code` that is printed on the card.

    `device` is the secret of a device that was here before: it is known again by it.
    """

    secret = Text(max_length=LONGEST_SECRET, required=False)
    tournament = Slug(max_length=80, required=False)
    code = Text(max_length=40, required=False)
    device = Text(max_length=LONGEST_SECRET, required=False)


class TableSessions(Resource):
    """Sessions of devices at tables."""

    tag = "at the table"
    serializer_class = SessionMade
    authentication_classes = []
    permission_classes = [AllowAny]
    more_refusals = {"create": frozenset({403, 404, 409})}

    @extend_schema(request=NewSession)
    def create(self, request: Request) -> HttpResponse:
        """Exchange a card for a session at its table, which ends with the round.

        A browser gets it as a cookie too, which no script can read.
        """
        sent = NewSession.read(request.data)
        device = sent.get("device") or device_of(request)
        opened = _open_session(sent, device, origin_of(request.META))
        response = created({**_place(opened.session), "secret": opened.secret, "device": device})
        response["Cache-Control"] = "no-store"
        remember(response, opened.session.table.round.tournament.slug, secret=opened.secret, device=device)
        return response


def _open_session(sent: dict[str, Any], device: str, origin: Origin) -> Opened:
    if "secret" in sent:
        return table_sessions.open_by_secret(sent["secret"], device=device, origin=origin)
    missing = [name for name in ("tournament", "code") if name not in sent]
    if missing:
        message = _("Send the card's secret, or the tournament and the card's code.")
        raise Invalid(Problem("missing_field", message, pointer=(name,)) for name in missing)
    return codes.open_by_code(sent["tournament"], sent["code"], device=device, origin=origin)


class CurrentSession(Resource):
    """The session, or the card, that asks."""

    tag = "at the table"
    serializer_class = SessionShape
    table_actions = frozenset({"retrieve", "destroy"})
    more_refusals = dict.fromkeys(table_actions, frozenset({404}))

    def retrieve(self, request: Request) -> Response:
        """Where it leads."""
        return Response(_place(_session(request)))

    def destroy(self, request: Request) -> Response:
        """End the session."""
        session = _session(request)
        if session.pk:
            table_sessions.end_session(session)
        return Response(status=204)


def _session(request: Request) -> TableSession:
    if not isinstance(request.auth, TableSession):
        raise Http404
    return request.auth


def _place(session: TableSession) -> dict[str, Any]:
    round_ = session.table.round
    slug = round_.tournament.slug
    return {
        "tournament": slug,
        "round": round_.number,
        "table": session.table.number,
        "url": f"/api/v1/tournaments/{slug}/rounds/{round_.number}/tables/{session.table.number}/",
        "seats": seats_of(session.table, session),
    }
