"""The ledger in sentences, and undoing the last large action."""

from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.event_log.reading import read_log
from tournaments.actions.event_log.selecting import LogFilter
from tournaments.actions.ledger_kinds import GROUPS
from tournaments.actions.undoing.last_action import Offer, read_offer, undo
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS

from ..access import actor, refuse_token_of_tournament
from ..fields import Moment, WholeNumber
from ..pages import LIMIT, page_size
from ..queries import FROM_0_ON, number_in_query
from ..resource import Resource
from .rounds import DropWanted

LONGEST = 100


class LogLineShape(serializers.Serializer[Any]):
    """An event in the client's language.

    `who` is the person's name for directors of the club, and a role for other readers. Only directors see `reason`.
    """

    sequence = serializers.IntegerField()
    at = Moment()
    sentence = serializers.CharField()
    who = serializers.CharField()
    reason = serializers.CharField()


class LogShape(serializers.Serializer[Any]):
    """Lines, newest first, and the address of the older lines."""

    next = serializers.URLField(allow_null=True)
    results = LogLineShape(many=True)


class Log(Resource):
    """The log of a tournament."""

    tag = "ledger"
    serializer_class = LogShape

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, enum=list(GROUPS), description="Only lines of this group"),
            OpenApiParameter("round", FROM_0_ON, description="Only lines about this round"),
            OpenApiParameter("table", FROM_0_ON, description="Only lines about tables with this number"),
            OpenApiParameter(
                "player",
                str,
                description="Part of a player's name: only lines about the player and the player's tables",
            ),
            OpenApiParameter("before", FROM_0_ON, description="Only lines before this one"),
            LIMIT,
        ]
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        """The events, newest first, 100 lines at a time unless the request has a `limit`."""
        tournament = find_tournament(request, slug)
        asked = request.query_params
        wanted = LogFilter(
            kind=asked.get("kind", ""),
            round=number_in_query(request, "round"),
            table=number_in_query(request, "table"),
            player=asked.get("player", "")[:LONGEST],
        )
        before = number_in_query(request, "before")
        page = read_log(tournament, request.user, wanted, before=before, size=page_size(request))
        return Response(
            {
                "next": _next(request, page.older),
                "results": LogLineShape([line.plain for line in page.lines], many=True).data,
            }
        )


def _next(request: Request, older: int | None) -> str | None:
    if older is None:
        return None
    query = {**request.query_params.dict(), "before": older}
    return f"{request.build_absolute_uri(request.path)}?{urlencode(query)}"


class UndoObstacleShape(serializers.Serializer[Any]):
    """Why the action cannot be undone any more."""

    code = serializers.CharField()
    message = serializers.CharField()


class OfferShape(LogLineShape):
    """The last large action, what undoing it would change, and an obstacle, if there is one."""

    effect = serializers.CharField()
    obstacle = UndoObstacleShape(allow_null=True)


class LastThingShape(serializers.Serializer[Any]):
    """The action that can be undone next; null if there is none."""

    last = OfferShape(allow_null=True)


@extend_schema_serializer(component_name="Wanted")
class UndoRequest(DropWanted):
    """The number of the ledger entry to undo, from `last`."""

    line = WholeNumber(min_value=1, max_value=2**31 - 1)


class UndoneShape(serializers.Serializer[Any]):
    """The number of the ledger entry of the undo. `again` is true if the action had been undone before."""

    line = serializers.IntegerField(source="link.sequence")
    again = serializers.BooleanField()


class Undo(Resource):
    """The last large action: a round closed, published or drawn, a draft deleted, and so on."""

    tag = "tournaments"
    serializer_class = LastThingShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str) -> Response:
        """The last large action, and what undoing it would change, or why it cannot be undone; for directors."""
        offer = read_offer(find_tournament(request, slug, DIRECTORS))
        return Response({"last": _document(offer) if offer else None})

    @extend_schema(request=UndoRequest, responses=UndoneShape)
    def undo(self, request: Request, slug: str) -> Response:
        """Undo the action; for directors. Repeating it changes nothing. 409 if later actions depend on it.

        If the undo deletes a draft on which decisions are in force, `decisions` says what happens to them.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        sent = UndoRequest.read(request.data)
        if tournament.ledger.filter(sequence=sent["line"], kind="groups_made").exists():
            refuse_token_of_tournament(request)  # the groups are tournaments of their own
        done = undo(tournament, sent["line"], by=actor(request), decided=sent.get("decisions", ""))
        return Response(UndoneShape(done).data)


def _document(offer: Offer) -> dict[str, Any]:
    obstacle = offer.obstacle and {"code": offer.obstacle.code, "message": offer.obstacle.text(gettext)}
    return {**LogLineShape(offer.line.plain).data, "effect": offer.effect, "obstacle": obstacle}
