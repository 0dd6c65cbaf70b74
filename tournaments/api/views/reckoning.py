"""Scoring and counting without a tournament: nothing is stored and nobody has to sign in."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import counter, registry, wire
from tournaments.actions.problems import Invalid, Problem
from tournaments.http.finding import find_game

from ..problems import Told
from ..resource import Resource

MAX_HANDS = 500  # a fraction of a second's work, for somebody who needs no account


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
        slug = find_game(ruleset).slug
        document = request.data
        if isinstance(document, dict) and wire.VP_NAMES.isdisjoint(document):
            document = {"ruleset": slug, **document}
        refused = _other_game(document, slug) or _too_many_hands(document)
        return _answered(refused or wire.evaluate(document))


class PileOfCards(serializers.Serializer[Any]):
    """The cards that somebody took: by name, by kind, or some of each."""

    cards = serializers.ListField(child=serializers.CharField(), required=False, help_text="Names such as ace-coins")
    kinds = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="How many cards of each kind"
    )


class CountRequest(serializers.Serializer[Any]):
    """The piles, one for each who counts, and what the game wants to know about them."""

    options = serializers.DictField(required=False)
    piles = PileOfCards(many=True)
    last_trick = serializers.IntegerField(required=False, help_text="The pile of who won the last trick, from 0")
    values = serializers.CharField(
        required=False, help_text="What the cards are worth in a region, in Brisca and its kin"
    )


class Counted(serializers.Serializer[Any]):
    """What a pile comes to."""

    points = serializers.IntegerField()
    cards = serializers.IntegerField()


class LeftOver(Counted):
    """What nobody took yet; `named` is there if every pile was counted by its cards' names."""

    kinds = serializers.DictField(child=serializers.IntegerField())
    named = serializers.ListField(child=serializers.CharField(), required=False)


class CountAnswer(serializers.Serializer[Any]):
    """The points and cards of each pile, and what is left for the others."""

    piles = Counted(many=True)
    left = LeftOver()


class Count(Resource):
    """Counting cards without a tournament."""

    tag = "games"
    permission_classes = [AllowAny]

    @extend_schema(request=CountRequest, responses=CountAnswer)
    def post(self, request: Request, ruleset: str) -> Response:
        """What taken cards come to. Nothing is stored and nobody has to sign in."""
        slug = find_game(ruleset).slug
        document = request.data
        if isinstance(document, dict):
            document = {"ruleset": slug, **document}
        outcome = _other_game(document, slug) or counter.evaluate(document)
        return _answered(outcome)


def _other_game(document: Any, slug: str) -> list[Problem]:
    """The problem of a request that names another rule set than its address does."""
    named = registry.find(document.get("ruleset")) if isinstance(document, dict) else None
    if named is None or named.slug == slug:
        return []
    message = _("This address is for %(slug)s: leave the rule set out, or ask at its own.")
    return [Problem("other_ruleset", message, {"slug": slug}, ("ruleset",))]


def _too_many_hands(document: Any) -> list[Problem]:
    hands = document.get("hands") if isinstance(document, dict) else None
    if not isinstance(hands, list) or len(hands) <= MAX_HANDS:
        return []
    message = _("Up to %(most)d hands are scored at once.")
    return [Problem("too_many_hands", message, {"most": MAX_HANDS}, ("hands",))]


def _answered(outcome: dict[str, object] | list[Problem]) -> Response:
    """The answer, or all the problems with their places here and as the wire format has them."""
    if not isinstance(outcome, list):
        return Response(outcome)
    problems = [{**wire.as_json(p), "message": p.text(gettext)} for p in outcome]
    raise Told(Invalid(outcome), problems=problems)
