"""A player who has left a table in the middle of a round."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import departures
from tournaments.actions.tallies import REASON_LENGTH
from tournaments.models import DIRECTORS

from ..access import actor, find_table
from ..fields import Form, Id, Text, YesNo
from ..resource import Resource
from .tables import TableShape, render_table


class NewDeparture(Form):
    """Who leaves, who of those sitting out plays on, and whether the place plays later rounds."""

    player = Id()
    instead = Id(allow_null=True, help_text="A player who sits out; null for a forfeit")
    returns = YesNo(help_text="Whether the place plays in the next rounds; otherwise the entry withdraws")
    reason = Text(max_length=REASON_LENGTH)


class Departures(Resource):
    """Leaving a table in play."""

    tag = "tables"
    serializer_class = TableShape

    @extend_schema(request=NewDeparture, responses=TableShape)
    def leave(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Store that a player has left, with all that follows; undone in one step. For directors."""
        at = find_table(request, slug, number, table, DIRECTORS)
        departures.leave(at, departures.Departure(**NewDeparture.read(request.data)), by=actor(request))
        return Response(render_table(at.round, table))
