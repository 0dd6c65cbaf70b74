"""The ledger in sentences: who did what, and when."""

from typing import Any
from urllib.parse import urlencode

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.chronicle.reading import read_log
from tournaments.actions.chronicle.selecting import Wanted
from tournaments.actions.ledger_kinds import GROUPS
from tournaments.http import find_tournament

from ..fields import Moment
from ..queries import DEFAULT_SIZE, FROM_0_ON, number_in_query
from ..resource import Resource

LONGEST = 100


class LogLineShape(serializers.Serializer[Any]):
    """An event in the client's language.

    `who` is a name for the club's directors and a role for everybody else; `reason` is for directors only.
    """

    sequence = serializers.IntegerField()
    at = Moment()
    sentence = serializers.CharField()
    who = serializers.CharField()
    reason = serializers.CharField()


class LogShape(serializers.Serializer[Any]):
    """Lines, newest first, and the address of older ones."""

    next = serializers.URLField(allow_null=True)
    results = LogLineShape(many=True)


class Log(Resource):
    """The log of a tournament."""

    tag = "ledger"
    serializer_class = LogShape
    pagination_class = None

    @extend_schema(
        responses=LogShape,
        parameters=[
            OpenApiParameter("kind", str, enum=list(GROUPS), description="Only what is about this"),
            OpenApiParameter("round", FROM_0_ON, description="Only what is about this round"),
            OpenApiParameter("table", FROM_0_ON, description="Only what is about tables of this number"),
            OpenApiParameter("player", str, description="Part of a name: what was done with it, and at its tables"),
            OpenApiParameter("before", FROM_0_ON, description="Only lines before this one"),
        ],
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        """The events, newest first, 100 lines at a time."""
        tournament = find_tournament(request, slug)
        asked = request.query_params
        wanted = Wanted(
            kind=asked.get("kind", ""),
            round=number_in_query(request, "round"),
            table=number_in_query(request, "table"),
            player=asked.get("player", "")[:LONGEST],
        )
        before = number_in_query(request, "before")
        page = read_log(tournament, request.user, wanted, before=before, size=DEFAULT_SIZE)
        return Response(
            {
                "next": _next(request, page.older),
                "results": LogLineShape([line.plain for line in page.lines], many=True).data,
            }
        )


def _next(request: Request, older: int | None) -> str | None:
    if older is None:
        return None
    kept = {**request.query_params.dict(), "before": older}
    return f"{request.build_absolute_uri(request.path)}?{urlencode(kept)}"
