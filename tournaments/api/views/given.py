"""The common part of penalties and other decisions: making, reading and taking back."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.rounds.rounds import IN_STATE
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, SCORERS, Decision, Penalty, Tournament
from tournaments.models.tournament import MAX_ROUNDS

from ..access import actor
from ..fields import Id, Moment, StrictSerializer, Text, Whole
from ..resource import Resource, created

Given = Decision | Penalty


class GivenShape(serializers.Serializer[Any]):
    """A penalty or decision of a director; only members of the club see who issued it."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    round = serializers.IntegerField(source="round_number", allow_null=True, default=None)
    reason = serializers.CharField()
    issuer = serializers.CharField(source="issued_by.username", allow_null=True, default=None, required=False)
    issued_at = Moment()
    cancelled_at = Moment(allow_null=True)

    def to_representation(self, given: Given) -> dict[str, Any]:
        """The penalty or decision, without what the client may not see."""
        fields: dict[str, Any] = super().to_representation(given)
        if not self.context["for_members"]:
            del fields["issuer"]
        return fields


class NewGiven(StrictSerializer):
    """The entry, the reason, and the round."""

    entry = Id()
    reason = Text(max_length=300)
    round = Whole(min_value=1, max_value=MAX_ROUNDS, allow_null=True, default=None)


class GivenResource(Resource):
    """The base class of penalties and decisions.

    `rows` is their relation of the tournament, `item` the name of the address of one.
    """

    rows: ClassVar[str]
    item: ClassVar[str]

    def visible(self, request: Request, tournament: Tournament) -> QuerySet[Any]:
        """Those that the client may read: none of a round whose results are hidden."""
        last = tournament.hidden_after(request.user)
        hidden = Q(round_number__gt=last) if last is not None else Q(pk=None)
        return self.of(tournament).exclude(hidden)

    def of(self, tournament: Tournament) -> QuerySet[Any]:
        """All rows of the tournament."""
        given: QuerySet[Any] = getattr(tournament, self.rows).select_related("issued_by")
        return given

    def shown(self, given: Given, *, for_members: bool = True) -> Any:
        """One row, serialized."""
        return self.get_serializer_class()(given, context={"for_members": for_members}).data

    def answer_list(self, request: Request, slug: str) -> Response:
        """All rows, with those taken back marked."""
        tournament = find_tournament(request, slug)
        return self.page(self.visible(request, tournament), for_members=tournament.permits(request.user, SCORERS))

    def answer_one(self, request: Request, slug: str, pk: int) -> Response:
        """One row that the client may read."""
        tournament = find_tournament(request, slug)
        given = get_object_or_404(self.visible(request, tournament), pk=pk)
        return Response(self.shown(given, for_members=tournament.permits(request.user, SCORERS)))

    def give(self, request: Request, slug: str, form: type[NewGiven], act: Callable[..., Given]) -> Response:
        """Carry out the action with the values sent; raises Invalid with all problems."""
        tournament = find_tournament(request, slug, DIRECTORS)
        sent, problems = form.check(request.data)
        entry = tournament.entries.filter(pk=sent.get("entry", 0)).first()
        round_ = tournament.rounds.filter(number=sent.get("round") or 0).first()
        if sent and entry is None:
            problems.append(Problem("unknown_entry", _("This tournament has no such entry."), pointer=("entry",)))
        if sent.get("round") is not None and round_ is None:
            problems.append(Problem("unknown_round", _("This tournament has no such round."), pointer=("round",)))
        if round_ and not round_.is_public:
            params = {"round": round_.number}
            problems.append(Problem(f"round_is_{round_.state}", IN_STATE[round_.state], params, ("round",)))
        if problems:
            raise Invalid(problems)
        how = {name: value for name, value in sent.items() if name not in ("entry", "round")}
        made = act(entry, **how, round_=round_, by=actor(request))
        return created(self.shown(made), reverse(f"api:{self.item}", args=[slug, made.pk]))

    def take_back(self, request: Request, slug: str, pk: int, act: Callable[..., Given]) -> Response:
        """Take a row back, so that it no longer counts."""
        by: Actor = actor(request)
        given = get_object_or_404(self.of(find_tournament(request, slug, DIRECTORS)), pk=pk)
        return Response(self.shown(act(given, by=by)))
