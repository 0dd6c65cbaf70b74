"""Calling the director to a table, and answering."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import calls, seats
from tournaments.http.finding import find_tournament
from tournaments.models import SCORERS, HelpCall, Scope, Table, TableSession

from ..access import find_table
from ..fields import Form, Moment, Text, Whole
from ..resource import Resource, listed, shown
from .hands import MAX_SEATS


class HelpShape(serializers.Serializer[Any]):
    """A table that calls the director."""

    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    seat = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    called_at = Moment()
    answered_at = Moment(allow_null=True)


class NewCall(Form):
    """Why the director is called."""

    seat = Whole(min_value=0, max_value=MAX_SEATS, allow_null=True, default=None)
    reason = Text(max_length=20, default="question")


class Help(Resource):
    """Calling the director to a table."""

    tag = "at the table"
    read_by_all = False
    table_methods = frozenset({"GET", "POST"})
    write_scope = Scope.RESULTS

    @extend_schema(responses=HelpShape)
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The call that nobody has answered yet; for scorers and the table."""
        return Response(HelpShape(_call(find_table(request, slug, number, table, SCORERS))).data)

    @extend_schema(request=NewCall, responses={200: HelpShape})
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Call the director; while a call is open it stays the same. For scorers and the table."""
        found = find_table(request, slug, number, table, SCORERS)
        wanted = NewCall.read(request.data)
        if wanted["seat"] is not None:
            seats.entry_at(found, wanted["seat"])
        if isinstance(request.auth, TableSession):
            return Response(HelpShape(calls.ask_director(request.auth, **wanted)).data)
        return Response(HelpShape(calls.call_director(found, **wanted)).data)

    @extend_schema(responses={200: HelpShape})
    def delete(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Answer the call; for scorers."""
        call = _call(find_table(request, slug, number, table, SCORERS))
        return Response(HelpShape(calls.answer_call(call)).data)


def _call(table: Table) -> HelpCall:
    call = table.help_calls.filter(answered_at=None).first()
    if call is None:
        raise Http404
    call.table = table
    return call


class OpenCalls(Resource):
    """The tables of a tournament that call."""

    tag = "at the table"
    read_by_all = False

    @extend_schema(responses=HelpShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The calls that nobody has answered yet, the oldest first; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        open_calls = HelpCall.objects.filter(table__round__tournament=tournament, answered_at=None)
        return listed(shown(HelpShape, open_calls.select_related("table__round")))
