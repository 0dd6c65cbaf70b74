"""The hands of a table: recorded, corrected, confirmed, struck out."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import hands
from tournaments.actions.judging import REASON_LENGTH, Entered
from tournaments.actions.problems import PreconditionRequired, Problem, Refused, Stale
from tournaments.models import SCORERS, Hand, Scope, Table

from ..access import actor, find_table
from ..conditional import etag_of_data, named_in
from ..fields import Form, Moment, Text, Whole, YesNo
from ..problems import Told
from ..resource import Resource

LARGEST_VERSION = 1_000_000
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the hand to be replaced"
)


def _(message: str) -> str:
    return message


class HandShape(serializers.Serializer[Any]):
    """A hand as it stands: the tally in the wire format, and what it scored for each side."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Hand.State.choices, source="state")
    lines = serializers.ListField()
    hand = serializers.DictField(source="facts")
    scores = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    seat = serializers.IntegerField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]
    reason = serializers.CharField()
    recorded_at = Moment()
    confirmed_at = Moment(allow_null=True)


class Tally(serializers.Serializer[Any]):
    """What the table wrote down: a line for each side, and facts of the whole hand."""

    lines = serializers.ListField()
    hand = serializers.DictField(required=False)
    seat = serializers.IntegerField(required=False, allow_null=True, help_text="Who records")
    reason = serializers.CharField(required=False, max_length=REASON_LENGTH)


class Confirmation(Form):
    """Whether a version of a hand is right."""

    version = Whole(min_value=1, max_value=LARGEST_VERSION)
    accept = YesNo()
    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class Strike(Form):
    """Why a hand is struck out."""

    reason = Text(max_length=REASON_LENGTH)


class Hands(Resource):
    """The hands of a table."""

    tag = "hands"
    ordering = ("number",)

    @extend_schema(responses=HandShape(many=True))
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The hands that stand, in order."""
        found = find_table(request, slug, number, table)
        return self.page(found.hands.current(), HandShape)


class HandDetail(Resource):
    """A hand of a table."""

    tag = "hands"
    write_scope = Scope.RESULTS
    more_refusals = frozenset({412, 428})

    @extend_schema(responses=HandShape)
    def get(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """The version that stands."""
        return Response(HandShape(_standing(find_table(request, slug, number, table), hand)).data)

    @extend_schema(request=Tally, responses={200: HandShape, 201: HandShape}, parameters=[IF_MATCH])
    def put(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Record or correct the hand; for scorers. The same tally again changes nothing.

        A hand that stands is replaced by who names its ETag in If-Match; in a closed round with
        a reason.
        """
        found = find_table(request, slug, number, table, SCORERS)
        standing = found.hands.current().filter(number=hand).first()
        entered = Entered.read(hand, request.data, replaces=_replaced(request, standing))
        try:
            recorded, is_new = hands.enter(found, entered, by=actor(request))
        except (PreconditionRequired, Stale) as refused:
            raise _with_current(refused, found, hand) from refused
        first = is_new and entered.replaces is None
        return Response(HandShape(recorded).data, 201 if first else 200)


def _standing(table: Table, number: int) -> Hand:
    return get_object_or_404(table.hands.current(), number=number)


NO_VERSION = 0


def _replaced(request: Request, standing: Hand | None) -> int | None:
    """The version that the request's If-Match means; None where it has none."""
    condition = request.headers.get("If-Match")
    if condition is None:
        return None
    if standing and named_in(condition, etag_of_data(HandShape(standing).data)):
        return standing.version
    return NO_VERSION


def _with_current(refused: Refused, table: Table, number: int) -> Told:
    """The refusal with the hand as it stands, and its ETag."""
    standing = table.hands.current().filter(number=number).first()
    if standing is None:
        return Told(refused, current=None)
    current = HandShape(standing).data
    return Told(refused, current=current, current_etag=etag_of_data(current))


class Versions(Resource):
    """All versions of a hand."""

    tag = "hands"
    ordering = ("version",)

    @extend_schema(responses=HandShape(many=True))
    def get(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """What was ever written down for this hand, the first version first."""
        versions = find_table(request, slug, number, table).hands.filter(number=hand)
        if not versions.exists():
            raise Http404
        return self.page(versions, HandShape)


class Confirmations(Resource):
    """Saying whether a hand is right."""

    tag = "hands"
    write_scope = Scope.RESULTS
    more_refusals = frozenset({412})

    @extend_schema(request=Confirmation, responses=HandShape)
    def post(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Confirm the hand, or dispute it, and it does not count; for scorers."""
        found = find_table(request, slug, number, table, SCORERS)
        standing = _standing(found, hand)
        said = Confirmation.read(request.data)
        try:
            judged = _judged(standing, said, request)
        except Stale as refused:
            raise _with_current(refused, found, hand) from refused
        return Response(HandShape(judged).data)


def _judged(hand: Hand, said: dict[str, Any], request: Request) -> Hand:
    if said["version"] != hand.version:
        message = _("Version %(version)d stands now: look at it first.")
        raise Stale(Problem("hand_changed", message, {"version": hand.version}, ("version",)))
    if said["accept"]:
        return hands.confirm(hand, by=actor(request))
    return hands.dispute(hand, by=actor(request), reason=said["reason"])


class VoidHand(Resource):
    """Striking a hand out."""

    tag = "hands"
    write_scope = Scope.RESULTS

    @extend_schema(request=Strike, responses=HandShape)
    def post(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Strike out the last hand of the table, which stays on record; for scorers."""
        standing = _standing(find_table(request, slug, number, table, SCORERS), hand)
        reason = Strike.read(request.data)["reason"]
        return Response(HandShape(hands.void(standing, by=actor(request), reason=reason)).data)
