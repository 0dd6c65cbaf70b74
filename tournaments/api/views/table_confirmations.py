"""Agreeing on all hands of a table at once."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import table_end
from tournaments.actions.at_table.voices import Voice
from tournaments.actions.problems import Stale

from ..fields import Form, Text, Whole
from ..idempotency import once
from ..problems import Told
from ..resource import Resource, listed
from .hands import LARGEST_VERSION, MAX_SEATS, HandShape
from .seats import LONGEST_PIN, own_session
from .tables import shown_table


class ShownHand(Form):
    """A hand in the version that the seat was shown."""

    hand = Whole(min_value=1, max_value=LARGEST_VERSION)
    version = Whole(min_value=1, max_value=LARGEST_VERSION)


class TableAnswer(Form):
    """A seat's yes to all hands of its table, each in the version that it was shown."""

    seat = Whole(min_value=0, max_value=MAX_SEATS)
    hands = ShownHand(many=True)
    pin = Text(max_length=LONGEST_PIN, allow_blank=True, default="")


class TableConfirmations(Resource):
    """Agreeing on all hands of a table."""

    tag = "at the table"
    more_refusals = frozenset({412})
    table_methods = frozenset({"POST"})

    @extend_schema(request=TableAnswer, responses={200: HandShape(many=True)})
    @once
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Confirm all hands that other seats entered; answers those that this confirmed."""
        session = own_session(request, slug, number, table)
        said = TableAnswer.read(request.data)
        versions = {each["hand"]: each["version"] for each in said["hands"]}
        try:
            agreed = table_end.agree_to_all(versions, Voice(session, said["seat"]), pin=said["pin"])
        except Stale as refused:
            current = shown_table(session.table.round, session.table.number)
            raise Told(refused, current=current) from refused
        return listed([HandShape(hand).data for hand in agreed])
