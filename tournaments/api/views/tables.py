"""The tables of a round, with seats and results."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hands import packs
from tournaments.actions.hands.closing import closing_before
from tournaments.actions.hands.tables import read_table, with_play, without_results
from tournaments.actions.round_repair import seat_changes
from tournaments.http import find_round
from tournaments.models import DIRECTORS, Round, Seat, Table, TableSession

from ..access import actor, is_hidden
from ..fields import Id, StrictSerializer, YesNo
from ..resource import Resource
from .hands import MAX_SEATS, HandShape
from .round_shapes import ClosingShape


class TurnShape(serializers.Serializer[Any]):
    """A player in a seat, from one hand to another; `to_hand` is null until another player takes over."""

    name = serializers.CharField()
    from_hand = serializers.IntegerField()
    to_hand = serializers.IntegerField(allow_null=True)


class SeatShape(serializers.Serializer[Any]):
    """A seat, counted from 0, with its side and its entry."""

    seat = serializers.IntegerField(source="number")
    side = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField(help_text="The names of the players who sat here, in order if somebody took over")
    turns = serializers.SerializerMethodField()

    @extend_schema_field(TurnShape(many=True))
    def get_turns(self, seat: Seat) -> list[dict[str, Any]]:
        """The players in the seat, in order; `[]` if the entry played all hands under its own name."""
        return [dict(zip(("name", "from_hand", "to_hand"), lineup, strict=True)) for lineup in seat.lineups]


class TableShape(serializers.Serializer[Any]):
    """A table: totals and places by side, the side that leads the next hand, and the hands so far."""

    number = serializers.IntegerField(source="play.table.number")
    round = serializers.IntegerField(source="play.table.round.number")
    state = serializers.ChoiceField(
        ["waiting", "playing", "over", "hidden"], help_text="`hidden` while its results are hidden from you"
    )
    ended = serializers.CharField(source="play.state.ended", allow_null=True, help_text="The reason why it is over")
    outstanding = serializers.BooleanField(
        allow_null=True, help_text="A hand is missing, unconfirmed or disputed; null if hidden"
    )
    closing = ClosingShape(allow_null=True, help_text="The decision on it, if it was closed before its round")
    unconfirmed = serializers.ListField(source="play.unconfirmed", child=serializers.IntegerField())
    disputed = serializers.ListField(source="play.disputed", child=serializers.IntegerField())
    seats = SeatShape(source="play.seats", many=True)
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="By side; empty if hidden")
    places = serializers.ListField(child=serializers.IntegerField(), help_text="By side; empty if hidden")
    next_hand = serializers.IntegerField(allow_null=True)
    next_lead = serializers.IntegerField(allow_null=True, help_text="The side that leads next; null if hidden")
    next_dealer = serializers.IntegerField(
        allow_null=True, help_text="The side that deals next, in games whose rules pass the deal on"
    )
    lead_note = serializers.CharField()
    other_pack = serializers.BooleanField(
        source="play.table.other_pack", help_text="Whether the table agreed on a different pack from that of the rules"
    )
    hands = HandShape(source="play.hands", many=True)


class TableChanges(StrictSerializer):
    """The entries of the table in seat order; and whether all players agreed to play with another pack."""

    seats = serializers.ListField(child=Id(), max_length=MAX_SEATS, required=False)
    other_pack = YesNo(required=False)


HIDDEN = {"state": "hidden", "totals": (), "places": ()} | dict.fromkeys(
    ("outstanding", "next_hand", "next_lead", "next_dealer")
)
"""The progress of a table whose results are hidden."""


class Tables(Resource):
    """The tables of a round."""

    tag = "tables"
    serializer_class = TableShape
    table_actions = frozenset({"retrieve"})
    ordering = ("number",)

    def list(self, request: Request, slug: str, number: int) -> Response:
        """The tables by number."""
        round_ = find_round(request, slug, number)
        tables = self.paginate_queryset(with_play(round_.tables.all())) or []
        hidden = is_hidden(request, round_)
        return self.get_paginated_response([_render(table, hidden=hidden) for table in tables])

    def retrieve(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The table."""
        session = request.auth
        round_ = session.table.round if isinstance(session, TableSession) else find_round(request, slug, number)
        return Response(render_table(round_, table, hidden=is_hidden(request, round_)))

    @extend_schema(request=TableChanges)
    def partial_update(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Seat other entries at the table; for directors. They exchange places with the entries that leave.

        In a published round this is possible only while no table concerned has played a hand. `other_pack` records that
        all players agreed to another pack, if the rules name one.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        stored = get_object_or_404(round_.tables, number=table)
        changes = TableChanges.read(request.data)
        with transaction.atomic():
            if "seats" in changes:
                seat_changes.change_places(stored, changes["seats"], by=actor(request))
            if "other_pack" in changes:
                packs.agree_on_pack(stored, other=changes["other_pack"], by=actor(request))
        return Response(render_table(round_, table))


def render_table(round_: Round, number: int, *, hidden: bool = False) -> Any:
    """Return a table of a round, serialized. Raises Http404 if the round has no such table.

    With `hidden`, it has only seats and no results.
    """
    return _render(get_object_or_404(with_play(round_.tables.all()), number=number), hidden=hidden)


def _render(table: Table, *, hidden: bool) -> Any:
    play = read_table(table)
    play = without_results(play) if hidden else play
    state = play.state
    progress = {
        "state": "over" if play.is_over else "playing" if play.hands else "waiting",
        "outstanding": play.is_outstanding,
        "totals": play.shown.totals,
        "places": play.shown.places,
        "next_hand": None if play.is_over else len(play.hands) + 1,
        "next_lead": state.next_lead,
        "next_dealer": play.rules.next_dealer(state),
    }
    return TableShape(
        {
            "play": play,
            "closing": closing_before(table) if table.closing and not hidden else None,
            "lead_note": gettext(state.lead_note) if state.lead_note else "",
            **(HIDDEN if hidden else progress),
        }
    ).data
