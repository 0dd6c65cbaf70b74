"""Closing a single table before the end of its round, and reopening it."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hands.closing import Closing
from tournaments.actions.rounds import closed_tables
from tournaments.models import DIRECTORS

from ..access import actor, find_table
from ..resource import Resource
from .rounds import Decided, Nothing
from .tables import TableShape, render_table

DECIDED = tuple(Decided().fields)


class ClosedTables(Resource):
    """Closing a single table."""

    tag = "tables"
    serializer_class = TableShape

    @extend_schema(request=Decided, responses=TableShape)
    def close(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Close a table, so that its round in play no longer waits for it; for directors."""
        at = find_table(request, slug, number, table, DIRECTORS)
        closed_tables.close_table(at, Closing(**Decided.read(request.data)), by=actor(request))
        return Response(render_table(at.round, table))

    @extend_schema(request=Nothing, responses=TableShape)
    def reopen(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Reopen a closed table while its round is in play; for directors."""
        at = find_table(request, slug, number, table, DIRECTORS)
        Nothing.read(request.data)
        closed_tables.reopen_table(at, by=actor(request))
        return Response(render_table(at.round, table))
