"""The games: their sides, winners and tally fields; scoring tallies and counting cards without a tournament."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import counter, json_lines, registry, wire
from scoring.fields import object_schema
from scoring.ruleset import RuleSet
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.http import find_game

from ..problem_documents import ExtendedRefusal
from ..resource import Resource

MAX_HANDS = 500  # so that a request without an account takes only a fraction of a second


class Game(serializers.Serializer[Any]):
    """A rule set: how many sides a table can have, whether low totals win, and the fields of a tally as JSON Schema."""

    slug = serializers.CharField()
    title = serializers.CharField()
    source = serializers.CharField(  # type: ignore[assignment]  # DRF has an argument so named
        help_text="The text that the rules come from"
    )
    apart = serializers.CharField(help_text="The difference from a game of a similar name; empty if there is none")
    direction = serializers.ChoiceField(["low", "high"], help_text="Whether the lowest or the highest total wins")
    sides = serializers.ListField(child=serializers.IntegerField())
    options = serializers.DictField(help_text="JSON Schema of the game's options")
    table = serializers.DictField(help_text="JSON Schema of the rules that a table agrees on")
    line = serializers.DictField(help_text="JSON Schema of a side's line")
    announced = serializers.ListField(
        child=serializers.CharField(), help_text="The fields of a line that are locked before play"
    )
    hand = serializers.DictField(help_text="JSON Schema of the facts of the whole hand")
    count = serializers.DictField(
        allow_null=True, help_text="JSON Schema of the card counter's input; null if the game has none"
    )


class Games(Resource):
    """The rule sets of tournaments."""

    tag = "games"
    serializer_class = Game

    def list(self, _request: Request) -> Response:
        """All rule sets, in the order of the menu."""
        return self.listed([_describe(ruleset) for ruleset in registry.RULESETS])

    def retrieve(self, _request: Request, ruleset: str) -> Response:
        """The rule set with this slug."""
        return Response(_describe(find_game(ruleset)))


def _describe(ruleset: RuleSet) -> dict[str, Any]:
    usual = {field.name: field.default for field in ruleset.option_fields}
    options = {name: value for name, value in usual.items() if value is not None}
    return {
        "slug": ruleset.slug,
        "title": gettext(ruleset.title),
        "source": ruleset.source,
        "apart": gettext(ruleset.apart) if ruleset.apart else "",
        "direction": "low" if ruleset.low_wins else "high",
        "sides": list(ruleset.sides),
        "options": object_schema(ruleset.option_fields, gettext),
        "table": object_schema(ruleset.table_fields, gettext),
        "line": object_schema(ruleset.line_fields(options), gettext),
        "announced": list(ruleset.announced),
        "hand": object_schema(ruleset.hand_fields, gettext),
        "count": counter.schema(ruleset, gettext),
    }


class ScoreRequest(serializers.Serializer[Any]):
    """A hand (`lines`), a whole table (`hands`), or a difference for victory points."""

    options = serializers.DictField(required=False)
    lines = serializers.ListField(required=False, help_text="One line for each side, in order")
    hand = serializers.DictField(required=False, help_text="Facts of the whole hand")
    table = serializers.DictField(required=False, help_text="target, hands, first_lead")
    hands = serializers.ListField(required=False, max_length=MAX_HANDS, help_text="Each with lines, and hand if needed")
    vp_table = serializers.CharField(required=False)
    vp_limits = serializers.ListField(child=serializers.IntegerField(), required=False)
    difference = serializers.IntegerField(required=False)


class ScoreAnswer(serializers.Serializer[Any]):
    """The scores of a hand; for a table, the scores of each hand and the state of the table."""

    scores = serializers.ListField(required=False)
    totals = serializers.ListField(child=serializers.IntegerField(), required=False)
    over = serializers.BooleanField(required=False)
    places = serializers.ListField(child=serializers.IntegerField(), required=False)
    next_lead = serializers.IntegerField(required=False, allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField(), required=False)


class PileOfCards(serializers.Serializer[Any]):
    """The cards of a pile: by name, by kind, or some of each."""

    cards = serializers.ListField(child=serializers.CharField(), required=False, help_text="Names such as ace-coins")
    kinds = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="How many cards of each kind"
    )


class CountRequest(serializers.Serializer[Any]):
    """The piles to count, and other facts that the game needs."""

    options = serializers.DictField(required=False)
    piles: Any = serializers.ListSerializer(child=PileOfCards(), allow_empty=False, max_length=counter.MAX_PILES)
    last_trick = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=counter.MAX_PILES - 1,
        help_text="The pile of the side that won the last trick, from 0",
    )
    values = serializers.CharField(required=False, help_text="The card values of a region, in Brisca and its variants")


class PileCount(serializers.Serializer[Any]):
    """The points and cards of a pile."""

    points = serializers.IntegerField()
    cards = serializers.IntegerField()


class LeftOver(PileCount):
    """The cards that are in no pile; `named` is present if every pile was counted by names."""

    kinds = serializers.DictField(child=serializers.IntegerField())
    named = serializers.ListField(child=serializers.CharField(), required=False)


class CountAnswer(serializers.Serializer[Any]):
    """The points and cards of each pile, and of the cards that are in no pile."""

    piles = PileCount(many=True)
    left = LeftOver()


class Calculations(Resource):
    """Scoring and counting without a tournament."""

    tag = "games"
    permission_classes = [AllowAny]

    @extend_schema(request=ScoreRequest, responses=ScoreAnswer)
    def score(self, request: Request, ruleset: str) -> Response:
        """Score a tally. Nothing is stored, and no authentication is needed."""
        slug = find_game(ruleset).slug
        document = request.data
        if isinstance(document, dict) and (document.keys() & {"lines", "hands"} or not document.keys() & wire.VP_NAMES):
            document = {"ruleset": slug, **document}
        return _answer(_rule_set_problems(document, slug) or _too_many_hands(document) or wire.evaluate(document))

    @extend_schema(request=CountRequest, responses=CountAnswer)
    def count(self, request: Request, ruleset: str) -> Response:
        """Count the points of cards. Nothing is stored, and no authentication is needed."""
        slug = find_game(ruleset).slug
        document = request.data
        if isinstance(document, dict):
            document = {"ruleset": slug, **document}
        return _answer(_rule_set_problems(document, slug) or counter.evaluate(document))


def _rule_set_problems(document: Any, slug: str) -> list[Problem]:
    """Return a problem if the request names a different rule set than its URL, else `[]`."""
    named = registry.find(document.get("ruleset")) if isinstance(document, dict) else None
    if named is None or named.slug == slug:
        return []
    message = _("This address is for %(slug)s: leave the rule set out, or use the address of the other rule set.")
    return [Problem("other_ruleset", message, {"slug": slug}, ("ruleset",))]


def _too_many_hands(document: Any) -> list[Problem]:
    hands = document.get("hands") if isinstance(document, dict) else None
    if not isinstance(hands, list) or len(hands) <= MAX_HANDS:
        return []
    return [Problem("too_many_hands", _("Up to %(most)d hands are scored at once."), {"most": MAX_HANDS}, ("hands",))]


def _answer(outcome: dict[str, object] | list[Problem]) -> Response:
    """Return a response with the result. Raises ExtendedRefusal with all problems, also in the wire format."""
    if not isinstance(outcome, list):
        return Response(outcome)
    problems = [{**json_lines.as_json(p), "message": p.text(gettext)} for p in outcome]
    raise ExtendedRefusal(Invalid(outcome), problems=problems)
