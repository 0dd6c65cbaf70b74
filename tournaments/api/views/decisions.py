"""What directors decided on entries with a reason."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people import decisions
from tournaments.models import Decision

from ..fields import OneOf
from ..idempotency import once
from .given import GivenResource, GivenShape, NewGiven


class DecisionShape(GivenShape):
    """A decision on an entry; members of the club see whose it was."""

    kind = serializers.ChoiceField(Decision.Kind.choices)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True)


class NewDecision(NewGiven):
    """A decision to be made; `amount` is what the round is worth.

    A disqualification counts from the standing after its `round` on, without one from that after the last public round.
    """

    kind = OneOf(choices=Decision.Kind.choices)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True, default=None)


class Decisions(GivenResource):
    """The decisions of a tournament: awards, forfeits, absences, disqualifications."""

    tag = "decisions"
    serializer_class = DecisionShape
    rows, item = "decisions", "decision"

    def list(self, request: Request, slug: str) -> Response:
        """All decisions ever made, those taken back marked."""
        return self.answer_list(request, slug)

    @extend_schema(request=NewDecision)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Decide; for directors."""
        return self.give(request, slug, NewDecision, decisions.decide)

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The decision."""
        return self.answer_one(request, slug, pk)

    @extend_schema(responses={200: DecisionShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Take it back: it stays on record and counts no more; for directors."""
        return self.take_back(request, slug, pk, decisions.take_back)
