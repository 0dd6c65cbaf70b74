"""Confirming or disputing hands, disputes, and rulings on them."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import agreement
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.core.refusals import Problem, Refusal, Stale
from tournaments.actions.hands import disputes, hands
from tournaments.actions.hands.disputes import AGREED, OUTCOMES, dispute_histories
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.http import permit
from tournaments.models import DIRECTORS, SCORERS, Hand, Scope, Table, TableSession

from ..access import actor, find_readable_table, find_table
from ..conditional import with_current
from ..fields import Moment, SharedFields, StrictSerializer, Text, WholeNumber, YesNo
from ..idempotency import once, once_in_play
from ..problem_documents import ExtendedRefusal
from ..resource import Resource
from .hands import LARGEST_VERSION, MAX_SEATS, HandShape, current_hand, with_hand
from .table_sessions import LONGEST_PIN, own_session
from .tables import render_table


class Confirmation(SharedFields, StrictSerializer):
    """An answer that says whether a version of a hand is right."""

    version = WholeNumber(min_value=1, max_value=LARGEST_VERSION)
    accept = YesNo()
    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class SeatsAnswer(Confirmation):
    """A seat's answer to a hand. If the seat disputes the hand, it may send its own tally."""

    seat = WholeNumber(min_value=0, max_value=MAX_SEATS)
    pin = Text(max_length=20, allow_blank=True, default="")
    lines = serializers.ListField(required=False)
    hand = serializers.DictField(required=False)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values. A tally is accepted only with `accept: false`."""
        if values["accept"] and ("lines" in values or "hand" in values):
            message = gettext("Leave the tally out where you accept, or send accept: false.")
            raise serializers.ValidationError({"lines": message}, "contradiction")
        return values


class Confirmations(Resource):
    """Confirming or disputing a hand."""

    tag = "hands"
    table_actions = frozenset({"answer"})
    write_scope = Scope.RESULTS

    @extend_schema(
        request=PolymorphicProxySerializer(
            "OneConfirmation", [SeatsAnswer, Confirmation], resource_type_field_name=None
        ),
        responses=HandShape,
    )
    @once_in_play
    def answer(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Confirm the hand, or dispute it; for directors and the table. A disputed hand does not count.

        A seat confirms a hand that another seat entered, from its own device or with its PIN. If it disputes the hand,
        it may send its own tally, which another seat must confirm.
        """
        played_table = find_table(request, slug, number, table, SCORERS)
        judge = _answer_for_seat if isinstance(request.auth, TableSession) else _confirm_or_dispute
        try:
            judged = judge(played_table, hand, request)
        except Refusal as refused:
            current = current_hand(played_table, hand)  # a missing hand gives 404 before any other refusal
            if isinstance(refused, Stale):
                raise with_current(_stale(refused, current, request), current, HandShape) from refused
            raise
        return Response(HandShape(judged).data)


def _stale(refused: Stale, current: Hand, request: Request) -> Stale:
    """Return the refusal. For a director, its message names the current version."""
    if isinstance(request.auth, TableSession):
        return refused
    message = _("Version %(version)d is current: look at it first.")
    return Stale(Problem("hand_changed", message, {"version": current.version}, ("version",)))


def _confirm_or_dispute(table: Table, number: int, request: Request) -> Hand:
    permit(request, table.round.tournament.club, DIRECTORS)
    sent = Confirmation.read(request.data)
    shown = hands.SeenHand(table.pk, number, sent["version"])
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
    """A hand with the version that the seat saw."""

    hand = WholeNumber(min_value=1, max_value=LARGEST_VERSION)
    version = WholeNumber(min_value=1, max_value=LARGEST_VERSION)


class TableAnswer(StrictSerializer):
    """A seat's confirmation of all hands of its table, each with the version that the seat saw."""

    seat = WholeNumber(min_value=0, max_value=MAX_SEATS)
    hands = ShownHand(many=True)
    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class TableConfirmations(Resource):
    """Confirming all hands of a table."""

    tag = "at the table"
    table_actions = frozenset({"answer"})

    @extend_schema(request=TableAnswer, responses={200: HandShape(many=True)})
    @once
    def answer(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Confirm all hands that other seats entered; the response lists the hands that were confirmed."""
        session = own_session(request, slug, number, table)
        sent = TableAnswer.read(request.data)
        versions = {each["hand"]: each["version"] for each in sent["hands"]}
        try:
            agreed = agreement.agree_to_all(versions, SeatActor(session, sent["seat"]), pin=sent["pin"])
        except Stale as refused:
            current = render_table(session.table.round, session.table.number)
            raise ExtendedRefusal(refused, current=current) from refused
        return Response({"next": None, "previous": None, "results": [HandShape(hand).data for hand in agreed]})


class SeenVersion(StrictSerializer):
    """The current version that the director saw."""

    standing = WholeNumber(
        min_value=1, max_value=LARGEST_VERSION, help_text="The current `version` when the director saw it"
    )


class DisputeRuling(SeenVersion):
    """The version of a disputed hand that the director chooses."""

    version = WholeNumber(min_value=1, max_value=LARGEST_VERSION, help_text="The version that is to count")


class DisputeShape(serializers.Serializer[Any]):
    """The latest dispute about a hand."""

    hand = serializers.IntegerField(source="number")
    objectors = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="The seats that object, with or without a tally of their own; null for the director",
    )
    settled = serializers.ChoiceField(
        ["", AGREED, *sorted(set(OUTCOMES.values()))],
        source="outcome",
        help_text="`agreed` if a seat gave in, `decided` if the director decided; empty while it is disputed",
    )
    settled_at = Moment(source="settled.at", default=None, allow_null=True)
    version = serializers.IntegerField(
        source="settled.facts.version", default=None, allow_null=True, help_text="The version that counts since then"
    )


class Disputes(Resource):
    """The dispute over a hand."""

    tag = "hands"
    serializer_class = DisputeShape
    table_actions = frozenset({"retrieve"})

    def retrieve(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """The seats that dispute the hand, and how the dispute was settled; 404 if it was never disputed."""
        history = dispute_histories(find_readable_table(request, slug, number, table)).get(hand)
        if history is None:
            raise Http404
        return Response(DisputeShape(history).data)


class Rulings(Resource):
    """A director's ruling on a disputed hand."""

    tag = "hands"
    serializer_class = HandShape
    write_scope = Scope.RESULTS

    @extend_schema(request=DisputeRuling)
    def decide(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Choose which version of a disputed hand counts; for directors. Repeating it changes nothing."""
        at = find_table(request, slug, number, table, DIRECTORS)
        sent = DisputeRuling.read(request.data)
        shown = hands.SeenHand(at.pk, hand, sent["standing"])
        return _answer(at, hand, lambda: disputes.decide(shown, sent["version"], by=actor(request)))

    @extend_schema(request=SeenVersion)
    def undo(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Undo the ruling, so that the hand is disputed again; for directors, while the round is in play."""
        at = find_table(request, slug, number, table, DIRECTORS)
        shown = hands.SeenHand(at.pk, hand, SeenVersion.read(request.data)["standing"])
        return _answer(at, hand, lambda: disputes.undo(shown, by=actor(request)))


def _answer(table: Table, number: int, act: Callable[[], Hand]) -> Response:
    current_hand(table, number)
    try:
        return Response(HandShape(act()).data)
    except Stale as refused:
        raise with_hand(refused, table, number) from refused
