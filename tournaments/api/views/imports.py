"""Importing an evening played on paper as a tournament, all or nothing."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import evening_csv
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.imports import MAX_PLAYERS, Evening, import_results, read_evening
from tournaments.actions.setup.plans import own_of
from tournaments.http import find_club
from tournaments.models import DIRECTORS

from ..access import actor
from ..formats import CsvParser, StrictJson, is_csv
from ..idempotency import once
from ..queries import PREVIEW, number_in_query, wants_preview
from ..resource import Resource, created
from .tournaments import TournamentPlan, TournamentShape

UNNAMED = "Tavolo"


class PaperTableShape(serializers.Serializer[Any]):
    """A table on paper: names in seat order, and hands as points or in the wire format, or the total."""

    table = serializers.IntegerField(
        required=False, help_text="For people only; the tables are in the order of the list"
    )
    seats = serializers.ListField(child=serializers.CharField(), min_length=1)
    hands = serializers.ListField(required=False)
    total = serializers.ListField(required=False, help_text="Instead of the hands: the final total of each side")


class PaperRoundShape(serializers.Serializer[Any]):
    """A round on paper."""

    round = serializers.IntegerField(
        required=False, help_text="For people only; the rounds are in the order of the list"
    )
    tables = PaperTableShape(many=True, allow_empty=False)


class EveningShape(TournamentPlan):
    """A tournament played on paper, with the fields of its plan."""

    name = serializers.CharField(required=False, min_length=1)
    pairing = serializers.JSONField(required=False, help_text="Ignored, because the tables are given")
    players = serializers.ListField(child=serializers.CharField(), min_length=1, max_length=MAX_PLAYERS)
    rounds = PaperRoundShape(many=True, allow_empty=False)


class EveningRead(serializers.Serializer[Any]):
    """How many players, rounds, tables, hands and totals were read."""

    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    tables = serializers.IntegerField()
    hands = serializers.IntegerField()
    totals = serializers.IntegerField(help_text="Tables of which the total is given")


class Imports(Resource):
    """Evenings from paper."""

    tag = "imports"
    parser_classes = [StrictJson, CsvParser]

    @extend_schema(
        request={"application/json": EveningShape, "text/csv": str},
        responses={201: TournamentShape, 200: EveningRead},
        parameters=[
            PREVIEW,
            OpenApiParameter("name", str, description="The tournament's name, if the file has none"),
            OpenApiParameter(
                "again", int, enum=[0, 1], description="1: import even if the club has this evening already"
            ),
        ],
    )
    @once
    def create(self, request: Request, club: str) -> Response:
        """Import an evening as a finished tournament of the club; for directors.

        A CSV has the total of each seat, as the guide describes. 409 `imported_before` if the club has a tournament
        with the same start and players, unless `again=1`.
        """
        importing_club = find_club(request, club, DIRECTORS)
        name = request.query_params.get("name", UNNAMED)
        sent = evening_csv.CsvText(str(request.data)) if is_csv(request) else request.data
        if wants_preview(request):
            return Response(_count(read_evening(sent, name=name, own=own_of(importing_club))))
        again = number_in_query(request, "again", most=1) == 1
        made = import_results(sent, club=importing_club, name=name, by=actor(request), again=again)
        return created(TournamentShape(made).data, reverse("api:tournament", args=[made.slug]))


def _count(evening: Any) -> dict[str, int]:
    if not isinstance(evening, Evening):
        raise Invalid(evening)
    return {
        "players": len(evening.players),
        "rounds": len(evening.rounds),
        "tables": sum(len(tables) for tables in evening.rounds),
        "hands": evening.hands,
        "totals": evening.totals,
    }
