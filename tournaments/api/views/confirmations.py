"""Confirming or disputing a hand, and confirming all hands of a table at once."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import agreement
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.core.refusals import Problem, Refusal, Stale
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.http import permit
from tournaments.models import DIRECTORS, SCORERS, Hand, Scope, Table, TableSession

from ..access import actor, find_table
from ..conditional import with_current
from ..fields import SharedFields, StrictSerializer, Text, Whole, YesNo
from ..idempotency import once, once_in_play
from ..problem_documents import ExtendedRefusal
from ..resource import Resource, listed
from .hands import LARGEST_VERSION, MAX_SEATS, HandShape, current_hand
from .seats import LONGEST_PIN, own_session
from .tables import render_table


class Confirmation(SharedFields, StrictSerializer):
    """Whether a version of a hand is correct."""

    version = Whole(min_value=1, max_value=LARGEST_VERSION)
    accept = YesNo()
    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class SeatsAnswer(Confirmation):
    """A seat's answer to a hand; when it disputes the hand it may send its own tally."""

    seat = Whole(min_value=0, max_value=MAX_SEATS)
    pin = Text(max_length=20, allow_blank=True, default="")
    lines = serializers.ListField(required=False)
    hand = serializers.DictField(required=False)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """Check that a tally is sent only with `accept: false`."""
        if values["accept"] and ("lines" in values or "hand" in values):
            message = gettext("Leave the tally out where you accept, or send accept: false.")
            raise serializers.ValidationError({"lines": message}, "contradiction")
        return values


class Confirmations(Resource):
    """Confirming or disputing a hand."""

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
    @once_in_play
    def answer(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Confirm the hand, or dispute it, so that it does not count; for directors and the table.

        A seat confirms what another seat entered, from its own device or with its PIN. When it disputes the
        hand it may send its own tally, which another seat has to confirm.
        """
        played_table = find_table(request, slug, number, table, SCORERS)
        judge = _answer_for_seat if isinstance(request.auth, TableSession) else _confirm_or_dispute
        try:
            judged = judge(played_table, hand, request)
        except Refusal as refused:
            standing = current_hand(played_table, hand)  # a missing hand (404) comes before other refusals
            if isinstance(refused, Stale):
                raise with_current(_stale(refused, standing, request), standing, HandShape) from refused
            raise
        return Response(HandShape(judged).data)


def _stale(refused: Stale, standing: Hand, request: Request) -> Stale:
    """The refusal; for a director its message names the current version."""
    if isinstance(request.auth, TableSession):
        return refused
    message = _("Version %(version)d is current: look at it first.")
    return Stale(Problem("hand_changed", message, {"version": standing.version}, ("version",)))


def _confirm_or_dispute(table: Table, number: int, request: Request) -> Hand:
    permit(request, table.round.tournament.club, DIRECTORS)
    sent = Confirmation.read(request.data)
    shown = hands.Shown(table.pk, number, sent["version"])
    if sent["accept"]:
        return hands.confirm(shown, by=actor(request))
    return hands.dispute(shown, by=actor(request), reason=sent["reason"])


def _answer_for_seat(_table: Table, number: int, request: Request) -> Hand:
    sent = SeatsAnswer.read(request.data)
    counter = {name: sent[name] for name in ("lines", "hand") if name in sent}
    reply = agreement.Answer(
        number=number,
        version=sent["version"],
        accept=sent["accept"],
        pin=sent["pin"],
        counter=counter or None,
        reason=sent["reason"],
    )
    session: Any = request.auth
    return agreement.answer(reply, SeatActor(session, sent["seat"]))


class ShownHand(StrictSerializer):
    """A hand, in the version that was shown to the seat."""

    hand = Whole(min_value=1, max_value=LARGEST_VERSION)
    version = Whole(min_value=1, max_value=LARGEST_VERSION)


class TableAnswer(StrictSerializer):
    """A seat's confirmation of all hands of its table, each in the version shown."""

    seat = Whole(min_value=0, max_value=MAX_SEATS)
    hands = ShownHand(many=True)
    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class TableConfirmations(Resource):
    """Confirming all hands of a table."""

    tag = "at the table"
    table_actions = frozenset({"answer"})
    more_refusals = {"answer": frozenset({412})}

    @extend_schema(request=TableAnswer, responses={200: HandShape(many=True)})
    @once
    def answer(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Confirm all hands that other seats entered; the answer lists the hands confirmed by this."""
        session = own_session(request, slug, number, table)
        sent = TableAnswer.read(request.data)
        versions = {each["hand"]: each["version"] for each in sent["hands"]}
        try:
            agreed = agreement.agree_to_all(versions, SeatActor(session, sent["seat"]), pin=sent["pin"])
        except Stale as refused:
            current = render_table(session.table.round, session.table.number)
            raise ExtendedRefusal(refused, current=current) from refused
        return listed([HandShape(hand).data for hand in agreed])
