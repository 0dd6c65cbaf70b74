"""At the table: coming in with its card, sitting down, agreeing at the end, calling for help."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import calls, sittings, table_end
from tournaments.actions.agreement import Voice
from tournaments.actions.problems import Invalid, Problem, Stale
from tournaments.actions.secrets import new_secret
from tournaments.actions.sittings import Opened
from tournaments.models import (
    DIRECTORS,
    SCORERS,
    HelpCall,
    Scope,
    SeatClaim,
    Table,
    TableSession,
    Tournament,
)

from ..access import find_table, find_tournament
from ..fields import Form, Moment, Slug, Text, Whole
from ..idempotency import once
from ..problems import Told
from ..resource import Resource, created, listed, shown
from .hands import LARGEST_VERSION, MOST_SEATS, HandShape
from .tables import shown_table

LONGEST_SECRET = 200
LONGEST_PIN = 20
SESSION_COOKIE, DEVICE_COOKIE = "table", "device"
AN_EVENING = 24 * 3600
A_LONG_TIME = 400 * 24 * 3600


def _(message: str) -> str:
    return message


class HeldSeat(serializers.Serializer[Any]):
    """A seat: who has it, whether a device is bound to it, and whether that is yours."""

    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    claimed = serializers.BooleanField()
    yours = serializers.BooleanField()


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
    authentication_classes = []
    permission_classes = [AllowAny]
    more_refusals = frozenset({403, 404, 409})

    @extend_schema(request=NewSession, responses={201: SessionMade})
    def post(self, request: Request) -> HttpResponse:
        """Exchange a card for a session at its table, which ends with the round.

        A browser gets it as a cookie too, which no script can read.
        """
        wanted = NewSession.read(request.data)
        device = wanted.get("device") or request.COOKIES.get(DEVICE_COOKIE) or new_secret()
        opened = _opened(wanted, device)
        response = created({**_place(opened.session), "secret": opened.secret, "device": device})
        response["Cache-Control"] = "no-store"
        slug = opened.session.table.round.tournament.slug
        _remember(response, SESSION_COOKIE, opened.secret, f"/t/{slug}", AN_EVENING)
        _remember(response, DEVICE_COOKIE, device, "/t/", A_LONG_TIME)
        return response


def _opened(wanted: dict[str, Any], device: str) -> Opened:
    if "secret" in wanted:
        return sittings.open_by_secret(wanted["secret"], device=device)
    missing = [name for name in ("tournament", "code") if name not in wanted]
    if missing:
        message = _("Send the card's secret, or the tournament and the card's code.")
        raise Invalid(Problem("missing_field", message, pointer=(name,)) for name in missing)
    tournament = Tournament.objects.filter(slug=wanted["tournament"]).first()
    if tournament is None:
        raise Http404
    return sittings.open_by_code(tournament, wanted["code"], device=device)


def _remember(response: Response, name: str, value: str, path: str, seconds: int) -> None:
    """A cookie for the pages at the table, out of the reach of scripts and of other sites."""
    response.set_cookie(
        name,
        value,
        path=path,
        max_age=seconds,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


class CurrentSession(Resource):
    """The session, or the card, that asks."""

    tag = "at the table"
    table_methods = frozenset({"GET", "DELETE"})
    more_refusals = frozenset({404})

    @extend_schema(responses=SessionShape)
    def get(self, request: Request) -> Response:
        """Where it leads."""
        return Response(_place(_session(request)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session."""
        session = _session(request)
        if session.pk:
            sittings.end_session(session)
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
        "seats": _seats(session.table, session),
    }


def _seats(table: Table, session: TableSession | None) -> list[dict[str, Any]]:
    held = {claim.seat: claim.session.device for claim in _held(table)}
    mine = session.device if session and session.pk else None
    return [
        {
            "seat": seat.number,
            "side": seat.side,
            "entry": seat.entry_id,
            "name": seat.entry.name,
            "claimed": seat.number in held,
            "yours": mine is not None and held.get(seat.number) == mine,
        }
        for seat in table.seats.select_related("entry").order_by("number")
    ]


def _held(table: Table) -> list[SeatClaim]:
    return list(table.claims.filter(released_at=None).select_related("session"))


