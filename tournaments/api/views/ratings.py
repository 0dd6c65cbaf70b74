"""The ratings of a club's players."""

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Gone, Problem
from tournaments.actions.standings.ratings import RatedPlayer, rate_game, rated_players, stop_rating
from tournaments.http import find_club, find_rated
from tournaments.models import DIRECTORS, ClubRatings

from ..pages import CURSOR, LIMIT, MAX_SIZE, CursorPages
from ..resource import Resource


class RatedGameShape(serializers.Serializer[Any]):
    """A game with ratings: the slug of the rule set or of the club's own game, and how many tables count."""

    game = serializers.CharField()
    tables = serializers.IntegerField()


class RatingShape(serializers.Serializer[Any]):
    """A player's rating. The place is null while it is provisional; `deviation` is a standard deviation."""

    place = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    provisional = serializers.BooleanField()
    tables = serializers.IntegerField()


class CalibrationShape(serializers.Serializer[Any]):
    """Pairs of sides in which the favourite's chance was from `least` percent to ten percent more."""

    least = serializers.IntegerField()
    comparisons = serializers.IntegerField()
    expected = serializers.FloatField(help_text="The average chance of the favourite")
    observed = serializers.FloatField(help_text="How often the favourite ended ahead; a tie is half")


class GameRatingsShape(RatedGameShape):
    """A page of the ratings of a game: by place, then the provisional ones.

    Each page also has the calibration: how well all ratings predicted results.
    """

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = RatingShape(many=True)
    calibration = CalibrationShape(many=True)


class EveningRatingShape(serializers.Serializer[Any]):
    """A rating after a tournament."""

    tournament = serializers.CharField()
    rating = serializers.IntegerField()


class PlayerRatingShape(RatingShape):
    """A player's rating, with its values after each evening."""

    curve = EveningRatingShape(many=True)


class RatedGames(Resource):
    """The games for which a club has ratings."""

    tag = "clubs"
    serializer_class = GameRatingsShape
    more_refusals = {"rate": frozenset({422})}

    @extend_schema(responses=RatedGameShape(many=True))
    def list(self, request: Request, club: str) -> Response:
        """The games for which the club has ratings."""
        rated = ClubRatings.objects.filter(club=find_club(request, club))
        return self.listed([_game(each) for each in rated])

    @extend_schema(parameters=[LIMIT, CURSOR])
    def retrieve(self, request: Request, club: str, game: str) -> Response:
        """The ratings of the game, in pages of 200 players if the request has no `limit`."""
        return self._answer(_rated(request, club, game))

    def rate(self, request: Request, club: str, game: str) -> Response:
        """Switch on the ratings of the game; for directors. The worker computes them within a minute.

        422 if the club has not played the game.
        """
        return self._answer(rate_game(find_club(request, club, DIRECTORS), game))

    def destroy(self, request: Request, club: str, game: str) -> Response:
        """Switch off the ratings of the game; for directors."""
        stop_rating(find_club(request, club, DIRECTORS), game)
        return Response(status=204)

    def _answer(self, ratings: ClubRatings) -> Response:
        page = CursorPages().page_of(list(rated_players(ratings)), self.request, MAX_SIZE)
        rows = [_row(each) for each in page["results"]]
        return Response({**_game(ratings), **page, "results": rows, "calibration": ratings.body.get("calibration", [])})


class PlayerRatings(Resource):
    """The rating of one player."""

    tag = "clubs"
    serializer_class = PlayerRatingShape

    def retrieve(self, request: Request, club: str, game: str, pk: int) -> Response:
        """The player's rating, after each public tournament."""
        rated = find_rated(_rated(request, club, game), pk)
        curve = [{"tournament": each.slug, "rating": rating} for each, rating in rated.curve(request.user)]
        return Response({**_row(rated), "curve": curve})


def _rated(request: Request, club: str, game: str) -> ClubRatings:
    """Return the ratings of a game of the club. Raises Gone if there are none."""
    ratings = ClubRatings.objects.filter(club=find_club(request, club), game=game).first()
    if ratings is None:
        raise Gone(Problem("not_rated", _("The club does not rate this game.")))
    return ratings


def _game(ratings: ClubRatings) -> dict[str, Any]:
    return {"game": ratings.game, "tables": ratings.body.get("tables", 0)}


def _row(rated: RatedPlayer) -> dict[str, Any]:
    row = {name: value for name, value in rated.row.items() if name != "curve"}
    return {"place": rated.place, "name": rated.player.shown_name, **row}
