"""Rounds: drawn, published, closed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import draws, rounds
from tournaments.actions.draw_requests import ByHand
from tournaments.models import DIRECTORS, Round, Seat, SitOut, Tournament

from ..access import actor, find_round, find_tournament
from ..fields import Form, Id, Moment, Whole, YesNo
from ..idempotency import once
from ..resource import Resource, created

LARGEST_SEED = 2**31 - 1
MOST_TABLES = 5_000
MOST_SEATS = 12


def _(message: str) -> str:
    return message


class RoundShape(serializers.Serializer[Any]):
    """A round: who sits where, entries in seat order, and how that came about."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    publish_at = Moment(allow_null=True)
    closes_at = Moment(allow_null=True)
    published_at = Moment(allow_null=True)
    closed_at = Moment(allow_null=True)
    method = serializers.ChoiceField(Tournament.Pairing.choices)
    seed = serializers.IntegerField()
    report = serializers.DictField()
    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sit_out = serializers.ListField(child=serializers.IntegerField())


class DrawWanted(Form):
    """How the next round is to be drawn: by lot from a seed, or with tables made by hand."""

    seed = Whole(min_value=0, max_value=LARGEST_SEED, required=False)
    tables = serializers.ListField(
        child=serializers.ListField(child=Id(), max_length=MOST_SEATS),
        max_length=MOST_TABLES,
        required=False,
        help_text="Entries in seat order, table by table",
    )
    sit_out = serializers.ListField(child=Id(), max_length=MOST_TABLES, required=False)

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """Who sits out can be said only where the tables are."""
        if "sit_out" in values and "tables" not in values:
            message = "Say who sits where too."
            raise serializers.ValidationError({"tables": message}, "missing_field")
        return values


class RoundTimes(Form):
    """When the clock publishes and closes the round; null for never."""

    publish_at = Moment(allow_null=True, required=False)
    closes_at = Moment(allow_null=True, required=False)


class Anyway(Form):
    """`anyway` goes on over what stands in the way."""

    anyway = YesNo(default=False)


class Nothing(Form):
    """No fields."""


class Rounds(Resource):
    """The rounds of a tournament."""

    tag = "rounds"
    ordering = ("number",)

    @extend_schema(responses=RoundShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The rounds in order; drafts for directors only."""
        tournament = find_tournament(request, slug)
        found = self.paginate_queryset(tournament.rounds.visible_to(request.user)) or []
        return self.get_paginated_response(_shown(found))

    @extend_schema(request=DrawWanted, responses={201: RoundShape})
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Draw the next round as a draft, with the report of the draw; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        wanted = DrawWanted.read(request.data)
        drawn = draws.draw_round(
            tournament, by=actor(request), seed=wanted.get("seed"), by_hand=_by_hand(wanted)
        )
        return created(_shown([drawn])[0], reverse("api:round", args=[slug, drawn.number]))


def _by_hand(wanted: dict[str, Any]) -> ByHand | None:
    if "tables" not in wanted:
        return None
    out = wanted.get("sit_out")
    return ByHand(
        tables=tuple(tuple(table) for table in wanted["tables"]),
        sit_out=None if out is None else tuple(out),
    )


def _shown(found: Iterable[Round]) -> list[Any]:
    """Rounds with who sits where, in two queries however many."""
    by_id = {round_.pk: round_ for round_ in found}
    tables: dict[int, dict[int, list[int]]] = {pk: {} for pk in by_id}
    seats = Seat.objects.filter(round__in=by_id).order_by("table__number", "number")
    for pk, table, entry in seats.values_list("round_id", "table__number", "entry_id"):
        tables[pk].setdefault(table, []).append(entry)
    out: dict[int, list[int]] = {pk: [] for pk in by_id}
    for pk, entry in SitOut.objects.filter(round__in=by_id).values_list("round_id", "entry_id"):
        out[pk].append(entry)
    return [
        RoundShape({**_facts(round_), "tables": list(tables[pk].values()), "sit_out": out[pk]}).data
        for pk, round_ in by_id.items()
    ]


def _facts(round_: Round) -> dict[str, Any]:
    return {name: getattr(round_, name) for name in OWN_FIELDS}


OWN_FIELDS = sorted(RoundShape().fields.keys() - {"tables", "sit_out"})


class RoundDetail(Resource):
    """A round."""

    tag = "rounds"

    @extend_schema(responses=RoundShape)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The round; a draft for directors only."""
        return Response(_shown([find_round(request, slug, number)])[0])

    @extend_schema(request=RoundTimes, responses=RoundShape)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Set when the clock publishes and closes it; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        standing = {"publish_at": round_.publish_at, "closes_at": round_.closes_at}
        times = standing | RoundTimes.read(request.data, partial=True)
        return Response(_shown([rounds.schedule_round(round_, by=actor(request), **times)])[0])

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Drop a draft; for directors."""
        rounds.drop_draft(find_round(request, slug, number, DIRECTORS), by=actor(request))
        return Response(status=204)


class PublishRound(Resource):
    """Publishing a round."""

    tag = "rounds"

    @extend_schema(request=Anyway, responses=RoundShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Make a draft public; `anyway` though the entries have changed since; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        anyway = Anyway.read(request.data)["anyway"]
        return Response(_shown([rounds.publish_round(round_, by=actor(request), anyway=anyway)])[0])


class CloseRound(Resource):
    """Closing a round."""

    tag = "rounds"

    @extend_schema(request=Anyway, responses=RoundShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close it; `anyway` though hands are missing or unconfirmed; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        anyway = Anyway.read(request.data)["anyway"]
        return Response(_shown([rounds.close_round(round_, by=actor(request), anyway=anyway)])[0])


class ReopenRound(Resource):
    """Reopening a round."""

    tag = "rounds"

    @extend_schema(request=Nothing, responses=RoundShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take it back into play while no other round follows; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        Nothing.read(request.data)
        return Response(_shown([rounds.reopen_round(round_, by=actor(request))])[0])
