"""Hiding the standings, and showing them again."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hiding import hide_standings, show_standings
from tournaments.http.finding import find_tournament
from tournaments.models import DIRECTORS
from tournaments.models.tournament import MAX_ROUNDS

from ..access import actor
from ..fields import Form, Whole
from ..resource import Resource
from .tournaments import TournamentShape


class Hidden(Form):
    """The last round whose results everybody goes on reading; without it the last closed one."""

    after_round = Whole(min_value=0, max_value=MAX_ROUNDS, required=False)


class HideStandings(Resource):
    """Hiding the standings."""

    tag = "standings"

    @extend_schema(request=Hidden, responses=TournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Keep the results of later rounds to the club's people; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        wanted = Hidden.read(request.data)
        return Response(TournamentShape(hide_standings(tournament, by=actor(request), **wanted)).data)


class ShowStandings(Resource):
    """Showing the standings again."""

    tag = "standings"

    @extend_schema(request=None, responses=TournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Let everybody read everything again; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(show_standings(tournament, by=actor(request))).data)
