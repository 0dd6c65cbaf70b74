"""Table sessions: a device presents a table's card; its session ends with the round."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import club_cards, codes, table_sessions
from tournaments.actions.at_table.table_sessions import Opened, Origin, origin_of
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.http import device_of, remember
from tournaments.models import TableSession

from ..fields import Slug, StrictSerializer, Text
from ..resource import Resource, created
from .seats import HeldSeat, seats_of

LONGEST_SECRET = 200


class SessionShape(serializers.Serializer[Any]):
    """The table and round in play that a card or session opens."""

    tournament = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    url = serializers.CharField(help_text="The table in this API")
    seats = HeldSeat(many=True)


class SessionMade(SessionShape):
    """A session with its secret and the device's, which are shown only once."""

    secret = serializers.CharField()
    device = serializers.CharField()


class NewSession(StrictSerializer):
    """A card's `secret`, or its short `code` with the `tournament` or the `club` that the card belongs to.

    With a club's card, `tournament` chooses among several in which the table is in play.

    `device` is the secret that identifies a device that was here before.
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
    more_refusals = {"create": frozenset({403, 404, 409})}

    @extend_schema(request=NewSession)
    def create(self, request: Request) -> HttpResponse:
        """Exchange a card for a session at its table, which ends with the round.

        A browser also gets it as a cookie that scripts cannot read.
        """
        sent = NewSession.read(request.data)
        device = sent.get("device") or device_of(request)
        opened = _open_session(sent, device, origin_of(request.META))
        response = created({**_place(opened.session), "secret": opened.secret, "device": device})
        response["Cache-Control"] = "no-store"
        remember(response, opened.session.table.round.tournament.slug, secret=opened.secret, device=device)
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
