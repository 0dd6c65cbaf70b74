"""The teams of a tournament and their standings."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.standings.teams import HOME_CLUBS, declare_teams, read_team_standings, teams_of
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament
from tournaments.wording.standing_states import StandingsCode, state_of
from tournaments.wording.team_words import team_lines, team_rules, team_warnings

from ..access import actor
from ..queries import number_in_query
from ..resource import Resource
from .standings import AFTER_ROUND, shown_after


class TeamShape(serializers.Serializer[Any]):
    """A team and its entries."""

    name = serializers.CharField(help_text="The name of the team")
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Ids of entries")


class DeclaredTeams(serializers.Serializer[Any]):
    """The teams, and how the results of their entries are added up; {} without teams."""

    teams = TeamShape(many=True, required=False, help_text="The teams")
    best = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="How many results of a team count; null for all"
    )
    adds = serializers.ChoiceField(
        ["score", "places"], required=False, help_text="The scores, or the places in the standings"
    )
    ties = serializers.ChoiceField(
        ["shared", "best_place"], required=False, help_text="What decides between equal sums"
    )
    apart = serializers.BooleanField(required=False, help_text="Whether a draw keeps the entries of a team apart")


@extend_schema_field(
    {
        "anyOf": [
            {"type": "array", "items": {"$ref": "#/components/schemas/TeamShape"}},
            {"type": "string", "const": HOME_CLUBS},
        ]
    }
)
class TeamsOrClubs(serializers.JSONField):
    """A list of teams, or the word home_clubs."""


class TeamsBody(DeclaredTeams):
    """The teams, and how the results of their entries are added up; {} removes all teams."""

    teams = TeamsOrClubs(  # type: ignore[assignment]
        required=False, help_text="The teams, or the word home_clubs for a team of each home club"
    )


class TeamsShape(serializers.Serializer[Any]):
    """The teams ({} if there are none), their rules in words, and for directors notices about unusual teams."""

    declared = DeclaredTeams(help_text="What a PUT has declared; {} without teams")
    rules = serializers.ListField(
        child=serializers.CharField(), help_text="How results add up and how ties are broken, as sentences"
    )
    warnings = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What may be unfair, as sentences; for directors"
    )


class TeamMemberShape(serializers.Serializer[Any]):
    """An entry of a team, with its place and score in the standings; null if it has no place."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True, help_text="Its place in the standings; null without one")
    score = serializers.CharField(allow_null=True, help_text="Its score in the standings; null without a place")
    counts = serializers.BooleanField(help_text="Whether its result counts for the team")


class TeamRowShape(serializers.Serializer[Any]):
    """A team of the standings; place and sum are null without a result."""

    place = serializers.IntegerField(allow_null=True, help_text="The place of the team; null without a result")
    name = serializers.CharField(help_text="The name of the team")
    total = serializers.CharField(allow_null=True, help_text="The sum of the results that count, as a decimal")
    results = serializers.IntegerField(help_text="How many results count; teams with more come first")
    members = TeamMemberShape(many=True, help_text="Its entries, the best first")


class TeamStandingsShape(serializers.Serializer[Any]):
    """The standings of the teams after a round."""

    after_round = serializers.IntegerField()
    state = serializers.ChoiceField(list(StandingsCode), help_text="The state of the standings")
    rows = TeamRowShape(many=True, help_text="The teams, best first")


class TeamsDetail(Resource):
    """The teams of a tournament."""

    tag = "standings"
    serializer_class = TeamsShape
    replaced_whole = {"replace": ("declared",)}

    def retrieve(self, request: Request, slug: str) -> Response:
        """The teams, and how the results of their entries are added up."""
        return Response(_shown(request, find_tournament(request, slug)))

    @extend_schema(request=TeamsBody)
    def replace(self, request: Request, slug: str) -> Response:
        """Replace the teams; for directors. An empty object removes all teams."""
        tournament = find_tournament(request, slug, DIRECTORS)
        declare_teams(tournament, request.data, by=actor(request))
        tournament.refresh_from_db(fields=["teams"])
        return Response(_shown(request, tournament))


class TeamStandingsDetail(Resource):
    """The standings of the teams."""

    tag = "standings"
    serializer_class = TeamStandingsShape

    @extend_schema(parameters=[AFTER_ROUND])
    def retrieve(self, request: Request, slug: str) -> Response:
        """The standings of the teams, by the latest full standings that the client may read, or after a given round."""
        tournament = find_tournament(request, slug)
        hidden = tournament.hidden_after(request.user)
        shown = shown_after(request, tournament, number_in_query(request, "after_round"))
        standings = read_team_standings(tournament, shown)
        state = state_of(tournament, shown, hidden=hidden is not None).code
        made = {"after_round": standings.after_round, "state": state, "rows": team_lines(standings)}
        return Response(TeamStandingsShape(made).data)


def _shown(request: Request, tournament: Tournament) -> dict[str, Any]:
    teams = teams_of(tournament)
    warned = {"warnings": team_warnings(tournament, teams)} if tournament.permits(request.user, DIRECTORS) else {}
    return {"declared": tournament.teams, "rules": team_rules(teams) if teams.teams else [], **warned}
