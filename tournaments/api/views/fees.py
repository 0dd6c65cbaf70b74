"""Entry fees and payments."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people import fees
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS

from ..access import actor
from ..fields import StrictSerializer
from ..resource import Resource


class Amount(serializers.DecimalField):
    """An amount of money with two decimals; the action checks its bounds."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=14, decimal_places=2, **kwargs)


class DueShape(serializers.Serializer[Any]):
    """What an entry owes, has paid, and still has to pay."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.name")
    owed = Amount()
    paid = Amount()
    left = Amount()


class FeesShape(serializers.Serializer[Any]):
    """The usual fee, what each entry owes and has paid, and the sums."""

    amount = Amount()
    owed = Amount()
    paid = Amount()
    left = Amount()
    rows = DueShape(many=True)


class Fee(StrictSerializer):
    """The usual fee."""

    amount = Amount()


class FeeChange(StrictSerializer):
    """The amount that an entry owes (null for the usual fee), and the amount that it has paid."""

    owed = Amount(allow_null=True, required=False)
    paid = Amount(required=False)


class Fees(Resource):
    """The fees of a tournament."""

    tag = "entries"
    serializer_class = FeesShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str) -> Response:
        """The fees and payments of all entries; for directors."""
        return Response(FeesShape(fees.read_fees(find_tournament(request, slug, DIRECTORS))).data)

    @extend_schema(request=Fee)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Set the usual fee; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        fees.set_fee(tournament, Fee.read(request.data)["amount"], by=actor(request))
        return Response(FeesShape(fees.read_fees(tournament)).data)

    @extend_schema(request=FeeChange, responses=DueShape)
    def change(self, request: Request, slug: str, pk: int) -> Response:
        """Record a payment of an entry, or an amount that only this entry owes; for directors."""
        entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
        return Response(DueShape(fees.change_fee(entry, FeeChange.read(request.data), by=actor(request))).data)
