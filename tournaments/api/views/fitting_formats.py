"""The formats that fit into an evening of a club."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid
from tournaments.actions.setup.formats import (
    BOUNDS,
    FittingFormat,
    PlannedEvening,
    affordable_evenings,
    fitting_formats,
    usual_tournament,
)
from tournaments.actions.setup.plans import own_of
from tournaments.http import find_club
from tournaments.models import DIRECTORS, Club, Tournament
from tournaments.wording.format_words import described

from ..problem_documents import UnknownValue
from ..queries import bad_parameters, number_in_query
from ..resource import Resource

NEEDED = ("players", "minutes")
TITLES = {
    "players": "The players of the evening",
    "minutes": "The minutes of the evening",
    "round_minutes": f"The minutes of a round; {PlannedEvening.round_minutes} by default",
    "pause": f"The minutes between rounds; {PlannedEvening.pause} by default",
    "tables": "The tables in the room; by default as many as are needed",
    "hands": "The hands of a table; by default the usual number of the game",
}
PARAMETERS = [
    OpenApiParameter(
        "game",
        {"type": "string", "pattern": settings.SLUG_PATTERN},
        required=True,
        description="The slug of a rule set or of the club's own game",
    ),
    *(
        OpenApiParameter(
            name,
            {"type": "integer", "minimum": least, "maximum": most},
            required=name in NEEDED,
            description=TITLES[name],
        )
        for name, (least, most) in BOUNDS.items()
    ),
]


class KnockOutRoundShape(serializers.Serializer[Any]):
    """A round of a knock-out: how many entrants, tables and byes it has."""

    players = serializers.IntegerField()
    tables = serializers.IntegerField()
    byes = serializers.IntegerField()


class FormatShape(serializers.Serializer[Any]):
    """A format: groups with their rounds and how many qualify, a knock-out, or both.

    `best_wins` is the share of simulated evenings that the best player won, `error` its standard error.
    """

    description = serializers.CharField()
    groups = serializers.ListField(child=serializers.IntegerField(), help_text="The entrants of each group")
    rounds = serializers.IntegerField(help_text="The rounds of the groups")
    of_each = serializers.IntegerField(help_text="How many qualify from each group; 0 without a knock-out")
    going_on = serializers.IntegerField(help_text="How many qualify from each table; 0 without a knock-out")
    knock_out = KnockOutRoundShape(many=True)
    minutes = serializers.IntegerField()
    byes = serializers.IntegerField()
    least_rounds = serializers.IntegerField(help_text="The rounds that everybody plays")
    most_rounds = serializers.IntegerField()
    hands = serializers.IntegerField(allow_null=True, help_text="The hands of a table; null if their number is open")
    best_wins = serializers.FloatField()
    error = serializers.FloatField()


class Formats(Resource):
    """Formats of an evening."""

    tag = "tournaments"
    serializer_class = FormatShape
    read_by_all = False

    @extend_schema(parameters=PARAMETERS)
    def list(self, request: Request, club: str) -> Response:
        """The formats that fit this number of players and minutes, with how often the best player wins.

        For directors.
        """
        stored = find_club(request, club, DIRECTORS)
        numbers = {name: number_in_query(request, name) for name in BOUNDS}
        given = {name: number for name, number in numbers.items() if number is not None}
        evening = PlannedEvening(**dict.fromkeys(NEEDED, 0) | given)
        try:
            found = fitting_formats(_usual_tournament(request, stored), evening)
        except Invalid as refused:
            if [*refused.codes] == ["no_round_fits"]:
                return self.listed([])
            raise bad_parameters(refused, {"ruleset": "game"}) from refused
        evenings = affordable_evenings(found)
        return self.listed([_shaped(each, evenings) for each in found])


def _usual_tournament(request: Request, club: Club) -> Tournament:
    """Return an unsaved tournament of the game. Raises Invalid without a game, UnknownValue if there is none."""
    game = request.query_params.get("game", "")
    try:
        return usual_tournament(game, own_of(club))
    except Invalid as refused:
        if not game:
            raise
        raise UnknownValue(replace(refused.problems[0], pointer=()), parameter="game") from refused


def _shaped(each: FittingFormat, evenings: int) -> dict[str, Any]:
    chance, format_ = each.chance(evenings), each.format
    return {
        "description": described(format_),
        "groups": format_.group_sizes,
        "rounds": format_.rounds,
        "of_each": format_.of_each,
        "going_on": format_.going_on,
        "knock_out": [round_._asdict() for round_ in format_.knock_out],
        "minutes": each.minutes,
        "byes": format_.byes,
        "least_rounds": each.least,
        "most_rounds": each.most,
        "hands": each.hands,
        "best_wins": chance.share,
        "error": chance.error,
    }
