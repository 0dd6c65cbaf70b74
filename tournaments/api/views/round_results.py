"""The results of a whole round in one request."""

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem, refuse
from tournaments.actions.hands.tallies import REASON_LENGTH, HandInput
from tournaments.actions.rounds.whole_rounds import SentTable, record_round
from tournaments.http import find_round
from tournaments.models import SCORERS, Scope

from ..access import actor
from ..fields import LARGEST_ID, StrictSerializer, WholeNumber
from ..idempotency import once
from ..resource import MAX_AT_ONCE, Resource
from .hands import HandShape
from .totals import TOTAL

MAX_HANDS = 100


class ResultTally(serializers.Serializer[Any]):
    """The tally of a hand, or of the total of a table."""

    lines = serializers.ListField()
    hand = serializers.DictField(required=False)
    reason = serializers.CharField(required=False, max_length=REASON_LENGTH)
    replaces = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The version that this tally replaces"
    )


@extend_schema_field(ResultTally)
class Written(serializers.DictField):
    """A tally, which the rules of the game validate."""


class ResultsOfTable(StrictSerializer):
    """The hands of a table, from the first on, or its total. A tally that replaces another names its version."""

    table = WholeNumber(min_value=1, max_value=LARGEST_ID, help_text="The number of the table")
    hands = serializers.ListField(
        child=Written(),
        required=False,
        min_length=1,
        max_length=MAX_HANDS,
        help_text="Tallies as for one hand, each with `replaces`, the version that it replaces, if there is one",
    )
    total = Written(required=False, help_text="The tally of a table scored by total")


class ResultsOfRound(StrictSerializer):
    """The results of tables of a round."""

    tables = serializers.ListField(
        child=ResultsOfTable(),
        allow_empty=False,
        max_length=MAX_AT_ONCE,
        help_text="The tables, in any order, at most 2,000 hands",
    )


class RecordedTable(serializers.Serializer[Any]):
    """A table with the current versions of the hands that were sent."""

    table = serializers.IntegerField(help_text="The number of the table")
    hands = HandShape(many=True, help_text="The current versions of the hands")


class RecordedRound(serializers.Serializer[Any]):
    """The tables in the order of the request."""

    tables = RecordedTable(many=True, help_text="The tables, in the order of the request")


class RoundResults(Resource):
    """The results of a round."""

    tag = "hands"
    serializer_class = RecordedRound
    write_scope = Scope.RESULTS
    more_refusals = {"record": frozenset({428})}

    @extend_schema(request=ResultsOfRound)
    @once
    def record(self, request: Request, slug: str, number: int) -> Response:
        """Record the results of many tables of a round in play, all or nothing; for scorers.

        The rules are those for a single hand: equal tallies change nothing, and a tally that replaces another one names
        its version in `replaces` and gives a `reason`. Every fault is reported with its place.
        """
        round_ = find_round(request, slug, number, SCORERS)
        sent = ResultsOfRound.read(request.data)["tables"]
        refuse(problem for place, table in enumerate(sent) for problem in _table_faults(place, table))
        if sum(len(_tallies(table)) for table in sent) > MAX_AT_ONCE:
            message = _("Send between 1 and %(most)d at once.")
            raise Invalid(Problem("wrong_number", message, {"most": MAX_AT_ONCE}, ("tables",)))
        results = [_result(table) for table in sent]
        recorded = record_round(round_, results, by=actor(request))
        return Response(RecordedRound({"tables": [{"table": table, "hands": hands} for table, hands in recorded]}).data)


def _tallies(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [table["total"]] if "total" in table else table.get("hands", [])


def _table_faults(place: int, table: dict[str, Any]) -> list[Problem]:
    """Return the faults of a table with both hands and total, with neither, or with a version that is not a number."""
    if ("total" in table) == ("hands" in table):
        message = _("Write either the hands of the table or its total.")
        return [Problem("contradiction", message, pointer=("tables", place))]
    message = _("Enter a whole number.")
    return [
        Problem("not_an_integer", message, pointer=("tables", place, *_path(table, index), "replaces"))
        for index, tally in enumerate(_tallies(table))
        if tally.get("replaces") is not None and type(tally["replaces"]) is not int
    ]


def _path(table: dict[str, Any], index: int) -> tuple[str | int, ...]:
    return ("total",) if "total" in table else ("hands", index)


def _result(table: dict[str, Any]) -> SentTable:
    hands = []
    for number, tally in enumerate(_tallies(table), TOTAL):
        written = {name: value for name, value in tally.items() if name != "replaces"}
        hands.append(HandInput.read(number, written, replaces=tally.get("replaces")))
    return SentTable(table["table"], hands, is_total="total" in table)
