"""The seats of a table, and the devices bound to them."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import club_cards, codes, seats, table_sessions
from tournaments.actions.at_table.seats import HELD
from tournaments.actions.at_table.table_sessions import Opened, Origin, origin_of
from tournaments.actions.core.refusals import AccessDenied, Invalid, Problem
from tournaments.actions.hands.tables import SEATED
from tournaments.http import device_of, set_session_cookies
from tournaments.models import DIRECTORS, SCORERS, PhoneSimilarity, Table, TableSession

from ..access import find_table
from ..fields import Slug, StrictSerializer, Text
from ..resource import Resource, created

LONGEST_PIN = 20


class HeldSeat(serializers.Serializer[Any]):
    """A seat: its entry, whether a device holds it, and whether this is the client's device."""

    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    claimed = serializers.BooleanField()
    yours = serializers.BooleanField()
    alike = serializers.ChoiceField(
        PhoneSimilarity.choices,
        allow_blank=True,
        help_text="The likeness of its device to that of another seat of the table; for members of the club",
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
        """The seats with their entries, and whether a device holds each seat; for scorers and the table."""
        stored = find_table(request, slug, number, table, SCORERS)
        session = request.auth if isinstance(request.auth, TableSession) else None
        return self.listed(seats_of(stored, session))

    @extend_schema(request=Pin)
    def claim(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Claim the seat for this device; with its `pin`, even if another device holds it."""
        session = own_session(request, slug, number, table)
        seats.claim_seat(session, seat, given_pin=Pin.read(request.data)["pin"])
        return Response(next(each for each in seats_of(session.table, session) if each["seat"] == seat))

    @extend_schema(request=Pin)
    def release(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Release the seat from its device; for directors, and for the table with the seat's `pin`."""
        if isinstance(request.auth, TableSession):
            seats.release_by_pin(request.auth, seat, given_pin=Pin.read(request.data)["pin"])
            return Response(status=204)
        stored = find_table(request, slug, number, table, DIRECTORS)
        seats.entry_at(stored, seat)
        for claim in stored.claims.filter(released_at=None, seat=seat):
            seats.release_seat(claim)
        return Response(status=204)

    def accept(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Accept that the seat's device is similar to another one, and remove the warning; for directors."""
        stored = find_table(request, slug, number, table, DIRECTORS)
        seats.entry_at(stored, seat)
        for claim in stored.claims.filter(released_at=None, seat=seat):
            seats.accept_similar_phone(claim)
        return Response(next(each for each in seats_of(stored, None) if each["seat"] == seat))


def own_session(request: Request, slug: str, number: int, table: int) -> TableSession:
    """Return the client's table session. Raises AccessDenied for a user, who has no device at the table."""
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


LONGEST_SECRET = 200


class SessionShape(serializers.Serializer[Any]):
    """The table and round in play that a card or session opens."""

    tournament = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    url = serializers.CharField(help_text="The address of the table in this API")
    seats = HeldSeat(many=True)


class SessionMade(SessionShape):
    """A session with its secret and the secret of the device, which are returned only once."""

    secret = serializers.CharField()
    device = serializers.CharField()


class NewSession(StrictSerializer):
    """The `secret` of a card, or its short `code` with the `tournament` or `club` of the card.

    For a club's card, `tournament` is needed if the table is in play in several tournaments. `device` is the secret of
    a device that was here before.
    """

    secret = Text(max_length=LONGEST_SECRET, required=False)
    tournament = Slug(max_length=80, required=False)
    club = Slug(max_length=60, required=False)
    code = Text(max_length=40, required=False)
    device = Text(max_length=LONGEST_SECRET, required=False)


class TableSessions(Resource):
    """Sessions of devices at tables."""

    tag = "at the table"
    serializer_class = SessionMade
    authentication_classes = []
    permission_classes = [AllowAny]
    more_refusals = {"create": frozenset({403, 404})}

    @extend_schema(request=NewSession)
    def create(self, request: Request) -> HttpResponse:
        """Exchange a card for a session at its table; the session ends with the round.

        A browser also gets the secrets as cookies that scripts cannot read.
        """
        sent = NewSession.read(request.data)
        device = sent.get("device") or device_of(request)
        opened = _open_session(sent, device, origin_of(request.META))
        response = created({**_place(opened.session), "secret": opened.secret, "device": device})
        response["Cache-Control"] = "no-store"
        set_session_cookies(response, opened.session.table.round.tournament.slug, secret=opened.secret, device=device)
        return response


def _open_session(sent: dict[str, Any], device: str, origin: Origin) -> Opened:
    chosen = sent.get("tournament", "")
    if "secret" in sent:
        return club_cards.open_by_secret(sent["secret"], device=device, origin=origin, tournament=chosen)
    if "club" in sent and "code" in sent:
        return club_cards.open_by_club_code(sent["club"], sent["code"], device=device, origin=origin, tournament=chosen)
    missing = [name for name in ("tournament", "code") if name not in sent]
    if missing:
        message = _("Send the card’s secret, or the tournament and the card’s code.")
        raise Invalid(Problem("missing_field", message, pointer=(name,)) for name in missing)
    return codes.open_by_code(sent["tournament"], sent["code"], device=device, origin=origin)


class CurrentSession(Resource):
    """The client's session or card."""

    tag = "at the table"
    serializer_class = SessionShape
    table_actions = frozenset({"retrieve", "destroy"})
    more_refusals = dict.fromkeys(table_actions, frozenset({404}))

    def retrieve(self, request: Request) -> Response:
        """The table that the session or card opens."""
        return Response(_place(_session(request)))

    def destroy(self, request: Request) -> Response:
        """End the session; a card stays valid."""
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
