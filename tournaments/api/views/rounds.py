"""Drawing, publishing and closing rounds."""

from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.optimistic_locking import seen_of
from tournaments.actions.hands.closing import UNFINISHED, UNPLAYED, Closing
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.decided_rounds import DecisionHandling
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.rounds.draws.requests import ByHand
from tournaments.actions.rounds.kept import keep_round
from tournaments.http import find_round, find_tournament
from tournaments.models import DIRECTORS, Kept, Round, Tournament

from ..access import actor
from ..fields import ChoiceField, Id, Moment, StrictSerializer, WholeNumber, YesNo
from ..idempotency import once
from ..queries import DECISIONS
from ..resource import Resource, created
from .hands import MAX_SEATS
from .round_shapes import RoundShape, render_rounds

LARGEST_SEED = 2**31 - 1
MAX_TABLES = 5_000


class DrawWanted(StrictSerializer):
    """How to draw the next round: by a method with a seed, or with given tables."""

    seed = WholeNumber(min_value=0, max_value=LARGEST_SEED, required=False)
    tables = serializers.ListField(
        child=serializers.ListField(child=Id(), max_length=MAX_SEATS),
        max_length=MAX_TABLES,
        required=False,
        help_text="Entries in seat order, table by table",
    )
    sit_out = serializers.ListField(child=Id(), max_length=MAX_TABLES, required=False)
    pairing = ChoiceField(
        choices=Tournament.Pairing.choices, required=False, help_text="The draw method from this round on"
    )
    sizes = serializers.ListField(
        child=WholeNumber(min_value=2, max_value=MAX_SEATS),
        max_length=MAX_SEATS,
        required=False,
        help_text="The permitted sizes of tables, the usual size first",
    )
    anyway = YesNo(required=False, help_text="Draw despite obstacles that ask for a decision; the ledger records them")

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values. `sit_out` is accepted only with `tables`."""
        if "sit_out" in values and "tables" not in values:
            raise serializers.ValidationError({"tables": gettext("Also send who sits where.")}, "missing_field")
        return values


class RoundTimes(StrictSerializer):
    """The times at which the round is published and closed automatically; null for never."""

    publish_at = Moment(allow_null=True, required=False)
    closes_at = Moment(allow_null=True, required=False)


class RoundEdit(RoundTimes):
    """New times, and whether the round is scored by hand or by total; `replaces` has the times that the client read."""

    kept = ChoiceField(choices=Kept.choices, required=False)
    replaces = RoundTimes(required=False)


class AnywayFlag(StrictSerializer):
    """A flag to go on in spite of obstacles."""

    anyway = YesNo(default=False)


class DropWanted(StrictSerializer):
    """What happens to the decisions on a draft that is deleted; needed if there are any."""

    decisions = ChoiceField(choices=list(DecisionHandling), required=False)


class ClosingValues(StrictSerializer):
    """How unfinished tables count."""

    unplayed = ChoiceField(
        choices=list(UNPLAYED.items()),
        default="absent",
        help_text="The worth of a table without a counted hand: an absence, the average of the field, or `amount`",
    )
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True, default=None)
    unfinished = ChoiceField(
        choices=list(UNFINISHED.items()),
        required=False,
        help_text="The worth of a table with some of its hands; by default `as-unplayed` if the lowest score wins",
    )


class CloseWanted(ClosingValues):
    """How unfinished tables count. With `anyway` the round is closed in spite of missing or unconfirmed hands."""

    anyway = YesNo(default=False)


class NoFields(StrictSerializer):
    """No fields."""


class Rounds(Resource):
    """The rounds of a tournament."""

    tag = "rounds"
    serializer_class = RoundShape
    ordering = ("number",)

    def list(self, request: Request, slug: str) -> Response:
        """The rounds in order; drafts only for directors."""
        tournament = find_tournament(request, slug)
        rounds = self.paginate_queryset(tournament.rounds.visible_to(request.user)) or []
        directs = tournament.permits(request.user, DIRECTORS)
        last = tournament.hidden_after(request.user)
        return self.get_paginated_response(render_rounds(rounds, to_directors=directs, last=last))

    @extend_schema(request=DrawWanted, responses={201: RoundShape, 202: RoundShape})
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Draw the next round as a draft, with the report of the draw; for directors.

        202 if the draw may take more than a second: the round has the state `drawing` until it is a draft, or `refused`
        with its problems. Read its address again until then.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        sent = DrawWanted.read(request.data)
        drawn = draw_next_round(
            tournament,
            by=actor(request),
            seed=sent.get("seed"),
            by_hand=_by_hand(sent),
            method=sent.get("pairing"),
            sizes=tuple(sent.get("sizes", ())) or None,
            anyway=sent.get("anyway", False),
        )
        answer = created(render_rounds([drawn])[0], reverse("api:round", args=[slug, drawn.number]))
        if drawn.state == Round.State.DRAWING:
            answer.status_code = 202
            answer["Retry-After"] = "1"
        return answer

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The round; a draft only for directors."""
        round_ = find_round(request, slug, number)
        directs = round_.tournament.permits(request.user, DIRECTORS)
        last = round_.tournament.hidden_after(request.user)
        return Response(render_rounds([round_], to_directors=directs, last=last)[0])

    @extend_schema(request=RoundEdit)
    def partial_update(self, request: Request, slug: str, number: int) -> Response:
        """Set when the round is published and closed, or whether its tables send every hand or totals; for directors.

        409 `already_played` if `kept` is sent after something was entered at a table. 412 if a time differs from
        `replaces`.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        sent = RoundEdit.read(request.data, partial=True)
        seen = seen_of(sent.pop("replaces", None))
        kept = sent.pop("kept", None)
        with transaction.atomic():
            round_ = rounds.locked_round(round_)  # a time that is not sent stays as it is now
            times = {"publish_at": round_.publish_at, "closes_at": round_.closes_at}
            changed = rounds.schedule_round(round_, by=actor(request), **times | sent, seen=seen)
            if kept:
                changed = keep_round(changed, kept, by=actor(request))
        return _answer(changed)

    @extend_schema(parameters=[DECISIONS])
    def destroy(self, request: Request, slug: str, number: int) -> Response:
        """Delete a draft; for directors.

        409 `decided_on_round` if there are decisions on the round and `decisions` does not say what happens to them.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        decided = request.query_params.get(DECISIONS.name, "")
        rounds.drop_draft(round_, by=actor(request), decided=decided)
        return Response(status=204)

    @extend_schema(request=AnywayFlag)
    def publish(self, request: Request, slug: str, number: int) -> Response:
        """Publish a draft; for directors. With `anyway`, even if entries have changed since the draw."""
        round_ = find_round(request, slug, number, DIRECTORS)
        return _answer(rounds.publish_round(round_, by=actor(request), **AnywayFlag.read(request.data)))

    @extend_schema(request=CloseWanted)
    def close(self, request: Request, slug: str, number: int) -> Response:
        """Close the round; for directors. With `anyway`, even if hands are missing or unconfirmed.

        The choices for unfinished tables are stored with the round. Striking out hands later does not change them.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        sent = CloseWanted.read(request.data)
        anyway = sent.pop("anyway")
        return _answer(rounds.close_round(round_, by=actor(request), anyway=anyway, closing=Closing(**sent)))

    @extend_schema(request=NoFields)
    def reopen(self, request: Request, slug: str, number: int) -> Response:
        """Reopen the round if it is the last one; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        NoFields.read(request.data)
        return _answer(rounds.reopen_round(round_, by=actor(request)))


def _answer(round_: Round) -> Response:
    return Response(render_rounds([round_])[0])


def _by_hand(sent: dict[str, Any]) -> ByHand | None:
    if "tables" not in sent:
        return None
    out = sent.get("sit_out")
    return ByHand(tables=tuple(tuple(table) for table in sent["tables"]), sit_out=None if out is None else tuple(out))
