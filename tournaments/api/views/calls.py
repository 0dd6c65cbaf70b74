"""Messages from tables to directors: calls for help, rejected attempts, correction requests."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import director_requests, seats
from tournaments.actions.at_table.director_requests import ask_director
from tournaments.actions.core.refusals import Stale
from tournaments.actions.hands import help_calls
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, SCORERS, Hand, HelpCall, RejectedAttempt, Scope, Table, TableSession

from ..access import actor, find_table
from ..fields import Moment, StrictSerializer, Text, WholeNumber
from ..resource import Resource, render_many
from .hands import LARGEST_VERSION, MAX_SEATS, HandShape, with_hand


class HelpShape(serializers.Serializer[Any]):
    """A table's call for the director."""

    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    seat = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    called_at = Moment()
    answered_at = Moment(allow_null=True)


class NewCall(StrictSerializer):
    """A new call: its reason, and the seat that calls."""

    seat = WholeNumber(min_value=0, max_value=MAX_SEATS, allow_null=True, default=None)
    reason = Text(max_length=20, default="question")


class Calls(Resource):
    """Calls for the director from a table."""

    tag = "at the table"
    serializer_class = HelpShape
    read_by_all = False
    table_actions = frozenset({"retrieve", "call"})
    write_scope = Scope.RESULTS

    def retrieve(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The table's unanswered call; for scorers and the table."""
        return Response(HelpShape(_call(find_table(request, slug, number, table, SCORERS))).data)

    @extend_schema(request=NewCall)
    def call(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Call the director; an open call stays as it is. For scorers and the table."""
        calling_table = find_table(request, slug, number, table, SCORERS)
        call = NewCall.read(request.data)
        if call["seat"] is not None:
            seats.entry_at(calling_table, call["seat"])
        if isinstance(request.auth, TableSession):
            return Response(HelpShape(ask_director(request.auth, **call)).data)
        return Response(HelpShape(help_calls.call_director(calling_table, **call)).data)

    @extend_schema(responses={200: HelpShape})
    def answer(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Answer the call; for scorers."""
        return Response(
            HelpShape(help_calls.answer_call(_call(find_table(request, slug, number, table, SCORERS)))).data
        )

    def list(self, request: Request, slug: str) -> Response:
        """The unanswered calls of the tournament, oldest first; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        return self.listed(render_many(HelpShape, help_calls.open_calls(tournament)))


def _call(table: Table) -> HelpCall:
    call = table.help_calls.filter(answered_at=None).first()
    if call is None:
        raise Http404
    call.table = table
    return call


class RejectedAttemptShape(serializers.Serializer[Any]):
    """The number of rejected attempts with the same code, table and phone.

    `phone` only distinguishes phones; it is `""` if the phone is unknown.
    """

    kind = serializers.CharField()
    round = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()
    phone = serializers.SerializerMethodField()
    seat = serializers.IntegerField(allow_null=True)
    times = serializers.IntegerField()
    first_at = Moment()
    last_at = Moment()

    def get_round(self, attempt: RejectedAttempt) -> int | None:
        """The round's number, null if unknown."""
        return attempt.round or None

    def get_table(self, attempt: RejectedAttempt) -> int | None:
        """The table's number, null if unknown."""
        return attempt.table or None

    def get_phone(self, attempt: RejectedAttempt) -> str:
        """The first eight characters of the digest of the device; "" if the phone is unknown."""
        return attempt.device[:8]


class RejectedAttempts(Resource):
    """The rejected attempts at tables."""

    tag = "at the table"
    serializer_class = RejectedAttemptShape
    read_by_all = False

    def list(self, request: Request, slug: str) -> Response:
        """The rejected attempts at tables that a director should know about; for scorers."""
        return self.page(find_tournament(request, slug, SCORERS).rejected_attempts.all())


class CorrectionRequestShape(HandShape):
    """A correction request: a tally that a table proposes for a hand."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    standing_version = serializers.IntegerField(help_text="The current version, 0 if there is none")


class RulingWanted(StrictSerializer):
    """The reason for a ruling."""

    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class AcceptanceWanted(RulingWanted):
    """The reason for accepting a request, and the version of the hand that the director saw."""

    version = WholeNumber(
        min_value=director_requests.NOTHING_STANDS,
        max_value=LARGEST_VERSION,
        required=False,
        help_text="The `standing_version` that was seen; without it any current version is replaced",
    )


class CorrectionRequests(Resource):
    """Correction requests of a tournament."""

    tag = "hands"
    serializer_class = CorrectionRequestShape
    read_by_all = False
    write_scope = Scope.RESULTS

    def list(self, request: Request, slug: str) -> Response:
        """The open correction requests, oldest first; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        return self.listed(render_many(CorrectionRequestShape, director_requests.open_requests(tournament)))

    @extend_schema(request=AcceptanceWanted, responses=HandShape)
    def accept(self, request: Request, slug: str, pk: int) -> Response:
        """Record the tally of the request, with the given reason or the reason of the request; for directors.

        412 with both tallies if the hand was changed since `version`.
        """
        requested = _find_request(request, slug, pk)
        ruling = AcceptanceWanted.read(request.data)
        reason, version = ruling["reason"], ruling.get("version")
        try:
            hand = director_requests.accept(requested, by=actor(request), reason=reason, shown_version=version)
        except Stale as refused:
            requested = _find_request(request, slug, pk)
            entered = CorrectionRequestShape(requested).data
            raise with_hand(refused, requested.table, requested.number, entered=entered) from refused
        return Response(HandShape(hand).data)

    @extend_schema(request=RulingWanted)
    def decline(self, request: Request, slug: str, pk: int) -> Response:
        """Decline the request, with a reason; for directors.

        The hand does not change, and the request stays on record.
        """
        requested = _find_request(request, slug, pk)
        reason = RulingWanted.read(request.data)["reason"]
        declined = director_requests.decline(requested, by=actor(request), reason=reason)
        return Response(CorrectionRequestShape(declined).data)


def _find_request(request: Request, slug: str, pk: int) -> Hand:
    return get_object_or_404(director_requests.all_requests(find_tournament(request, slug, DIRECTORS)), pk=pk)
