"""The games: what each one writes down, and what that scores."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import registry, wire
from scoring.core import Problem as RuleProblem
from scoring.fields import object_schema
from scoring.ruleset import RuleSet
from tournaments.actions.problems import Invalid

from ..problems import Told
from ..resource import Resource, listed
from ..rule_problems import placed


def _(message: str) -> str:
    return message


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
    hand = serializers.DictField(help_text="JSON Schema of what is written for the whole hand")


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
        return Response(_described(_found(ruleset)))


class ScoreRequest(serializers.Serializer[Any]):
    """A hand (`lines`), a whole table (`hands`), or a difference for victory points."""

    options = serializers.DictField(required=False)
    lines = serializers.ListField(required=False, help_text="One line for each side, in order")
    hand = serializers.DictField(required=False, help_text="Facts of the whole hand")
    table = serializers.DictField(required=False, help_text="target, hands, first_lead")
    hands = serializers.ListField(required=False, help_text="Each with lines, and hand if needed")
    vp_table = serializers.CharField(required=False)
    vp_limits = serializers.ListField(child=serializers.IntegerField(), required=False)
    difference = serializers.IntegerField(required=False)


class ScoreAnswer(serializers.Serializer[Any]):
    """The scores of a hand; for a table those of every hand and how it stands."""

    scores = serializers.ListField(required=False)
    totals = serializers.ListField(child=serializers.IntegerField(), required=False)
    over = serializers.BooleanField(required=False)
    places = serializers.ListField(child=serializers.IntegerField(), required=False)
    next_lead = serializers.IntegerField(required=False, allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField(), required=False)


class Score(Resource):
    """Scoring without a tournament."""

    tag = "games"
    permission_classes = [AllowAny]

    @extend_schema(request=ScoreRequest, responses=ScoreAnswer)
    def post(self, request: Request, ruleset: str) -> Response:
        """The scores of a tally. Nothing is stored and nobody has to sign in."""
        slug = _found(ruleset).slug
        document = request.data
        if isinstance(document, dict) and wire.VP_NAMES.isdisjoint(document):
            document = {"ruleset": slug, **document}
        outcome = _other_game(document, slug) or wire.evaluate(document)
        if isinstance(outcome, list):
            raise _refusal(document, outcome)
        return Response(outcome)


def _found(slug: str) -> RuleSet:
    ruleset = registry.find(slug)
    if ruleset is None:
        raise Http404
    return ruleset


def _described(ruleset: RuleSet) -> dict[str, Any]:
    usual = {field.name: field.default for field in ruleset.option_fields}
    options = {name: value for name, value in usual.items() if value is not None}
    return {
        "slug": ruleset.slug,
        "title": gettext(ruleset.title),
        "source": ruleset.source,
        "direction": "low" if ruleset.low_wins else "high",
        "sides": list(ruleset.sides(options)),
        "options": object_schema(ruleset.option_fields, gettext),
        "table": object_schema(ruleset.table_fields, gettext),
        "line": object_schema(ruleset.line_fields(options), gettext),
        "hand": object_schema(ruleset.hand_fields(options), gettext),
    }


def _other_game(document: Any, slug: str) -> list[RuleProblem]:
    """The problem of a request that names another rule set than its address does."""
    named = registry.find(document.get("ruleset")) if isinstance(document, dict) else None
    if named is None or named.slug == slug:
        return []
    message = _("This address scores %(slug)s: leave the rule set out, or ask at its own.")
    return [RuleProblem("other_ruleset", message, {"slug": slug}, field="ruleset")]


def _refusal(document: object, problems: list[RuleProblem]) -> Told:
    """All the problems, with their places here, and as the wire format has them."""
    told = [placed(document, problem) for problem in problems]
    in_wire_format = [
        {**problem.as_json(), "message": here.text()}
        for problem, here in zip(problems, told, strict=True)
    ]
    return Told(Invalid(told), problems=in_wire_format)
