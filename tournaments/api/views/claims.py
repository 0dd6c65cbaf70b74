"""Requests for a correction: what tables handed in beside what stands."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import claims
from tournaments.actions.judging import REASON_LENGTH
from tournaments.models import SCORERS, Hand, Scope

from ..access import actor, find_tournament
from ..fields import Form, Text
from ..resource import Resource, listed, shown
from .hands import HandShape


class ClaimShape(HandShape):
    """A claim: the tally that somebody asks for, and where."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")


class RulingWanted(Form):
    """Why it is decided so."""

    reason = Text(max_length=REASON_LENGTH, allow_blank=True, default="")


class Claims(Resource):
    """Requests for a correction."""

    tag = "hands"

    @extend_schema(responses=ClaimShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Those that wait for a decision, the oldest first; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        return listed(shown(ClaimShape, claims.open_claims(tournament)))


class AcceptClaim(Resource):
    """Granting a request."""

    tag = "hands"
    write_scope = Scope.RESULTS

    @extend_schema(request=RulingWanted, responses=HandShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Record its tally, with its reason or with this one; for scorers."""
        claim = _claim(request, slug, pk)
        reason = RulingWanted.read(request.data)["reason"]
        hand = claims.accept_claim(claim, by=actor(request), reason=reason)
        return Response(HandShape(hand).data)


class DeclineClaim(Resource):
    """Declining a request."""

    tag = "hands"
    write_scope = Scope.RESULTS

    @extend_schema(request=RulingWanted, responses=ClaimShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Leave what stands, for a reason; the request stays on record. For scorers."""
        claim = _claim(request, slug, pk)
        reason = RulingWanted.read(request.data)["reason"]
        return Response(
            ClaimShape(claims.decline_claim(claim, by=actor(request), reason=reason)).data
        )


def _claim(request: Request, slug: str, pk: int) -> Hand:
    tournament = find_tournament(request, slug, SCORERS)
    asked = Hand.objects.filter(table__round__tournament=tournament, state=Hand.State.CLAIM)
    return get_object_or_404(asked.select_related("table__round"), pk=pk)
