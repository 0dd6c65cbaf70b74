"""The champions of a season."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.seasons.champions import Rule, champions_of, declare_champions, withdraw_champions
from tournaments.http import find_season
from tournaments.models import DIRECTORS

from ..access import actor
from ..fields import Moment
from ..resource import Resource

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
        declare_champions(season, request.data if isinstance(request.data, dict) else {}, by=actor(request))
        return self._shown(request, slug)

    def destroy(self, request: Request, slug: str) -> Response:
        """Withdraw the champions, so that the season continues; for directors. 409 if there are none."""
        withdraw_champions(find_season(request, slug, DIRECTORS), by=actor(request))
        return Response(status=204)

    def _shown(self, request: Request, slug: str) -> Response:
        champions = champions_of(find_season(request, slug))
        return Response(ChampionsShape(champions).data) if champions else Response(status=204)