class Seats(Resource):
    """The seats of a table."""

    tag = "at the table"
    table_methods = frozenset({"GET"})

    @extend_schema(responses=HeldSeat(many=True))
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Who sits there, and which seats a device is bound to; for scorers and the table."""
        found = find_table(request, slug, number, table, SCORERS)
        session = request.auth if isinstance(request.auth, TableSession) else None
        return listed(_seats(found, session))


class Pin(Form):
    """The four digits on the slip of a seat's entry."""

    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class SeatClaimed(Resource):
    """A seat that a device is bound to."""

    tag = "at the table"
    more_refusals = frozenset({422})
    table_methods = frozenset({"POST", "DELETE"})

    @extend_schema(request=Pin, responses={200: HeldSeat})
    def post(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Say "this is me"; with the seat's `pin` also where another device says so."""
        session = _own_session(request, slug, number, table)
        sittings.claim_seat(session, seat, given_pin=Pin.read(request.data)["pin"])
        return Response(_seat(session.table, session, seat))

    @extend_schema(request=Pin, responses={204: None})
    def delete(self, request: Request, slug: str, number: int, table: int, seat: int) -> Response:
        """Free the seat for another device; with its `pin`, and for directors."""
        if isinstance(request.auth, TableSession):
            pin = Pin.read(request.data)["pin"]
            sittings.release_by_pin(request.auth, seat, given_pin=pin)
            return Response(status=204)
        found = find_table(request, slug, number, table, DIRECTORS)
        sittings.entry_at(found, seat)
        for claim in _held(found):
            if claim.seat == seat:
                sittings.release_seat(claim)
        return Response(status=204)


def _own_session(request: Request, slug: str, number: int, table: int) -> TableSession:
    """The session of the table that asks; a user claims no seat, he has no device there."""
    if not isinstance(request.auth, TableSession):
        find_table(request, slug, number, table, SCORERS)
        message = _("Seats are claimed with the table's card: Authorization: Table SECRET.")
        raise sittings.NotLetIn(Problem("session_needed", message))
    return request.auth


def _seat(table: Table, session: TableSession, number: int) -> dict[str, Any]:
    return next(seat for seat in _seats(table, session) if seat["seat"] == number)


class ShownHand(Form):
    """A hand in the version that the seat was shown."""

    hand = Whole(min_value=1, max_value=LARGEST_VERSION)
    version = Whole(min_value=1, max_value=LARGEST_VERSION)


class TableAnswer(Form):
    """A seat's yes to all hands of its table, each in the version that it was shown."""

    seat = Whole(min_value=0, max_value=MOST_SEATS)
    hands = ShownHand(many=True)
    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class TableConfirmations(Resource):
    """Agreeing on all hands of a table."""

    tag = "at the table"
    more_refusals = frozenset({412})
    table_methods = frozenset({"POST"})

    @extend_schema(request=TableAnswer, responses={200: HandShape(many=True)})
    @once
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Confirm all hands that other seats entered; answers those that this confirmed."""
        session = _own_session(request, slug, number, table)
        said = TableAnswer.read(request.data)
        versions = {each["hand"]: each["version"] for each in said["hands"]}
        try:
            agreed = table_end.agree_to_all(versions, Voice(session, said["seat"]), pin=said["pin"])
        except Stale as refused:
            current = shown_table(session.table.round, session.table.number)
            raise Told(refused, current=current) from refused
        return listed([HandShape(hand).data for hand in agreed])


class HelpShape(serializers.Serializer[Any]):
    """A table that calls the director."""

    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    seat = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    called_at = Moment()
    answered_at = Moment(allow_null=True)


class NewCall(Form):
    """Why the director is called."""

    seat = Whole(min_value=0, max_value=MOST_SEATS, allow_null=True, default=None)
    reason = Text(max_length=20, default="question")


class Help(Resource):
    """Calling the director to a table."""

    tag = "at the table"
    table_methods = frozenset({"GET", "POST"})
    write_scope = Scope.RESULTS

    @extend_schema(responses=HelpShape)
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The call that nobody has answered yet; for scorers and the table."""
        return Response(HelpShape(_call(find_table(request, slug, number, table, SCORERS))).data)

    @extend_schema(request=NewCall, responses={200: HelpShape})
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Call the director; while a call is open it stays the same. For scorers and the table."""
        found = find_table(request, slug, number, table, SCORERS)
        wanted = NewCall.read(request.data)
        if wanted["seat"] is not None:
            sittings.entry_at(found, wanted["seat"])
        return Response(HelpShape(calls.call_director(found, **wanted)).data)

    @extend_schema(responses=HelpShape)
    def delete(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Answer the call; for scorers."""
        call = _call(find_table(request, slug, number, table, SCORERS))
        return Response(HelpShape(calls.answer_call(call)).data)


def _call(table: Table) -> HelpCall:
    call = table.help_calls.filter(answered_at=None).first()
    if call is None:
        raise Http404
    call.table = table
    return call


class OpenCalls(Resource):
    """The tables of a tournament that call."""

    tag = "at the table"

    @extend_schema(responses=HelpShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The calls that nobody has answered yet, the oldest first; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        open_calls = HelpCall.objects.filter(table__round__tournament=tournament, answered_at=None)
        return listed(shown(HelpShape, open_calls.select_related("table__round")))
