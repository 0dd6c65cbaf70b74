"""Closing a table of a round in play, and recording that a player leaves during a round."""

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import closed_tables, departures
from tournaments.models import DIRECTORS, Table

from ..access import actor, find_table
from ..fields import Id, Text, YesNo
from ..resource import Resource
from .rounds import ClosingValues, NoFields
from .tables import TableShape, render_table

DECIDED = tuple(ClosingValues().fields)


class ClosedTables(Resource):
    """Closing a single table."""

    tag = "tables"
    serializer_class = TableShape

    @extend_schema(request=ClosingValues)
    def close(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Close a table of a round in play, so that the round does not wait for it; for directors."""
        at = find_table(request, slug, number, table, DIRECTORS)
        closed_tables.close_table(at, Closing(**ClosingValues.read(request.data)), by=actor(request))
        return Response(render_table(at.round, table))

    @extend_schema(request=NoFields)
    def reopen(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Reopen a closed table while its round is in play; for directors."""
        at = find_table(request, slug, number, table, DIRECTORS)
        NoFields.read(request.data)
        closed_tables.reopen_table(at, by=actor(request))
        return Response(render_table(at.round, table))


class NewDeparture(ClosingValues):
    """A departure: who leaves, who takes over, and whether the entry plays later rounds."""

    player = Id()
    instead = Id(
        allow_null=True,
        help_text="A player who takes over, sitting out or not entered; null with `name` or if nobody does",
    )
    name = Text(allow_blank=True, default="", help_text="The name of a player who takes over and is not entered")
    new = YesNo(default=False, help_text="Whether `name` is a new player of the club")
    closes = YesNo(
        default=False,
        help_text="Whether nobody takes over and the table is closed; the other fields say how it is scored",
    )
    returns = YesNo(help_text="Whether the entry plays the next rounds; otherwise it is withdrawn")
    reason = Text(max_length=REASON_LENGTH)


class Departures(Resource):
    """Departures from a table in play."""

    tag = "tables"
    serializer_class = TableShape

    @extend_schema(request=NewDeparture)
    def leave(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Record that a player has left, and what happens at the seat; for directors.

        All of it can be undone in one step.
        """
        at = find_table(request, slug, number, table, DIRECTORS)
        departures.leave(at, _departure(at, NewDeparture.read(request.data)), by=actor(request))
        return Response(render_table(at.round, table))


def _departure(at: Table, sent: dict[str, Any]) -> departures.Departure:
    closing = {name: sent.pop(name) for name in DECIDED if name in sent}
    closes, name, new, instead = sent.pop("closes"), sent.pop("name"), sent.pop("new"), sent.pop("instead")
    if instead is not None and not at.round.tournament.entries.filter(players=instead).exists():
        instead = Candidate(player_ids=(instead,))
    elif name and instead is None:
        instead = Candidate(names=(name,), new=new)
    elif name:
        message = _("Send `instead` or `name`, not both.")
        raise Invalid(Problem("contradiction", message, pointer=("name",)))
    return departures.Departure(**sent, instead=instead, closing=Closing(**closing) if closes else None)
