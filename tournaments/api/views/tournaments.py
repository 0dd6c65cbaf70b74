"""Tournaments."""

from collections.abc import Mapping
from typing import Any

from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.core.rows import slug_of
from tournaments.actions.setup import archiving, newest_game, tournaments
from tournaments.actions.setup.plans import PlannedTournament, plan_of
from tournaments.actions.standings.standings import hide_standings, show_standings
from tournaments.http import find_tournament, permit
from tournaments.models import DIRECTORS, Club, SeasonEvening, Tournament
from tournaments.models.tournament_settings import MAX_ROUNDS

from ..access import actor
from ..conditional import etag_of_data
from ..fields import Moment, StrictSerializer, WholeNumber
from ..idempotency import once
from ..queries import TournamentFilter
from ..resource import Resource, created
from ..setting_fields import Settings


class PlayedGame(serializers.Serializer[Any]):
    """A version of a club's own game, with the texts of its rules."""

    slug = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    unit = serializers.CharField()


class TableEnd(Settings):
    """When a table ends: at a total, after some hands, or after some minutes."""

    section = "table"


class TournamentPlan(Settings):
    """The plan of a tournament. Fields that are not sent get values that suit the rule set."""

    section = "plan"
    name = serializers.CharField(min_length=1, max_length=100)
    ruleset = serializers.CharField(min_length=1, help_text="A rule set, or one of the club's own games, by its slug")
    options = serializers.DictField(required=False)
    table = TableEnd(required=False)
    scoring = serializers.DictField(required=False)
    tie_breaks = serializers.ListField(child=serializers.CharField(), required=False)
    slug = serializers.CharField(required=False, max_length=80)


class NewTournament(TournamentPlan):
    """A new tournament. Its slug is made from its name unless it is given."""

    club = serializers.CharField()


class TournamentShape(TournamentPlan):
    """A tournament."""

    slug = serializers.CharField()
    address = serializers.CharField(
        help_text="Its part of addresses: the slug, with visibility `link` followed by a key"
    )
    club = serializers.CharField()
    status = serializers.ChoiceField(Tournament.Status.choices)
    standings_hidden_after = serializers.IntegerField(
        allow_null=True, help_text="The last round whose results are public; null for all"
    )
    game = PlayedGame(allow_null=True, help_text="The club's own game that is played")
    created_at = Moment()

    def to_representation(self, instance: Tournament) -> dict[str, Any]:
        """Return the tournament, with its plan in the form of a request."""
        named = {"address": instance.address, "club": instance.club.slug, "game": instance.game}
        return super().to_representation(vars(instance) | plan_of(instance) | named)


class NumberInSeason(serializers.Serializer[Any]):
    """A season of the tournament, and the number of this evening in it."""

    season = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField()


class TournamentInSeasons(TournamentShape):
    """A tournament with the seasons in which it is an evening."""

    seasons = NumberInSeason(many=True)

    def to_representation(self, instance: Tournament) -> dict[str, Any]:
        """Return the tournament with its plan in the form of a request, and its seasons."""
        of = SeasonEvening.objects.numbers_of(instance) if getattr(instance, "in_season", True) else ()
        numbers = [{"season": slug, "name": name, "number": number} for slug, name, number in of]
        return TournamentShape(instance).data | {"seasons": numbers}


