"""The past tournaments of a club: by year, its champions, and the results of a player."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people.past_results import Played, entries_of
from tournaments.actions.seasons.champions import seasons_won
from tournaments.actions.standings.winners import (
    OVER,
    Champion,
    champions,
    played_in,
    podium_rows,
    with_beginning,
    years_of,
)
from tournaments.http import find_club
from tournaments.models import SCORERS, Tournament

from ..fields import Moment
from ..pages import CURSOR, LIMIT, MAX_SIZE, CursorPages
from ..resource import Resource, render_many

LINK = OpenApiParameter("Link", str, OpenApiParameter.HEADER, response=[200], description="The next and previous page")
MOST = 400
"""The number of the latest tournaments whose winners are counted, the same as on the page."""


class YearShape(serializers.Serializer[Any]):
    """A year in which tournaments began that are over now."""

    year = serializers.IntegerField(help_text="Of the start of the tournaments")


class WinnerShape(serializers.Serializer[Any]):
    """An entry in first place."""

    entry = serializers.IntegerField(help_text="The id of the entry")
    name = serializers.CharField(help_text="The name of the entry")


class PastTournamentShape(serializers.Serializer[Any]):
    """A tournament that is over, with its winners. There are none while its standings are hidden."""

    tournament = serializers.CharField(source="slug", help_text="The slug")
    name = serializers.CharField(help_text="The name of the tournament")
    ruleset = serializers.CharField(source="game_slug", help_text="The slug of the game")
    starts_at = Moment(allow_null=True, help_text="When it began")
    winners = serializers.SerializerMethodField()

    @extend_schema_field(WinnerShape(many=True))
    def get_winners(self, tournament: Tournament) -> list[Any]:
        """The entries in first place, several if they share it."""
        rows = self.context["first"].get(tournament.pk, ())
        return render_many(WinnerShape, [row for row in rows if row["place"] == 1])


class Years(Resource):
    """The past tournaments of a club, by year."""

    tag = "clubs"
    serializer_class = YearShape
    pagination_class = None

    @extend_schema(parameters=[LIMIT, CURSOR, LINK])
    def list(self, request: Request, club: str) -> Response:
        """The years with tournaments that are over, latest first; 200 if the request has no `limit`.

        The addresses of the other pages are in the header `Link`, with `rel="next"` and `rel="prev"`.
        """
        years = [{"year": year} for year in years_of(_listed(request, club))]
        page = CursorPages().page_of(years, request, MAX_SIZE)
        links = [f'<{page[key]}>; rel="{rel}"' for key, rel in (("next", "next"), ("previous", "prev")) if page[key]]
        return Response(page["results"], headers={"Link": ", ".join(links)} if links else None)


class PastTournaments(Resource):
    """The past tournaments of a club in a year."""

    tag = "clubs"
    serializer_class = PastTournamentShape
    ordering = ("-pk",)

    def list(self, request: Request, club: str, year: int) -> Response:
        """The tournaments of the year that are over, the newest first, with their winners."""
        played = with_beginning(played_in(_listed(request, club), year))
        page = self.paginate_queryset(played.select_related("game")) or []
        return self.get_paginated_response(render_many(PastTournamentShape, page, first=podium_rows(page)))


class ChampionShape(serializers.Serializer[Any]):
    """A player with the tournaments and seasons won, the latest first."""

    player = serializers.IntegerField(source="player.pk", help_text="The id of the player")
    name = serializers.CharField(source="player.shown_name", help_text="The public name")
    wins = serializers.IntegerField(help_text="How many tournaments and seasons")
    tournaments = serializers.SerializerMethodField()
    seasons = serializers.SerializerMethodField()

    def get_tournaments(self, champion: Champion) -> list[str]:
        """The slugs of the tournaments won, also with partners or in a shared first place."""
        return [tournament.slug for tournament in champion.won]

    def get_seasons(self, champion: Champion) -> list[str]:
        """The slugs of the seasons won."""
        return [season.slug for season in champion.seasons]


class ClubChampions(Resource):
    """The champions of a club."""

    tag = "clubs"
    serializer_class = ChampionShape

    def list(self, request: Request, club: str) -> Response:
        """The winners of the club's latest 400 tournaments and of its seasons, the most wins first."""
        won = _listed(request, club).filter(status__in=OVER).latest_first()[:MOST]
        seasons = seasons_won(find_club(request, club).seasons.all())
        return self.listed(render_many(ChampionShape, champions(won, seasons)))


class PlayedShape(serializers.Serializer[Any]):
    """A tournament of a player, with the player's place in the latest of its standings that you may read."""

    tournament = serializers.CharField(source="entry.tournament.slug", help_text="The slug")
    entry = serializers.IntegerField(source="entry.pk", help_text="The id of the entry")
    place = serializers.IntegerField(allow_null=True, help_text="Null without a place, and if another player took over")
    field = serializers.IntegerField(help_text="The number of entries with a place")
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds that the player sat in, if others sat in the rest"
    )


class PlayerResults(Resource):
    """The results of a player."""

    tag = "players"
    serializer_class = PlayedShape

    def list(self, request: Request, club: str, pk: int) -> Response:
        """The player's latest 50 tournaments that you may see, latest first; 404 for non-members if there are none."""
        stored = find_club(request, club)
        player = get_object_or_404(stored.players, pk=pk)
        entries = entries_of(request.user, player)
        if not entries and not stored.permits(request.user, SCORERS):
            raise Http404
        return self.listed(render_many(PlayedShape, map(Played.of, entries)))


def _listed(request: Request, club: str) -> Any:
    """Return the tournaments of a club that this user sees in lists."""
    return Tournament.objects.listed_for(request.user).filter(club=find_club(request, club))
