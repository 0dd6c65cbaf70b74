"""Undoing the last major action on a tournament."""

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
    """Why the action can no longer be undone."""

    code = serializers.CharField()
    message = serializers.CharField()


class OfferShape(LogLineShape):
    """The last major action, the effect of undoing it, and an obstacle, if any."""

    effect = serializers.CharField()
    obstacle = UndoObstacleShape(allow_null=True)


class LastThingShape(serializers.Serializer[Any]):
    """The action that can be undone next; null if there is none."""

    last = OfferShape(allow_null=True)


@extend_schema_serializer(component_name="Wanted")
class UndoRequest(Dropping):
    """The number of the ledger entry to undo, from `last`."""

    line = Whole(min_value=1, max_value=2**31 - 1)


class UndoneShape(serializers.Serializer[Any]):
    """The number of the ledger entry of the undo; `again` if it had been undone before."""

    line = serializers.IntegerField(source="link.sequence")
    again = serializers.BooleanField()


class Undo(Resource):
    """The last major action: a round closed, published or drawn, a draft deleted, and the like."""

    tag = "tournaments"
    serializer_class = LastThingShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str) -> Response:
        """The last major action, the effect of undoing it, or why it cannot be undone; for directors."""
        offer = read_offer(find_tournament(request, slug, DIRECTORS))
        return Response({"last": _document(offer) if offer else None})

    @extend_schema(request=UndoRequest, responses=UndoneShape)
    def undo(self, request: Request, slug: str) -> Response:
        """Undo it; a second request changes nothing. 409 if other actions followed or depend on it.

        If this deletes the draft of a round with decisions in force, `decisions` says how they are handled.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        sent = UndoRequest.read(request.data)
        done = undo(tournament, sent["line"], by=actor(request), decided=sent.get("decisions", ""))
        return Response(UndoneShape(done).data)


def _document(offer: Offer) -> dict[str, Any]:
    obstacle = offer.obstacle and {"code": offer.obstacle.code, "message": offer.obstacle.text(gettext)}
    return {**LogLineShape(offer.line.plain).data, "effect": offer.effect, "obstacle": obstacle}