class Tournaments(Resource):
    """Tournaments."""

    tag = "tournaments"
    serializer_class = TournamentShape
    queryset = Tournament.objects.all()
    filter_backends = [DjangoFilterBackend]
    filterset_class = TournamentFilter
    ordering = ("-starts", "-pk")
    orderings = {
        "starts_at": ("starts", "pk"),
        "-starts_at": ("-starts", "-pk"),
        "name": ("name", "pk"),
        "-name": ("-name", "-pk"),
        "created_at": ("created_at", "pk"),
        "-created_at": ("-created_at", "-pk"),
    }

    @extend_schema(parameters=[OpenApiParameter("ordering", str, enum=list(orderings))])
    def list(self, request: Request) -> Response:
        """Public tournaments and the tournaments of your clubs, by default latest first."""
        listed = Tournament.objects.listed_for(request.user).select_related("club", "game")
        return self.page(self.filter_queryset(listed.annotate(starts=Coalesce("starts_at", "created_at"))))

    @extend_schema(request=NewTournament)
    @once
    def create(self, request: Request) -> Response:
        """Create a tournament; for directors of the club."""
        raw = read_object(request.data)
        club = _club(raw)
        permit(request, club, DIRECTORS)
        made = tournaments.create_tournament(club=club, raw=_plan(raw), by=actor(request))
        return created(TournamentShape(made).data, reverse("api:tournament", args=[made.slug]))

    @extend_schema(responses=TournamentInSeasons)
    def retrieve(self, request: Request, slug: str) -> Response:
        """The tournament, with its number in each of its seasons."""
        return Response(TournamentInSeasons(find_tournament(request, slug)).data)

    @extend_schema(request=TournamentPlan)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change the plan; for directors. The game cannot be changed once a hand has been played."""
        tournament = find_tournament(request, slug, DIRECTORS)
        changed = tournaments.update_tournament(tournament, read_object(request.data), by=actor(request))
        tag = etag_of_data(TournamentInSeasons(changed).data)  # of what GET returns, for the next If-Match
        return Response(TournamentShape(changed).data, headers={"ETag": tag})

    def destroy(self, request: Request, slug: str) -> Response:
        """Delete the tournament before its first hand; for directors. Later it can only be archived.

        409 while it counts in a season; remove it from the season first.
        """
        archiving.delete_tournament(find_tournament(request, slug, DIRECTORS), by=actor(request))
        return Response(status=204)

    def take_newest_game(self, request: Request, slug: str) -> Response:
        """Set the tournament to the last version of its club's own game, before the first hand; for directors.

        Its options, table, scoring and tie-breaks become those of the game.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(newest_game.take_newest_game(tournament, by=actor(request))).data)

    def renew_link(self, request: Request, slug: str) -> Response:
        """Give the tournament a new `address`, so that the old link stops working; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(tournaments.renew_link(tournament, by=actor(request))).data)

    def end(self, request: Request, slug: str) -> Response:
        """End the tournament after its last public round; for directors. No further round is then planned."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(tournaments.end_after_round(tournament, by=actor(request))).data)

    def archive(self, request: Request, slug: str) -> Response:
        """Archive the tournament; for directors. It can still be read, but gets no more rounds."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(archiving.archive_tournament(tournament, by=actor(request))).data)


class Hidden(StrictSerializer):
    """The last round whose results stay public; by default the last closed round."""

    after_round = WholeNumber(min_value=0, max_value=MAX_ROUNDS, required=False)


class StandingsVisibility(Resource):
    """Hiding and showing the standings."""

    tag = "standings"
    serializer_class = TournamentShape

    @extend_schema(request=Hidden)
    def hide(self, request: Request, slug: str) -> Response:
        """Hide the results of later rounds from everybody except members of the club; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        sent = Hidden.read(request.data)
        return Response(TournamentShape(hide_standings(tournament, by=actor(request), **sent)).data)

    def show(self, request: Request, slug: str) -> Response:
        """Show all results to everybody again; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(show_standings(tournament, by=actor(request))).data)


def read_object(data: Any) -> Mapping[str, Any]:
    """Return the body of a request as an object. Raises Invalid for anything else."""
    if not isinstance(data, dict):
        raise Invalid(Problem("wrong_type", _("Write an object of names and values.")))
    return data


def _plan(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "club"}


def _club(raw: Mapping[str, Any]) -> Club:
    """Return the club of the request. If there is none, raises Invalid, with the problems of the plan too."""
    slug = raw.get("club")
    club = Club.objects.filter(slug=slug_of(slug)).first() if isinstance(slug, str) else None
    if club is None:
        code = "missing_field" if slug is None else "unknown_club"
        message = _("Give the address of the club that holds the tournament.")
        raise Invalid([Problem(code, message, pointer=("club",)), *PlannedTournament(_plan(raw)).problems])
    return club
