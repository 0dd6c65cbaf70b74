"""Scoring and counting without a tournament: nothing is stored and nobody has to sign in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import counter, registry, wire
from scoring.core import Problem as RuleProblem
from tournaments.actions.problems import Invalid, Problem

from ..problems import Told
from ..resource import Resource
from ..rule_problems import placed, placed_in_piles
from .games import found


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
        slug = found(ruleset).slug
        document = request.data
        if isinstance(document, dict) and wire.VP_NAMES.isdisjoint(document):
            document = {"ruleset": slug, **document}
        return _answered(document, _other_game(document, slug) or wire.evaluate(document), placed)


class PileOfCards(serializers.Serializer[Any]):
    """The cards that somebody took: by name, by kind, or some of each."""

    cards = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Names such as ace-coins"
    )
    kinds = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="How many cards of each kind"
    )


class CountRequest(serializers.Serializer[Any]):
    """The piles, one for each who counts, and what the game wants to know about them."""

    options = serializers.DictField(required=False)
    piles = PileOfCards(many=True)
    last_trick = serializers.IntegerField(
        required=False, help_text="The pile of who won the last trick, from 0"
    )
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
        slug = found(ruleset).slug
        document = request.data
        if isinstance(document, dict):
            document = {"ruleset": slug, **document}
        outcome = _other_game(document, slug) or counter.evaluate(document)
        return _answered(document, outcome, placed_in_piles)


def _other_game(document: Any, slug: str) -> list[RuleProblem]:
    """The problem of a request that names another rule set than its address does."""
    named = registry.find(document.get("ruleset")) if isinstance(document, dict) else None
    if named is None or named.slug == slug:
        return []
    message = _("This address is for %(slug)s: leave the rule set out, or ask at its own.")
    return [RuleProblem("other_ruleset", message, {"slug": slug}, field="ruleset")]


def _answered(
    document: object,
    outcome: dict[str, object] | list[RuleProblem],
    place: Callable[[object, RuleProblem], Problem],
) -> Response:
    """The answer, or all the problems with their places here and as the wire format has them."""
    if not isinstance(outcome, list):
        return Response(outcome)
    told = [place(document, problem) for problem in outcome]
    in_wire_format = [
        {**problem.as_json(), "message": here.text()}
        for problem, here in zip(outcome, told, strict=True)
    ]
    raise Told(Invalid(told), problems=in_wire_format)
