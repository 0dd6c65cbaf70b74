"""What stands in the way of the next draw."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.draws.methods import DESCRIPTIONS
from tournaments.actions.draws.obstacles import Outlook, Severity, read_outlook
from tournaments.http.finding import find_tournament
from tournaments.models import DIRECTORS, Tournament

from ..problems import pointer
from ..resource import Resource


class WayShape(serializers.Serializer[Any]):
    """A way of making tables that fits the game, and what it does."""

    pairing = serializers.ChoiceField(Tournament.Pairing.choices)
    title = serializers.CharField()
    says = serializers.CharField()


class ObstacleShape(serializers.Serializer[Any]):
    """Something in the way: it blocks the draw, asks for `anyway`, or is only told."""

    weight = serializers.ChoiceField([severity.value for severity in Severity])
    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField(help_text="The round and table it is about, or empty")


class OutlookShape(serializers.Serializer[Any]):
    """What there is to know before a draw; `proposal` is a way that suits the field better."""

    round = serializers.IntegerField(allow_null=True)
    players = serializers.IntegerField()
    pairing = serializers.ChoiceField(Tournament.Pairing.choices)
    ways = WayShape(many=True)
    obstacles = ObstacleShape(many=True)
    proposal = serializers.ChoiceField(Tournament.Pairing.choices, allow_null=True)


class NextDraw(Resource):
    """The next draw."""

    tag = "rounds"
    read_by_all = False

    @extend_schema(responses=OutlookShape)
    def get(self, request: Request, slug: str) -> Response:
        """How the next round may be drawn and what stands in its way; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(_shown(tournament, read_outlook(tournament)))


def _shown(tournament: Tournament, found: Outlook) -> dict[str, Any]:
    return {
        "round": found.number,
        "players": found.players,
        "pairing": tournament.pairing,
        "ways": [
            {"pairing": way.value, "title": str(way.label), "says": gettext(DESCRIPTIONS[way])} for way in found.methods
        ],
        "obstacles": [
            {
                "weight": each.severity.value,
                "code": each.problem.code,
                "message": each.problem.text(gettext),
                "pointer": pointer(each.problem.pointer),
            }
            for each in found.obstacles
        ],
        "proposal": found.proposal,
    }
