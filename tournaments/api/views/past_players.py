"""Entering the players of an earlier tournament."""

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.people.past_players import past_players, register_again
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament

from ..access import actor
from ..fields import Slug, StrictSerializer
from ..idempotency import once
from ..queries import PREVIEW, wants_preview
from ..resource import Resource, created
from .entries import EntryShape, render_entries
from .entry_lists import FaultShape


class Earlier(StrictSerializer):
    """The earlier tournament of the club."""

    tournament = Slug(max_length=80, help_text="The slug of another tournament of the club")


class LeftOutShape(FaultShape):
    """An entry of the earlier tournament that is left out, and why."""

    name = serializers.CharField(source="params.name")


class PastPlayersShape(serializers.Serializer[Any]):
    """The result: `players` has the ids of each entry's players; `left_out` the others, with reasons.

    `entries` are the new ones, none in a preview.
    """

    players = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    left_out = LeftOutShape(many=True)
    entries = EntryShape(many=True)


class PastPlayers(Resource):
    """The players of an earlier tournament."""

    tag = "entries"
    serializer_class = PastPlayersShape
    read_by_all = False

    @extend_schema(request=Earlier, responses={201: PastPlayersShape, 200: PastPlayersShape}, parameters=[PREVIEW])
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Enter the players of an earlier tournament of the club, all or none; for directors.

        Entries that are already in this tournament, were stand-ins, withdrew or were erased are left out and
        listed with the reason.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        earlier = _earlier(tournament, Earlier.read(request.data)["tournament"])
        past = past_players(tournament, earlier)
        if wants_preview(request):
            return Response(_render([candidate.player_ids for candidate in past.candidates], past.left_out, []))
        made, left_out = register_again(tournament, earlier, by=actor(request))
        entries = render_entries(made)
        return created(_render([entry["players"] for entry in entries], left_out, entries))


def _earlier(tournament: Tournament, slug: str) -> Tournament:
    earlier = tournament.club.tournaments.exclude(pk=tournament.pk).filter(slug=slug).first()
    if earlier is None:
        message = _("Name another tournament of the club by its address.")
        raise Invalid(Problem("unknown_tournament", message, pointer=("tournament",)))
    return earlier


def _render(players: list[Any], left_out: list[Problem], entries: list[Any]) -> dict[str, Any]:
    return {"players": players, "left_out": LeftOutShape(left_out, many=True).data, "entries": entries}
