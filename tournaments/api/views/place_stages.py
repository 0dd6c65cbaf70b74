"""Stages in which entries that left a knock-out play for their places."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.stages.following import create_place_stage
from tournaments.actions.stages.places import PlacesOffered, places_offered
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS
from tournaments.models.stage import MOST_PLACES
from tournaments.wording.stage_words import PLACES

from ..access import actor
from ..fields import StrictSerializer, WholeNumber
from ..idempotency import once
from ..resource import Resource, created
from .tournaments import TournamentShape


class PlacesOfferedShape(serializers.Serializer[Any]):
    """Places for which entries that left a knock-out in the same round can play."""

    first = serializers.IntegerField(help_text="The first of them in this tournament")
    last = serializers.IntegerField(help_text="The last of them in this tournament")
    of_event = serializers.SerializerMethodField(
        help_text="The first and last place in the event; they differ if the tournament itself is for lower places"
    )

    def get_of_event(self, offered: PlacesOffered) -> list[int]:
        """The first and the last of these places, counted in the whole championship."""
        return [*offered.of_event]


class PlacesToPlay(StrictSerializer):
    """The places to play for."""

    first = WholeNumber(min_value=1, max_value=MOST_PLACES, help_text="The first of places that are offered")


class PlaceStages(Resource):
    """Stages for the places of entries that left a knock-out."""

    tag = "stages"
    serializer_class = PlacesOfferedShape
    read_by_all = False
    actions_beyond = frozenset({"create"})

    def list(self, request: Request, slug: str) -> Response:
        """The places for which entries that left a knock-out can play now, best first; for directors."""
        offered = places_offered(find_tournament(request, slug, DIRECTORS))
        return self.listed([PlacesOfferedShape(each).data for each in offered])

    @extend_schema(request=PlacesToPlay, responses={201: TournamentShape})
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Create a stage for these places and enter the players; for directors.

        Its name is that of the main tournament, with the places. Its plan is that of this tournament; with one table,
        it has one round. 409 if these places are not offered, or while the standings are being computed.
        """
        tournament, sent = find_tournament(request, slug, DIRECTORS), PlacesToPlay.read(request.data)
        made = create_place_stage(tournament, sent["first"], gettext(PLACES), by=actor(request))
        return created(TournamentShape(made).data, reverse("api:tournament", args=[made.slug]))
