"""Penalties of a tournament."""

from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import ranking
from tournaments.actions import penalties
from tournaments.actions.problems import Invalid, Problem
from tournaments.http.finding import find_tournament
from tournaments.models import DIRECTORS, SCORERS, Entry, Penalty, Round, Tournament
from tournaments.models.tournament import MAX_ROUNDS

from ..access import actor
from ..fields import Form, Id, Moment, Text, Whole
from ..idempotency import once
from ..resource import Resource, created


class PenaltyShape(serializers.Serializer[Any]):
    """A penalty, always to the entry's harm; members of the club see who gave it."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    round = serializers.SerializerMethodField()
    amount = serializers.SerializerMethodField()
    reason = serializers.CharField()
    issuer = serializers.SerializerMethodField(required=False)
    issued_at = Moment()
    cancelled_at = Moment(allow_null=True)

    def get_round(self, penalty: Penalty) -> int | None:
        """The round from which on it counts; null for all."""
        return penalty.round.number if penalty.round else None

    def get_amount(self, penalty: Penalty) -> str:
        """A decimal in the unit of the scoring."""
        return ranking.decimal(Fraction(penalty.amount))

    def get_issuer(self, penalty: Penalty) -> str | None:
        """Who gave it."""
        return penalty.issued_by.username if penalty.issued_by else None

    def to_representation(self, penalty: Penalty) -> dict[str, Any]:
        """The penalty as whoever asks may see it."""
        shown: dict[str, Any] = super().to_representation(penalty)
        if not self.context["for_members"]:
            del shown["issuer"]
        return shown


class NewPenalty(Form):
    """A penalty to be given."""

    entry = Id()
    amount = serializers.DecimalField(max_digits=9, decimal_places=2)
    reason = Text(max_length=300)
    round = Whole(min_value=1, max_value=MAX_ROUNDS, allow_null=True, default=None)


class Penalties(Resource):
    """The penalties of a tournament."""

    tag = "penalties"
    serializer_class = PenaltyShape

    def list(self, request: Request, slug: str) -> Response:
        """All penalties ever given, the cancelled ones marked."""
        tournament = find_tournament(request, slug)
        insider = tournament.permits(request.user, SCORERS)
        given = _told(request, tournament).select_related("round", "issued_by")
        return self.page(given, for_members=insider)

    @extend_schema(request=NewPenalty)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Give a penalty; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        wanted, problems = NewPenalty.check(request.data)
        entry, round_ = _found(tournament, wanted, problems)
        given = penalties.penalise(
            entry, amount=wanted["amount"], reason=wanted["reason"], by=actor(request), round_=round_
        )
        return created(_shown(given), reverse("api:penalty", args=[slug, given.pk]))

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The penalty."""
        tournament = find_tournament(request, slug)
        penalty = get_object_or_404(_told(request, tournament), pk=pk)
        insider = tournament.permits(request.user, SCORERS)
        return Response(PenaltyShape(penalty, context={"for_members": insider}).data)

    @extend_schema(responses={200: PenaltyShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Cancel it: it stays on record and counts no more; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        penalty = get_object_or_404(tournament.penalties, pk=pk)
        return Response(_shown(penalties.cancel_penalty(penalty, by=actor(request))))


def _found(tournament: Tournament, wanted: dict[str, Any], problems: list[Problem]) -> tuple[Entry, Round | None]:
    """The entry and the round that are named; Invalid with every fault."""
    entry = tournament.entries.filter(pk=wanted.get("entry", 0)).first()
    round_ = tournament.rounds.published().filter(number=wanted.get("round") or 0).first()
    if wanted and entry is None:
        message = _("This tournament has no such entry.")
        problems.append(Problem("unknown_entry", message, pointer=("entry",)))
    if wanted.get("round") is not None and round_ is None:
        message = _("This tournament has no such round.")
        problems.append(Problem("unknown_round", message, pointer=("round",)))
    if problems or entry is None:
        raise Invalid(problems)
    return entry, round_


def _shown(penalty: Penalty) -> Any:
    return PenaltyShape(penalty, context={"for_members": True}).data


def _told(request: Request, tournament: Tournament) -> QuerySet[Penalty]:
    """The penalties that whoever asks may read: none of a round whose results are hidden."""
    last = tournament.hidden_after(request.user)
    hidden = Q(round__number__gt=last) if last is not None else Q(pk=None)
    return tournament.penalties.exclude(hidden)
