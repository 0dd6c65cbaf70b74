"""A player who has left a table in the middle of a round."""

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import departures
from tournaments.models import DIRECTORS, Table

from ..access import actor, find_table
from ..fields import Id, Text, YesNo
from ..resource import Resource
from .closed_tables import DECIDED
from .rounds import Decided
from .tables import TableShape, render_table


class NewDeparture(Decided):
    """Who leaves, who takes over, and whether the place plays in later rounds."""

    player = Id()
    instead = Id(
        allow_null=True,
        help_text="A player who sits out, or one of the club who is not entered; null for `name` or for nobody",
    )
    name = Text(allow_blank=True, default="", help_text="Somebody who is not entered and plays on")
    new = YesNo(default=False, help_text="`name` is nobody whom the club knows")
    closes = YesNo(default=False, help_text="Nobody plays on and the table is closed, with what it counts then")
    returns = YesNo(help_text="Whether the place plays in the next rounds; otherwise the entry withdraws")
    reason = Text(max_length=REASON_LENGTH)


class Departures(Resource):
    """Departures from a table in play."""

    tag = "tables"
    serializer_class = TableShape

    @extend_schema(request=NewDeparture, responses=TableShape)
    def leave(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Record that a player has left, with all consequences; it can be undone in one step. For directors."""
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
