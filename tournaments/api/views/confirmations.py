"""Saying whether a hand is right, or agreeing on all hands of a table at once."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import hands
from tournaments.actions.at_table import agreement
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.refusals import Problem, Stale
from tournaments.actions.tallies import REASON_LENGTH
from tournaments.models import SCORERS, Hand, Scope, TableSession

from ..access import actor, find_table
from ..fields import Form, Text, Whole, YesNo
from ..idempotency import once
from ..problem_documents import ExtendedRefusal
from ..resource import Resource, listed
from .hands import LARGEST_VERSION, MAX_SEATS, HandShape, current_hand, with_hand
from .table_sessions import LONGEST_PIN, own_session
from .tables import render_table


class Confirmation(Form):
    """Whether a version of a hand is right."""

    version = Whole(min_value=1, max_value=LARGEST_VERSION)
    accept = YesNo()
    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class SeatsAnswer(Confirmation):
    """What a seat says to a hand; with a no it may send what it thinks right."""

    seat = Whole(min_value=0, max_value=MAX_SEATS)
    pin = Text(max_length=20, allow_blank=True, default="")
    lines = serializers.ListField(required=False)
    hand = serializers.DictField(required=False)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """A tally goes with a no."""
        if values["accept"] and ("lines" in values or "hand" in values):
            message = gettext("Leave the tally out where you accept, or send accept: false.")
            raise serializers.ValidationError({"lines": message}, "contradiction")
        return values


class Confirmations(Resource):
    """Saying whether a hand is right."""

    tag = "hands"
    table_actions = frozenset({"answer"})
    write_scope = Scope.RESULTS
    more_refusals = {"answer": frozenset({412})}

    @extend_schema(
        request=PolymorphicProxySerializer(
            "OneConfirmation", [SeatsAnswer, Confirmation], resource_type_field_name=None
        ),
        responses=HandShape,
    )
    @once
    def answer(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Confirm the hand, or dispute it, and it does not count; for scorers and the table.

        A seat confirms what another seat entered, from its own device or with its PIN; its no may
        carry its own tally, which then waits for another seat.
        """
        played_table = find_table(request, slug, number, table, SCORERS)
        standing = current_hand(played_table, hand)
        at_table = isinstance(request.auth, TableSession)
        sent = (SeatsAnswer if at_table else Confirmation).read(request.data)
        try:
            judged = (_answer_for_seat if at_table else _confirm_or_dispute)(standing, sent, request)
        except Stale as refused:
            raise with_hand(refused, played_table, hand) from refused
        return Response(HandShape(judged).data)


def _confirm_or_dispute(hand: Hand, sent: dict[str, Any], request: Request) -> Hand:
    if sent["version"] != hand.version:
        message = _("Version %(version)d is current: look at it first.")
        raise Stale(Problem("hand_changed", message, {"version": hand.version}, ("version",)))
    if sent["accept"]:
        return hands.confirm(hand, by=actor(request))
    return hands.dispute(hand, by=actor(request), reason=sent["reason"])


def _answer_for_seat(hand: Hand, sent: dict[str, Any], request: Request) -> Hand:
    counter = {name: sent[name] for name in ("lines", "hand") if name in sent}
    reply = agreement.Answer(
        number=hand.number,
        version=sent["version"],
        accept=sent["accept"],
        pin=sent["pin"],
        counter=counter or None,
        reason=sent["reason"],
    )
    session: Any = request.auth
    return agreement.answer(reply, SeatActor(session, sent["seat"]))


class ShownHand(Form):
    """A hand in the version that the seat was shown."""

    hand = Whole(min_value=1, max_value=LARGEST_VERSION)
    version = Whole(min_value=1, max_value=LARGEST_VERSION)


class TableAnswer(Form):
    """A seat's yes to all hands of its table, each in the version that it was shown."""

    seat = Whole(min_value=0, max_value=MAX_SEATS)
    hands = ShownHand(many=True)
    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class TableConfirmations(Resource):
    """Agreeing on all hands of a table."""

    tag = "at the table"
    table_actions = frozenset({"answer"})
    more_refusals = {"answer": frozenset({412})}

    @extend_schema(request=TableAnswer, responses={200: HandShape(many=True)})
    @once
    def answer(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Confirm all hands that other seats entered; answers those that this confirmed."""
        session = own_session(request, slug, number, table)
        sent = TableAnswer.read(request.data)
        versions = {each["hand"]: each["version"] for each in sent["hands"]}
        try:
            agreed = agreement.agree_to_all(versions, SeatActor(session, sent["seat"]), pin=sent["pin"])
        except Stale as refused:
            current = render_table(session.table.round, session.table.number)
            raise ExtendedRefusal(refused, current=current) from refused
        return listed([HandShape(hand).data for hand in agreed])
