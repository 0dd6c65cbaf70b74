"""The totals of tables, in rounds scored by table total."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.kept import require_total
from tournaments.models import SCORERS, Scope

from ..access import find_readable_table, find_table
from ..idempotency import once_in_play
from ..resource import Resource
from .hands import HandShape, TallyBody, answer_with_hand, current_hand

TOTAL = 1
"""The number of the only hand of a table scored by total."""


class TableTotal(Resource):
    """The total of a table in a round scored by table total. It is the table's only hand."""

    tag = "hands"
    serializer_class = HandShape
    table_actions = frozenset({"retrieve", "record"})
    late_actions = frozenset({"record"})
    write_scope = Scope.RESULTS
    more_refusals = {"record": frozenset({428})}
    compares_versions = True

    def retrieve(self, request: Request, slug: str, number: int, table: int) -> Response:
        """The current version of the table's total; 409 in a round scored hand by hand."""
        found = find_readable_table(request, slug, number, table)
        require_total(found)
        return Response(HandShape(current_hand(found, TOTAL)).data)

    @extend_schema(request=TallyBody, responses={200: HandShape, 201: HandShape, 202: HandShape})
    @once_in_play
    def record(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Record or correct the total of each side as `points`, like a hand; for scorers and the table.

        409 in a round scored hand by hand; `hands_stand` if the table has hands.
        """
        found = find_table(request, slug, number, table, SCORERS)
        require_total(found)
        return answer_with_hand(request, found, TOTAL)
