"""The games: who plays, and what each one writes down and counts."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import counter, registry
from scoring.fields import object_schema
from scoring.ruleset import RuleSet
from tournaments.http.finding import find_game

from ..resource import Resource, listed


class Game(serializers.Serializer[Any]):
    """A rule set: how many sides, who wins, and the fields of its tallies as JSON Schema."""

    slug = serializers.CharField()
    title = serializers.CharField()
    source = serializers.CharField(  # type: ignore[assignment]  # DRF has an argument so named
        help_text="The text that the rules come from"
    )
    direction = serializers.ChoiceField(["low", "high"], help_text="Which total wins")
    sides = serializers.ListField(child=serializers.IntegerField())
    options = serializers.DictField(help_text="JSON Schema of the game's options")
    table = serializers.DictField(help_text="JSON Schema of what a table agrees on")
    line = serializers.DictField(help_text="JSON Schema of what is written for each side")
    announced = serializers.ListField(
        child=serializers.CharField(), help_text="The fields of a line that are locked before play"
    )
    hand = serializers.DictField(help_text="JSON Schema of what is written for the whole hand")
    count = serializers.DictField(
        allow_null=True, help_text="JSON Schema of what the card counter takes; null where cards have no points"
    )


class Games(Resource):
    """The rule sets that tournaments can be played by."""

    tag = "games"

    @extend_schema(responses=Game(many=True))
    def get(self, _request: Request) -> Response:
        """All rule sets, in the order of the menu."""
        return listed([_described(ruleset) for ruleset in registry.RULESETS])


class GameDetail(Resource):
    """One rule set."""

    tag = "games"

    @extend_schema(responses=Game)
    def get(self, _request: Request, ruleset: str) -> Response:
        """The rule set with this slug."""
        return Response(_described(find_game(ruleset)))


def _described(ruleset: RuleSet) -> dict[str, Any]:
    usual = {field.name: field.default for field in ruleset.option_fields}
    options = {name: value for name, value in usual.items() if value is not None}
    return {
        "slug": ruleset.slug,
        "title": gettext(ruleset.title),
        "source": ruleset.source,
        "direction": "low" if ruleset.low_wins else "high",
        "sides": list(ruleset.sides),
        "options": object_schema(ruleset.option_fields, gettext),
        "table": object_schema(ruleset.table_fields, gettext),
        "line": object_schema(ruleset.line_fields(options), gettext),
        "announced": list(ruleset.announced),
        "hand": object_schema(ruleset.hand_fields, gettext),
        "count": counter.schema(ruleset, gettext),
    }
