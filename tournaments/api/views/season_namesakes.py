"""People who may be in a season's standings twice."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people.namesakes import namesakes
from tournaments.http import find_season
from tournaments.models import DIRECTORS

from ..resource import Resource, render_many


class NamesakeShape(serializers.Serializer[Any]):
    """A player's record, with the places of its rows in the standings and the number of its evenings."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    evenings = serializers.IntegerField()
    club = serializers.CharField(source="player.club.slug", help_text="The slug of the club whose list has the record")


class NamesakesShape(serializers.Serializer[Any]):
    """Two records with the same name. The first is to be kept: it is of the season's club, or has more evenings."""

    records = NamesakeShape(many=True)


class SeasonNamesakes(Resource):
    """Records with the same name in a season's standing."""

    tag = "seasons"
    serializer_class = NamesakesShape
    read_by_all = False

    def list(self, request: Request, slug: str) -> Response:
        """Pairs of records that may be one person; for directors.

        Merge records of one club at its `players/`, and join records of different clubs at `persons/`.
        """
        found = namesakes(find_season(request, slug, DIRECTORS))
        return self.listed(render_many(NamesakesShape, ({"records": pair} for pair in found)))
