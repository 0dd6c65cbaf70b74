"""What changed: a few bytes that a page asks for every ten seconds."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.http.finding import find_tournament
from tournaments.models import Round, Tournament

from ..fields import Moment
from ..resource import Resource


class LiveShape(serializers.Serializer[Any]):
    """How far a tournament is; `outstanding` are the tables that the standings wait for."""

    revision = serializers.IntegerField(help_text="Rises with every change that can be seen")
    standings = serializers.IntegerField(help_text="The revision of the published standings")
    status = serializers.ChoiceField(Tournament.Status.choices)
    round = serializers.IntegerField(allow_null=True, help_text="The last one published")
    state = serializers.ChoiceField(Round.State.choices, allow_null=True)
    closes_at = Moment(allow_null=True)
    outstanding = serializers.IntegerField()


class Live(Resource):
    """How far a tournament is."""

    tag = "standings"

    @extend_schema(responses=LiveShape)
    def get(self, request: Request, slug: str) -> Response:
        """How far it is, in less than 300 bytes."""
        tournament = find_tournament(request, slug)
        latest = tournament.rounds.published().order_by("-number").first()
        return Response(LiveShape(_read(tournament, latest)).data)


def _read(tournament: Tournament, latest: Round | None) -> dict[str, Any]:
    standing = tournament.standings.order_by("-after_round").first()
    return {
        "revision": tournament.revision,
        "standings": tournament.published_revision,
        "status": tournament.status,
        "round": latest.number if latest else None,
        "state": latest.state if latest else None,
        "closes_at": latest.closes_at if latest else None,
        "outstanding": standing.head["outstanding_tables"] if standing else 0,
    }
