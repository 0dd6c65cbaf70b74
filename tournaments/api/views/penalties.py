"""The penalties of a tournament."""

from fractions import Fraction

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import ranking
from tournaments.actions.people import penalties
from tournaments.models import Penalty

from ..idempotency import once
from .given import GivenResource, GivenShape, NewGiven


class PenaltyShape(GivenShape):
    """A penalty, which always worsens the score, from its round on or overall; only members see who gave it."""

    amount = serializers.SerializerMethodField()

    def get_amount(self, penalty: Penalty) -> str:
        """The amount as a decimal, in the unit of the scoring."""
        return ranking.decimal(Fraction(penalty.amount))


class NewPenalty(NewGiven):
    """A new penalty."""

    amount = serializers.DecimalField(max_digits=9, decimal_places=2)


class Penalties(GivenResource):
    """The penalties of a tournament."""

    tag = "penalties"
    serializer_class = PenaltyShape
    rows, item = "penalties", "penalty"

    def list(self, request: Request, slug: str) -> Response:
        """All penalties, with cancelled ones marked."""
        return self.answer_list(request, slug)

    @extend_schema(request=NewPenalty)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Give a penalty; for directors."""
        return self.give(request, slug, NewPenalty, penalties.penalise)

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The penalty."""
        return self.answer_one(request, slug, pk)

    @extend_schema(responses={200: PenaltyShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Cancel the penalty: it stays on record and no longer counts; for directors."""
        return self.take_back(request, slug, pk, penalties.cancel_penalty)
