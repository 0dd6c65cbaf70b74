"""Penalties and decisions of directors on entries, each with its reason: making, reading, and taking them back."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import ranking
from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.people import decisions, penalties
from tournaments.actions.rounds.rounds import IN_STATE
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, SCORERS, Decision, Penalty, Round, Tournament
from tournaments.models.tournament_settings import MAX_ROUNDS

from ..access import actor
from ..fields import ChoiceField, Id, Moment, StrictSerializer, Text, WholeNumber
from ..idempotency import once
from ..resource import Resource, created

DecisionOrPenalty = Decision | Penalty


class GivenShape(serializers.Serializer[Any]):
    """A penalty or decision of a director. Only members of the club see who gave it."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    round = serializers.IntegerField(source="round_number", allow_null=True, default=None)
    reason = serializers.CharField()
    issuer = serializers.CharField(source="issued_by.username", allow_null=True, default=None, required=False)
    issued_at = Moment()
    cancelled_at = Moment(allow_null=True)

    def to_representation(self, given: DecisionOrPenalty) -> dict[str, Any]:
        """Return the penalty or decision; only members of the club get who gave it."""
        fields: dict[str, Any] = super().to_representation(given)
        if not self.context["for_members"]:
            del fields["issuer"]
        return fields


class NewRevocable(StrictSerializer):
    """The entry, the reason, and the round."""

    entry = Id()
    reason = Text(max_length=300)
    round = WholeNumber(min_value=1, max_value=MAX_ROUNDS, allow_null=True, default=None)


