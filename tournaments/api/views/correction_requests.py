"""Requests for a correction: what tables handed in beside what stands."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import correction_requests
from tournaments.actions.problems import Stale
from tournaments.actions.tallies import REASON_LENGTH
from tournaments.http.finding import find_tournament
from tournaments.models import SCORERS, Hand, Scope

from ..access import actor
from ..fields import Form, Text, Whole
from ..resource import Resource, listed, render_many
from .hands import LARGEST_VERSION, HandShape, with_hand


class CorrectionRequestShape(HandShape):
    """A correction request: the tally that somebody asks for, and where."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    standing_version = serializers.IntegerField(help_text="What stands beside it, 0 for nothing")


class RulingWanted(Form):
    """Why it is decided so."""

    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class Granting(RulingWanted):
    """Why it is granted, and beside which version of the hand."""

    version = Whole(
        min_value=correction_requests.NOTHING_STANDS,
        max_value=LARGEST_VERSION,
        required=False,
        help_text="The `standing_version` that was seen; without it whatever stands is replaced",
    )


class CorrectionRequests(Resource):
    """Requests for a correction."""

    tag = "hands"
    serializer_class = CorrectionRequestShape
    read_by_all = False
    write_scope = Scope.RESULTS
    more_refusals = {"accept": frozenset({412})}

    def list(self, request: Request, slug: str) -> Response:
        """Those that wait for a decision, the oldest first; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        return listed(render_many(CorrectionRequestShape, correction_requests.open_requests(tournament)))

    @extend_schema(request=Granting, responses=HandShape)
    def accept(self, request: Request, slug: str, pk: int) -> Response:
        """Record its tally, with its reason or with this one; for scorers.

        412 with both tallies where the hand was changed since `version`.
        """
        requested = _find(request, slug, pk)
        wanted = Granting.read(request.data)
        reason, version = wanted["reason"], wanted.get("version")
        try:
            hand = correction_requests.accept(requested, by=actor(request), reason=reason, shown=version)
        except Stale as refused:
            requested = _find(request, slug, pk)
            entered = CorrectionRequestShape(requested).data
            raise with_hand(refused, requested.table, requested.number, entered=entered) from refused
        return Response(HandShape(hand).data)

    @extend_schema(request=RulingWanted)
    def decline(self, request: Request, slug: str, pk: int) -> Response:
        """Leave what stands, for a reason; the request stays on record. For scorers."""
        requested = _find(request, slug, pk)
        reason = RulingWanted.read(request.data)["reason"]
        declined = correction_requests.decline(requested, by=actor(request), reason=reason)
        return Response(CorrectionRequestShape(declined).data)


def _find(request: Request, slug: str, pk: int) -> Hand:
    return get_object_or_404(correction_requests.all_requests(find_tournament(request, slug, SCORERS)), pk=pk)
