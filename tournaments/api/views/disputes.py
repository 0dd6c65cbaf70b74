"""The dispute over a hand, how it was settled, a director's ruling, and undoing it."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Stale
from tournaments.actions.hands import disputes, hands
from tournaments.actions.hands.dispute_courses import AGREED, OUTCOMES, courses
from tournaments.models import DIRECTORS, Hand, Scope, Table

from ..access import actor, find_readable_table, find_table
from ..fields import Moment, StrictSerializer, Whole
from ..resource import Resource
from .hands import LARGEST_VERSION, HandShape, current_hand, with_hand


@extend_schema_serializer(component_name="Standing")
class SeenVersion(StrictSerializer):
    """The current version that the director saw."""

    standing = Whole(min_value=1, max_value=LARGEST_VERSION, help_text="The `version` that was seen to stand")


@extend_schema_serializer(component_name="Word")
class Word(SeenVersion):
    """The version of a disputed hand that shall count."""

    version = Whole(min_value=1, max_value=LARGEST_VERSION, help_text="The one that is to count")


class DisputeShape(serializers.Serializer[Any]):
    """The latest dispute over a hand."""

    hand = serializers.IntegerField(source="number")
    objectors = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="The seats that say no, with figures of their own or without; null for the director",
    )
    settled = serializers.ChoiceField(
        ["", AGREED, *sorted(set(OUTCOMES.values()))],
        source="outcome",
        help_text="`agreed` where a seat gave in, `decided` by the director; empty while it is disputed",
    )
    settled_at = Moment(source="settled.at", default=None, allow_null=True)
    version = serializers.IntegerField(
        source="settled.facts.version", default=None, allow_null=True, help_text="The one that it was settled with"
    )


class Disputes(Resource):
    """The dispute over a hand."""

    tag = "hands"
    serializer_class = DisputeShape
    table_actions = frozenset({"retrieve"})

    def retrieve(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Who disputes the hand, and how it was settled; 404 if it was never disputed."""
        course = courses(find_readable_table(request, slug, number, table)).get(hand)
        if course is None:
            raise Http404
        return Response(DisputeShape(course).data)


class Rulings(Resource):
    """A director's ruling on a disputed hand."""

    tag = "hands"
    serializer_class = HandShape
    write_scope = Scope.RESULTS
    more_refusals = {"decide": frozenset({412}), "undo": frozenset({412})}

    @extend_schema(request=Word, responses=HandShape)
    def decide(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Make one version of the hand count; for directors. The same ruling again changes nothing."""
        at = find_table(request, slug, number, table, DIRECTORS)
        sent = Word.read(request.data)
        shown = hands.Shown(at.pk, hand, sent["standing"])
        return _answer(at, hand, lambda: disputes.decide(shown, sent["version"], by=actor(request)))

    @extend_schema(request=SeenVersion, responses=HandShape)
    def undo(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Undo the ruling, so that the hand is disputed again; for directors, while the round is in play."""
        at = find_table(request, slug, number, table, DIRECTORS)
        shown = hands.Shown(at.pk, hand, SeenVersion.read(request.data)["standing"])
        return _answer(at, hand, lambda: disputes.undo(shown, by=actor(request)))


def _answer(table: Table, number: int, act: Callable[[], Hand]) -> Response:
    current_hand(table, number)
    try:
        return Response(HandShape(act()).data)
    except Stale as refused:
        raise with_hand(refused, table, number) from refused
