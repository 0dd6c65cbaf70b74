"""People with several records in a season: records with the same name, and those that count as one person."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people.namesakes import joined_people, namesakes
from tournaments.actions.seasons.joined_persons import join_persons, part_person
from tournaments.http import find_season
from tournaments.models import DIRECTORS, Season

from ..access import actor
from ..fields import Id, StrictSerializer
from ..idempotency import once
from ..resource import Resource, created, render_many

MOST_AT_ONCE = 1_000


class PersonOnTwoLists(StrictSerializer):
    """A record, and the record on another club's list for which its results count."""

    player = Id(help_text="The id of a player of another club, which gets no row")
    into = Id(help_text="The id of the player for whom the results count")


class JoinedPersons(StrictSerializer):
    """Records to be joined in one request."""

    persons: Any = serializers.ListSerializer(
        child=PersonOnTwoLists(),
        allow_empty=False,
        max_length=MOST_AT_ONCE,
        help_text="The records, each with the record that it counts for",
    )


class JoinedPersonShape(serializers.Serializer[Any]):
    """A record whose results count, in this season, for another record of the same person."""

    player = serializers.IntegerField(help_text="The id of the player whose results count for the other")
    into = serializers.IntegerField(help_text="The id of the player for whom the results count")
    name = serializers.CharField(help_text="The name that is shown in the standing")


class SeasonPersons(Resource):
    """Records on the lists of several clubs that are one person in the season."""

    tag = "seasons"
    serializer_class = JoinedPersonShape
    read_by_all = False

    def list(self, request: Request, slug: str) -> Response:
        """The records whose results count for another record; for directors."""
        return self._shown(find_season(request, slug, DIRECTORS))

    @extend_schema(request=JoinedPersons, responses={201: JoinedPersonShape(many=True)})
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Count the results of records for other records, only in this season; for directors.

        Both records must have played in the season, and be on the lists of different clubs. Records of one club are
        merged at the club's `players/`. 409 with an `agreement` if published places or scores would change.
        """
        season, sent = find_season(request, slug, DIRECTORS), JoinedPersons.read(request.data)["persons"]
        records = {each["player"]: each["into"] for each in sent}
        made = self._shown(join_persons(season, records, by=actor(request)))
        return created(made.data, reverse("api:season-persons", args=[slug]))

    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        """Count the results of a record for this record itself again; for directors.

        409 with an `agreement` if published places or scores would change.
        """
        part_person(find_season(request, slug, DIRECTORS), pk, by=actor(request))
        return Response(status=204)

    def _shown(self, season: Season) -> Response:
        found = [
            {"player": record.pk, "into": person.pk, "name": person.shown_name}
            for record, person in joined_people(season)
        ]
        return self.listed(render_many(JoinedPersonShape, found))


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
