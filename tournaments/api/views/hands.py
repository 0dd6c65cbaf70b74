"""The hands of a table: recording, correcting and striking out."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import submissions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.at_table.submissions import Disputed
from tournaments.actions.core.refusals import PreconditionRequired, Refusal, Stale
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import REASON_LENGTH, HandInput
from tournaments.models import DIRECTORS, SCORERS, Hand, Role, Scope, Table, TableSession

from ..access import actor, find_readable_table, find_table
from ..conditional import version_in_if_match, with_current
from ..fields import Moment, SharedFields, StrictSerializer, Text
from ..idempotency import once_in_play
from ..problem_documents import ExtendedRefusal
from ..resource import Resource

LARGEST_VERSION = 1_000_000
MAX_SEATS = 12
NO_SEAT = -1


class HandShape(SharedFields):
    """A version of a hand: the tally in the wire format, and its score for each side."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Hand.State.choices, source="state")
    lines = serializers.ListField()
    hand = serializers.DictField(source="facts")
    scores = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    seat = serializers.IntegerField(allow_null=True)
    confirmed_seat = serializers.IntegerField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]
    reason = serializers.CharField()
    recorded_at = Moment()
    confirmed_at = Moment(allow_null=True)


@extend_schema_serializer(component_name="Tally")
class TallyBody(serializers.Serializer[Any]):
    """A tally: a line for each side, and facts about the whole hand."""

    lines = serializers.ListField()
    hand = serializers.DictField(required=False)
    seat = serializers.IntegerField(required=False, allow_null=True, help_text="The seat that records")
    reason = serializers.CharField(required=False, max_length=REASON_LENGTH)
    pin = serializers.CharField(
        required=False, help_text="The seat's PIN, needed on a phone that does not hold the seat"
    )


class Strike(StrictSerializer):
    """The reason why a hand is struck out."""

    reason = Text(max_length=REASON_LENGTH)


class Hands(Resource):
    """The hands of a table."""

    tag = "hands"
    serializer_class = HandShape
    table_actions = frozenset({"list", "retrieve", "record"})
    late_actions = frozenset({"record"})
    write_scope = Scope.RESULTS
    more_refusals = {"record": frozenset({428})}
    compares_versions = True
    ordering = ("number",)

    def list(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The current hands, in order."""
        return self.page(find_readable_table(request, slug, number, table).hands.current())

    def retrieve(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """The current version of the hand."""
        return Response(HandShape(current_hand(find_readable_table(request, slug, number, table), hand)).data)

    @extend_schema(request=TallyBody, responses={200: HandShape, 201: HandShape, 202: HandShape})
    @once_in_play
    def record(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Record or correct the hand; for scorers and the table. The same tally again changes nothing.

        To replace the current version, send its ETag in If-Match; in a closed round, also a reason. A hand entered by a
        seat must be confirmed by another seat. 409 with both versions if another seat entered a different tally. 202 if
        the tally becomes a correction request, which the director decides.
        """
        return answer_with_hand(request, find_table(request, slug, number, table, SCORERS), hand)

    @extend_schema(request=Strike)
    def void(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Strike out the last hand of the table; for directors. Its tally stays on record."""
        current = current_hand(find_table(request, slug, number, table, DIRECTORS), hand)
        reason = Strike.read(request.data)["reason"]
        return Response(HandShape(hands.void(current, by=actor(request), reason=reason)).data)


def answer_with_hand(request: Request, table: Table, number: int) -> Response:
    """Record the hand that was sent; return a response with its version. A refusal has the current version too."""
    try:
        recorded, status = _record(request, table, number)
    except Disputed as refused:
        raise with_current(refused, refused.current, HandShape, entered=HandShape(refused.other).data) from refused
    except (PreconditionRequired, Stale) as refused:
        raise with_hand(refused, table, number) from refused
    return Response(HandShape(recorded).data, status)


def _record(request: Request, table: Table, number: int) -> tuple[Hand, int]:
    """Record the hand for a table or a scorer; return the hand and the status of the response."""
    replaces = None
    if "If-Match" in request.headers:
        current = table.hands.current().filter(number=number).first()
        replaces = version_in_if_match(request, current, HandShape)
    session, sent, pin = request.auth, request.data, ""
    if not isinstance(session, TableSession):
        entered = HandInput.read(number, sent, replaces=replaces)
        recorded, is_new = hands.enter(table, entered, by=actor(request))
    else:
        if isinstance(sent, Mapping) and isinstance(sent.get("pin"), str):
            sent, pin = {name: value for name, value in sent.items() if name != "pin"}, sent["pin"]
        entered = HandInput.read(number, sent, replaces=replaces)
        seat = entered.seat if type(entered.seat) is int else NO_SEAT
        recorded, is_new = submissions.enter(entered, SeatActor(session, seat), pin=pin)
        if recorded.state == Hand.State.REQUESTED:
            return recorded, 202
    return recorded, 201 if is_new and replaces is None else 200


def current_hand(table: Table, number: int) -> Hand:
    """Return the current version of a hand. Raises Http404 if there is none."""
    return get_object_or_404(table.hands.current(), number=number)


def with_hand(refused: Refusal, table: Table, number: int, **more: Any) -> ExtendedRefusal:
    """Return the refusal with the current version of the hand, and `more` members to compare."""
    current = table.hands.current().filter(number=number).first()
    return with_current(refused, current, HandShape, **more)


class VersionShape(HandShape):
    """A version of a hand, and the role in which it was recorded."""

    role = serializers.SerializerMethodField(help_text="director, scorer, or seat for the table itself")

    def get_role(self, version: Hand) -> str:
        """The role of the recorder. Only the ledger has the person's name, for directors of the club."""
        if version.source == "table":
            return "seat"
        return "scorer" if version.role == Role.SCORER else "director"


class Versions(Resource):
    """All versions of a hand."""

    tag = "hands"
    serializer_class = VersionShape
    table_actions = frozenset({"list"})
    ordering = ("version",)

    def list(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """All versions of this hand, oldest first."""
        versions = find_readable_table(request, slug, number, table).hands.filter(number=hand)
        if not versions.exists():
            raise Http404
        return self.page(versions.with_roles())
