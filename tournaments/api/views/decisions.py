"""What directors decided on entries with a reason, and what makes up an entry's score."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import decisions
from tournaments.actions.refusals import Invalid, Problem
from tournaments.actions.why import why
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, SCORERS, Decision, Tournament, leading
from tournaments.models.tournament import MAX_ROUNDS

from ..access import actor
from ..fields import Form, Id, Moment, OneOf, Text, Whole
from ..idempotency import once
from ..resource import Resource, created
from .standings import RoundScoreShape


class DecisionShape(serializers.Serializer[Any]):
    """A decision on an entry; members of the club see whose it was."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    kind = serializers.ChoiceField(Decision.Kind.choices)
    round = serializers.IntegerField(source="round.number", allow_null=True, default=None)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True)
    reason = serializers.CharField()
    issuer = serializers.CharField(source="issued_by.username", allow_null=True, default=None, required=False)
    issued_at = Moment()
    cancelled_at = Moment(allow_null=True)

    def to_representation(self, decision: Decision) -> dict[str, Any]:
        """The decision as whoever asks may see it."""
        fields: dict[str, Any] = super().to_representation(decision)
        if not self.context["for_members"]:
            del fields["issuer"]
        return fields


class NewDecision(Form):
    """A decision to be made; `amount` is what the round is worth, `round` null for a disqualification."""

    entry = Id()
    kind = OneOf(choices=Decision.Kind.choices)
    reason = Text(max_length=300)
    round = Whole(min_value=1, max_value=MAX_ROUNDS, allow_null=True, default=None)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True, default=None)


class Decisions(Resource):
    """The decisions of a tournament: awards, forfeits, absences, disqualifications."""

    tag = "decisions"
    serializer_class = DecisionShape

    def list(self, request: Request, slug: str) -> Response:
        """All decisions ever made, those taken back marked."""
        tournament = find_tournament(request, slug)
        visible = _visible(request, tournament).select_related("round", "issued_by")
        return self.page(visible, for_members=tournament.permits(request.user, SCORERS))

    @extend_schema(request=NewDecision)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Decide; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        sent, problems = NewDecision.check(request.data)
        entry = tournament.entries.filter(pk=sent.get("entry", 0)).first()
        round_ = tournament.rounds.published().filter(number=sent.get("round") or 0).first()
        if sent and entry is None:
            problems.append(Problem("unknown_entry", _("This tournament has no such entry."), pointer=("entry",)))
        if sent.get("round") is not None and round_ is None:
            problems.append(Problem("unknown_round", _("This tournament has no such round."), pointer=("round",)))
        if problems or entry is None:
            raise Invalid(problems)
        how = {name: sent[name] for name in ("kind", "reason", "amount")}
        decision = decisions.decide(entry, round_=round_, by=actor(request), **how)
        return created(_render(decision), reverse("api:decision", args=[slug, decision.pk]))

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The decision."""
        tournament = find_tournament(request, slug)
        decision = get_object_or_404(_visible(request, tournament), pk=pk)
        return Response(_render(decision, for_members=tournament.permits(request.user, SCORERS)))

    @extend_schema(responses={200: DecisionShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Take it back: it stays on record and counts no more; for directors."""
        decision = get_object_or_404(find_tournament(request, slug, DIRECTORS).decisions, pk=pk)
        return Response(_render(decisions.take_back(decision, by=actor(request))))


def _render(decision: Decision, *, for_members: bool = True) -> Any:
    return DecisionShape(decision, context={"for_members": for_members}).data


def _visible(request: Request, tournament: Tournament) -> QuerySet[Decision]:
    """The decisions that whoever asks may read: none on a round whose results are hidden."""
    last = tournament.hidden_after(request.user)
    hidden = Q(round__number__gt=last) if last is not None else Q(pk=None)
    return tournament.decisions.exclude(hidden)


class WhyLineShape(RoundScoreShape):
    """A round or a penalty: what it adds to the score, and why."""

    kind = serializers.ChoiceField(("round", "penalty"))
    round = serializers.IntegerField(allow_null=True)
    source = serializers.CharField(required=False)  # type: ignore[assignment]
    rule = serializers.CharField(required=False, help_text="What a round that was not played counts by")
    reason = serializers.CharField(help_text="The director's, where it was decided")


class WhyShape(serializers.Serializer[Any]):
    """What makes up a score: the sum of the lines is `score_exact`; `so_far` is not in it yet."""

    revision = serializers.IntegerField()
    tournament = serializers.CharField()
    after_round = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()
    score_exact = serializers.CharField()
    exact = serializers.CharField(required=False, help_text="The same, where the decimal is rounded")
    withdrawn = serializers.BooleanField()
    stand_in = serializers.BooleanField()
    disqualified = serializers.CharField(allow_null=True, help_text="Why, where it is")
    lines = WhyLineShape(many=True)
    so_far = WhyLineShape(many=True)


class Why(Resource):
    """What makes up the scores of the standings."""

    tag = "standings"
    serializer_class = WhyShape

    @extend_schema(operation_id="tournaments_standings_why", responses={200: WhyShape})
    def retrieve(self, request: Request, slug: str, pk: int) -> HttpResponse:
        """What makes up an entry's score: each round and each penalty, and what it has of the round in play."""
        tournament = find_tournament(request, slug)
        shown = leading(tournament, tournament.hidden_after(request.user))
        made = why(tournament, shown, pk)
        if made is None or shown.latest is None:
            raise Http404
        head = {"revision": shown.latest.revision, "tournament": tournament.slug, "after_round": shown.after_round}
        return Response({**head, **made})
