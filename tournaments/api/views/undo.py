"""Undoing the last big thing of a tournament."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.undoing.last_thing import undo
from tournaments.actions.undoing.offers import Offer, read_offer
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS

from ..access import actor
from ..fields import Whole
from ..resource import Resource
from .log import LogLineShape
from .rounds import Dropping


class UndoObstacleShape(serializers.Serializer[Any]):
    """Why it can no longer be undone."""

    code = serializers.CharField()
    message = serializers.CharField()


class OfferShape(LogLineShape):
    """The last big thing that was done; what undoing it does, and what stands in the way."""

    effect = serializers.CharField()
    obstacle = UndoObstacleShape(allow_null=True)


class LastThingShape(serializers.Serializer[Any]):
    """What can be undone next; null where nothing can."""

    last = OfferShape(allow_null=True)


@extend_schema_serializer(component_name="Wanted")
class UndoRequest(Dropping):
    """The line of the ledger that tells of what is to be undone, as `last` named it."""

    line = Whole(min_value=1, max_value=2**31 - 1)


class UndoneShape(serializers.Serializer[Any]):
    """The line of the ledger that tells of the undoing; `again` where it had been undone before."""

    line = serializers.IntegerField(source="link.sequence")
    again = serializers.BooleanField()


class Undo(Resource):
    """The last big thing of a tournament: a round closed, published or drawn, a draft dropped, and the like."""

    tag = "tournaments"
    serializer_class = LastThingShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str) -> Response:
        """What was done last, what undoing it would do, or why it cannot be undone; for directors."""
        offer = read_offer(find_tournament(request, slug, DIRECTORS))
        return Response({"last": _document(offer) if offer else None})

    @extend_schema(request=UndoRequest, responses=UndoneShape)
    def undo(self, request: Request, slug: str) -> Response:
        """Undo it; doing so twice is doing so once. 409 where something else was done since, or rests on it.

        Where the draft of a round goes on which decisions are in force, `decisions` says what becomes of them.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        sent = UndoRequest.read(request.data)
        done = undo(tournament, sent["line"], by=actor(request), decided=sent.get("decisions", ""))
        return Response(UndoneShape(done).data)


def _document(offer: Offer) -> dict[str, Any]:
    obstacle = offer.obstacle and {"code": offer.obstacle.code, "message": offer.obstacle.text(gettext)}
    return {**LogLineShape(offer.line.plain).data, "effect": offer.effect, "obstacle": obstacle}