class RevocableResource(Resource):
    """The base class of the views of penalties and of decisions.

    `rows` is the name of the tournament's relation to them, `item` the name of the URL of one of them.
    """

    rows: ClassVar[str]
    item: ClassVar[str]

    def visible(self, request: Request, tournament: Tournament) -> QuerySet[Any]:
        """Return the rows that the client may read: all, except on rounds whose results are hidden."""
        last = tournament.hidden_after(request.user)
        hidden = Q(round_number__gt=last) if last is not None else Q(pk=None)
        return self.of(tournament).exclude(hidden)

    def of(self, tournament: Tournament) -> QuerySet[Any]:
        """Return all rows of the tournament."""
        given: QuerySet[Any] = getattr(tournament, self.rows).select_related("issued_by")
        return given

    def shown(self, given: DecisionOrPenalty, *, for_members: bool = True) -> Any:
        """Return one row, serialized."""
        return self.get_serializer_class()(given, context={"for_members": for_members}).data

    def answer_list(self, request: Request, slug: str) -> Response:
        """Return a response with the rows that the client may read; those taken back are marked."""
        tournament = find_tournament(request, slug)
        return self.page(self.visible(request, tournament), for_members=tournament.permits(request.user, SCORERS))

    def answer_one(self, request: Request, slug: str, pk: int) -> Response:
        """Return a response with one row that the client may read."""
        tournament = find_tournament(request, slug)
        given = get_object_or_404(self.visible(request, tournament), pk=pk)
        return Response(self.shown(given, for_members=tournament.permits(request.user, SCORERS)))

    def give(
        self,
        request: Request,
        slug: str,
        form: type[NewRevocable],
        act: Callable[..., DecisionOrPenalty],
        value_problems: Callable[[Mapping[str, Any], Round | None], Iterable[Problem]],
    ) -> Response:
        """Return the response after calling `act` with the values that were sent. Raises Invalid with all problems.

        `value_problems` are those of the values and the round, which `act` would raise.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        sent, problems = form.check(request.data)
        named = sent or _valid_names(request.data, problems)
        entry = tournament.entries.filter(pk=named.get("entry") or 0).first()
        round_ = tournament.rounds.filter(number=named.get("round") or 0).first()
        if named.get("entry") is not None and entry is None:
            problems.append(Problem("unknown_entry", _("This tournament has no such entry."), pointer=("entry",)))
        if named.get("round") is not None and round_ is None:
            problems.append(Problem("unknown_round", _("This tournament has no such round."), pointer=("round",)))
        if round_ and not round_.is_public:
            params = {"round": round_.number}
            problems.append(Problem(f"round_is_{round_.state}", IN_STATE[round_.state], params, ("round",)))
        if problems:
            faulty = {problem.pointer for problem in problems}
            more = value_problems(sent, round_) if sent else ()
            raise Invalid([*problems, *(problem for problem in more if problem.pointer not in faulty)])
        how = {name: value for name, value in sent.items() if name not in ("entry", "round")}
        made = act(entry, **how, round_=round_, by=actor(request))
        return created(self.shown(made), reverse(f"api:{self.item}", args=[slug, made.pk]))

    def take_back(self, request: Request, slug: str, pk: int, act: Callable[..., DecisionOrPenalty]) -> Response:
        """Return the response after calling `act` for a row, which then no longer counts."""
        by: Actor = actor(request)
        given = get_object_or_404(self.of(find_tournament(request, slug, DIRECTORS)), pk=pk)
        return Response(self.shown(act(given, by=by)))


def _valid_names(data: object, problems: Iterable[Problem]) -> dict[str, Any]:
    """Return the entry and the round in a request with problems, without those that are not numbers."""
    faulty = {problem.pointer[:1] for problem in problems}
    sent = data if isinstance(data, Mapping) else {}
    return {name: sent[name] for name in ("entry", "round") if name in sent and (name,) not in faulty}


class DecisionShape(GivenShape):
    """A decision on an entry. Only members of the club see who gave it."""

    kind = serializers.ChoiceField(Decision.Kind.choices)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True)


class NewDecision(NewRevocable):
    """A new decision; `amount` is the score of the round.

    A disqualification counts in the standings after its `round` and all later rounds; without a `round`, from the last
    public round on.
    """

    kind = ChoiceField(choices=Decision.Kind.choices)
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True, default=None)


class Decisions(RevocableResource):
    """The decisions of a tournament: awards, forfeits, absences, disqualifications."""

    tag = "decisions"
    serializer_class = DecisionShape
    rows, item = "decisions", "decision"

    def list(self, request: Request, slug: str) -> Response:
        """The decisions, without those on rounds whose results are hidden; those taken back are marked."""
        return self.answer_list(request, slug)

    @extend_schema(request=NewDecision)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Make a decision; for directors."""
        return self.give(
            request,
            slug,
            NewDecision,
            decisions.decide,
            lambda sent, round_: decisions.decision_problems(sent["kind"], sent["amount"], round_),
        )

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The decision."""
        return self.answer_one(request, slug, pk)

    @extend_schema(responses={200: DecisionShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Take a decision back: it stays on record and no longer counts; for directors."""
        return self.take_back(request, slug, pk, decisions.take_back)


class PenaltyShape(GivenShape):
    """A penalty, which makes the score worse: from its round on or, without a round, in all standings.

    Only members of the club see who gave it.
    """

    amount = serializers.SerializerMethodField()

    def get_amount(self, penalty: Penalty) -> str:
        """The amount as a decimal, in the unit of the scoring."""
        return ranking.decimal(Fraction(penalty.amount))


class NewPenalty(NewRevocable):
    """A new penalty."""

    amount = serializers.DecimalField(max_digits=9, decimal_places=2)


class Penalties(RevocableResource):
    """The penalties of a tournament."""

    tag = "penalties"
    serializer_class = PenaltyShape
    rows, item = "penalties", "penalty"

    def list(self, request: Request, slug: str) -> Response:
        """The penalties, without those in rounds whose results are hidden; cancelled ones are marked."""
        return self.answer_list(request, slug)

    @extend_schema(request=NewPenalty)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Give a penalty; for directors."""
        return self.give(
            request,
            slug,
            NewPenalty,
            penalties.penalise,
            lambda sent, _round: penalties.penalty_problems(sent["amount"]),
        )

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The penalty."""
        return self.answer_one(request, slug, pk)

    @extend_schema(responses={200: PenaltyShape})
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Cancel the penalty: it stays on record and no longer counts; for directors."""
        return self.take_back(request, slug, pk, penalties.cancel_penalty)
