"""The progress of a tournament, small enough to be read every few seconds."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.clock_documents import clock_hands
from tournaments.http import find_tournament
from tournaments.models import Round, Tournament, leading
from tournaments.models.prepared import Param, Prepared
from tournaments.models.round import DRAWN
from tournaments.wording.standing_states import state_of

from ..fields import Moment
from ..resource import Resource
from .clock import ClockHands
from .standing_shapes import STATE_HELP, STATES

LATEST = Prepared(
    lambda: (
        Round.objects.published()
        .filter(tournament=Param("tournament"))
        .select_related("clock")
        .defer(*DRAWN)
        .order_by("-number")[:1]
    )
)


class LiveShape(serializers.Serializer[Any]):
    """The progress of a tournament; `outstanding` is how many tables the standings still wait for."""

    revision = serializers.IntegerField(
        source="tournament.revision", help_text="Rises with every change of entries, published rounds and results"
    )
    standings = serializers.IntegerField(
        source="tournament.published_revision", help_text="The revision of the published standings"
    )
    status = serializers.ChoiceField(Tournament.Status.choices, source="tournament.status")
    round = serializers.IntegerField(source="latest.number", allow_null=True, help_text="The last published round")
    state = serializers.ChoiceField(Round.State.choices, source="latest.state", allow_null=True)
    closes_at = Moment(source="latest.closes_at", allow_null=True)
    outstanding = serializers.IntegerField()
    leads = serializers.IntegerField(
        help_text="The `after_round` of standings/: the last round that is over, or the round in play while none is"
    )
    standings_state = serializers.ChoiceField(STATES, help_text=STATE_HELP)
    clock = ClockHands(allow_null=True, help_text="The clock of the round in play, if it was started")


class Live(Resource):
    """The progress of a tournament."""

    tag = "standings"
    serializer_class = LiveShape

    def retrieve(self, request: Request, slug: str) -> Response:
        """The progress of the tournament, in about 300 bytes."""
        tournament = find_tournament(request, slug)
        latest = LATEST.first(tournament=tournament.pk)
        if latest:
            latest.tournament = tournament
        standings, hidden_after = leading(tournament), tournament.hidden_after(request.user)
        answered = standings.after_round or (standings.latest.after_round if standings.latest else 0)
        shown = {
            "tournament": tournament,
            "latest": latest,
            "outstanding": standings.latest.head["outstanding_tables"] if standings.latest else 0,
            "leads": answered if hidden_after is None else min(answered, hidden_after),
            "standings_state": state_of(tournament, standings, hidden=hidden_after is not None).code,
            "clock": clock_hands(latest),
        }
        return Response(LiveShape(shown).data)
