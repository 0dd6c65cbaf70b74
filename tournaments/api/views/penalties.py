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
from tournaments.actions.refusals import Invalid, Problem
from tournaments.http import find_tournament
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
        fields: dict[str, Any] = super().to_representation(penalty)
        if not self.context["for_members"]:
            del fields["issuer"]
        return fields


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
        visible = _visible(request, tournament).select_related("round", "issued_by")
        return self.page(visible, for_members=tournament.permits(request.user, SCORERS))

    @extend_schema(request=NewPenalty)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Give a penalty; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        sent, problems = NewPenalty.check(request.data)
        entry, round_ = _find_named(tournament, sent, problems)
        amount, reason = sent["amount"], sent["reason"]
        penalty = penalties.penalise(entry, amount=amount, reason=reason, by=actor(request), round_=round_)
        return created(_render(penalty), reverse("api:penalty", args=[slug, penalty.pk]))

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The penalty."""
        tournament = find_tournament(request, slug)
        penalty = get_object_or_404(_visible(request, tournament), pk=pk)
        return Response(_render(penalty, for_members=tournament.permits(request.user, SCORERS)))

    @extend_schema(responses={200: PenaltyShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Cancel it: it stays on record and counts no more; for directors."""
        penalty = get_object_or_404(find_tournament(request, slug, DIRECTORS).penalties, pk=pk)
        return Response(_render(penalties.cancel_penalty(penalty, by=actor(request))))


def _find_named(tournament: Tournament, sent: dict[str, Any], problems: list[Problem]) -> tuple[Entry, Round | None]:
    """The entry and the round that are named; Invalid with every fault."""
    entry = tournament.entries.filter(pk=sent.get("entry", 0)).first()
    round_ = tournament.rounds.published().filter(number=sent.get("round") or 0).first()
    if sent and entry is None:
        message = _("This tournament has no such entry.")
        problems.append(Problem("unknown_entry", message, pointer=("entry",)))
    if sent.get("round") is not None and round_ is None:
        message = _("This tournament has no such round.")
        problems.append(Problem("unknown_round", message, pointer=("round",)))
    if problems or entry is None:
        raise Invalid(problems)
    return entry, round_


def _render(penalty: Penalty, *, for_members: bool = True) -> Any:
    return PenaltyShape(penalty, context={"for_members": for_members}).data


def _visible(request: Request, tournament: Tournament) -> QuerySet[Penalty]:
    """The penalties that whoever asks may read: none of a round whose results are hidden."""
    last = tournament.hidden_after(request.user)
    hidden = Q(round__number__gt=last) if last is not None else Q(pk=None)
    return tournament.penalties.exclude(hidden)
