"""Directors' decisions on entries, each with a reason."""

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
    """A decision on an entry; only members of the club see who made it."""

    kind = serializers.ChoiceField(Decision.Kind.choices)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True)


class NewDecision(NewGiven):
    """A new decision; `amount` is the score of the round.

    A disqualification counts in the standings after its `round` and later; without a round, in those after the last
    public one.
    """

    kind = OneOf(choices=Decision.Kind.choices)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True, default=None)


class Decisions(GivenResource):
    """The decisions of a tournament: awards, forfeits, absences, disqualifications."""

    tag = "decisions"
    serializer_class = DecisionShape
    rows, item = "decisions", "decision"

    def list(self, request: Request, slug: str) -> Response:
        """All decisions, with those taken back marked."""
        return self.answer_list(request, slug)

    @extend_schema(request=NewDecision)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Make a decision; for directors."""
        return self.give(request, slug, NewDecision, decisions.decide)

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The decision."""
        return self.answer_one(request, slug, pk)

    @extend_schema(responses={200: DecisionShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Take a decision back: it stays on record and no longer counts; for directors."""
        return self.take_back(request, slug, pk, decisions.take_back)
