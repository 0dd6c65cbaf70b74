"""The end of a season: its final, with those who qualify and decline, and its champions."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people.finals import fill_final, replace_finalist
from tournaments.actions.people.qualified import Final, FinalPlace, read_final
from tournaments.actions.seasons.champions import Rule, champions_of, declare_champions, withdraw_champions
from tournaments.http import find_season, find_tournament
from tournaments.models import DIRECTORS
from tournaments.wording.final_words import reason

from ..access import actor
from ..fields import Moment, Slug, StrictSerializer, WholeNumber
from ..resource import Resource
from .seasons import found_tournament
from .tournaments import read_object


class FinalPlaceShape(serializers.Serializer[Any]):
    """A competitor that may qualify for the final, with its place in the season or in a part, from 1."""

    name = serializers.CharField()
    players = serializers.SerializerMethodField()
    place = serializers.IntegerField(source="contender.place")
    part = serializers.SerializerMethodField()
    goes = serializers.BooleanField(source="qualifies")
    skipped = serializers.CharField(source="contender.skipped", help_text="`qualified`, `out`, `too_few` or `level`")
    why = serializers.SerializerMethodField()
    entry = serializers.IntegerField(source="entry.pk", default=None, allow_null=True)
    by_name = serializers.BooleanField(
        help_text="Whether a director must enter it by hand, because another player has the same name"
    )

    def get_players(self, place: FinalPlace) -> list[int]:
        """The ids of the players."""
        return [pk for pk in place.contender.who if isinstance(pk, int)]

    def get_part(self, place: FinalPlace) -> int | None:
        """The part by which it qualifies, from 1; null for the whole season."""
        return None if place.contender.part is None else place.contender.part + 1

    def get_why(self, place: FinalPlace) -> str:
        """Why it is skipped, in words."""
        return reason(place.contender)


class FinalShape(serializers.Serializer[Any]):
    """The final: the competitors considered, in order, how many places are free, and other entries."""

    tournament = serializers.CharField(source="tournament.slug", default=None, allow_null=True)
    champion = serializers.CharField(
        help_text="The winner of every part, if there is one (then there is no final); else empty"
    )
    evenings_left = serializers.IntegerField(source="left")
    missing = serializers.IntegerField()
    places = FinalPlaceShape(many=True)
    besides = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_besides(self, final: Final) -> list[int]:
        """The ids of the entries that do not qualify by the declaration."""
        return [entry.pk for entry in final.besides]


class FinalToFill(StrictSerializer):
    """The tournament that is the final."""

    tournament = Slug(max_length=80)


class Declining(StrictSerializer):
    """The entry that declines."""

    entry = WholeNumber(min_value=1)


class SeasonFinal(Resource):
    """The final of a season."""

    tag = "seasons"
    serializer_class = FinalShape
    read_by_all = False

    @extend_schema(
        parameters=[OpenApiParameter("tournament", str, description="By default the final that was filled last")]
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        """The competitors that qualify, in order, and those that are skipped, with reasons; for directors."""
        season, named = find_season(request, slug, DIRECTORS), request.query_params.get("tournament")
        tournament = find_tournament(request, named, DIRECTORS) if named else None
        return Response(FinalShape(read_final(season, tournament)).data)

    @extend_schema(request=FinalToFill)
    def fill(self, request: Request, slug: str) -> Response:
        """Enter the competitors that qualify and are not entered yet, in order; for directors.

        409 with an `agreement` while evenings are left. 409 also without a final or standings, or once the final is
        drawn.
        """
        season = find_season(request, slug, DIRECTORS)
        tournament = found_tournament(request, FinalToFill.read(request.data)["tournament"], DIRECTORS)
        return Response(FinalShape(fill_final(season, tournament, by=actor(request))).data)

    @extend_schema(request=Declining)
    def replace(self, request: Request, slug: str) -> Response:
        """Withdraw an entry of the final and enter the competitor that is next in order; for directors."""
        season, entry = find_season(request, slug, DIRECTORS), Declining.read(request.data)["entry"]
        return Response(FinalShape(replace_finalist(season, entry, by=actor(request))).data)


RULES: tuple[Rule, ...] = ("standing", "all_parts", "final")


class ChampionDeclaration(serializers.Serializer[Any]):
    """How the season was won: by first place in the standings, by first place in every part, or by a final."""

    by = serializers.ChoiceField(choices=RULES)
    tournament = serializers.CharField(required=False, help_text="The slug of the final")


class ChampionsShape(serializers.Serializer[Any]):
    """The champions of a season; several if they share first place."""

    by = serializers.ChoiceField(choices=RULES, source="rule")
    names = serializers.ListField(child=serializers.CharField())
    players = serializers.ListField(child=serializers.IntegerField())
    tournament = serializers.CharField(source="final", help_text="The slug of the final, or empty")
    at = Moment()


class SeasonChampions(Resource):
    """The champions of a season."""

    tag = "seasons"
    serializer_class = ChampionsShape

    @extend_schema(responses={200: ChampionsShape, 204: None})
    def retrieve(self, request: Request, slug: str) -> Response:
        """The champions; 204 without a body while the season is not over."""
        return self._shown(request, slug)

    @extend_schema(request=ChampionDeclaration)
    def declare(self, request: Request, slug: str) -> Response:
        """Declare the champions, which ends the season; for directors. 409 if champions are declared already.

        409 with an `agreement` while evenings are left: to confirm, repeat the request with it in the header `Agreed`.
        """
        season = find_season(request, slug, DIRECTORS)
        declare_champions(season, read_object(request.data), by=actor(request))
        return self._shown(request, slug)

    def destroy(self, request: Request, slug: str) -> Response:
        """Withdraw the champions, so that the season continues; for directors. 409 if there are none."""
        withdraw_champions(find_season(request, slug, DIRECTORS), by=actor(request))
        return Response(status=204)

    def _shown(self, request: Request, slug: str) -> Response:
        champions = champions_of(find_season(request, slug))
        return Response(ChampionsShape(champions).data) if champions else Response(status=204)
