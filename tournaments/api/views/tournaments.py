"""Tournaments."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import tournaments
from tournaments.actions.plans import Plan, plan_of
from tournaments.actions.problems import Invalid, Problem
from tournaments.http.finding import find_tournament, permit
from tournaments.models import DIRECTORS, Club, Tournament

from ..access import actor
from ..fields import Moment, Settings
from ..filters import TournamentFilter
from ..idempotency import once
from ..resource import Resource, created


class TableEnd(Settings):
    """When a table ends: at a total, after some hands, or after some minutes."""

    section = "table"


class TournamentPlan(Settings):
    """What a tournament is to be; what is left out suits the rule set."""

    section = "plan"
    name = serializers.CharField(max_length=100)
    ruleset = serializers.CharField()
    options = serializers.DictField(required=False)
    table = TableEnd(required=False)
    scoring = serializers.DictField(required=False)
    tie_breaks = serializers.ListField(child=serializers.CharField(), required=False)


class NewTournament(TournamentPlan):
    """A tournament to be made; its address is made from its name unless it is given."""

    club = serializers.CharField()
    slug = serializers.CharField(required=False, max_length=80)


class TournamentShape(TournamentPlan):
    """A tournament."""

    slug = serializers.CharField()
    address = serializers.CharField(help_text="What names it in addresses: with visibility `link` not its slug alone")
    club = serializers.CharField()
    status = serializers.ChoiceField(Tournament.Status.choices)
    standings_hidden_after = serializers.IntegerField(
        allow_null=True, help_text="The last round whose results everybody reads; null for all"
    )
    created_at = Moment()

    def to_representation(self, instance: Tournament) -> dict[str, Any]:
        """The tournament with its plan as it would be sent."""
        named = {"address": instance.address, "club": instance.club.slug}
        return super().to_representation(vars(instance) | plan_of(instance) | named)


class Tournaments(Resource):
    """Tournaments."""

    tag = "tournaments"
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

    @extend_schema(
        responses=TournamentShape(many=True), parameters=[OpenApiParameter("ordering", str, enum=list(orderings))]
    )
    def get(self, request: Request) -> Response:
        """The public ones and those of your clubs, the latest first."""
        listed = Tournament.objects.listed_for(request.user).select_related("club")
        dated = listed.annotate(starts=Coalesce("starts_at", "created_at"))
        found: QuerySet[Tournament] = self.filter_queryset(dated)
        return self.page(found, TournamentShape)

    @extend_schema(request=NewTournament, responses={201: TournamentShape})
    @once
    def post(self, request: Request) -> Response:
        """Make a tournament; for directors of the club."""
        raw = _object(request.data)
        club = _club(raw)
        permit(request, club, DIRECTORS)
        made = tournaments.create_tournament(club=club, raw=_plan(raw), by=actor(request))
        return created(TournamentShape(made).data, reverse("api:tournament", args=[made.slug]))


def _object(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Invalid(Problem("wrong_type", _("Write an object of names and values.")))
    return data


def _plan(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "club"}


def _club(raw: Mapping[str, Any]) -> Club:
    """The club that is named; Invalid, with the faults of the plan too, where there is none."""
    slug = raw.get("club")
    is_slug = isinstance(slug, str) and slug.isascii() and slug.isprintable()
    club = Club.objects.filter(slug=slug).first() if is_slug else None
    if club is None:
        code = "missing_field" if slug is None else "unknown_club"
        message = _("Name the club that holds the tournament by its address.")
        raise Invalid([Problem(code, message, pointer=("club",)), *Plan(_plan(raw)).problems])
    return club


class TournamentDetail(Resource):
    """A tournament."""

    tag = "tournaments"

    @extend_schema(responses=TournamentShape)
    def get(self, request: Request, slug: str) -> Response:
        """The tournament."""
        return Response(TournamentShape(find_tournament(request, slug)).data)

    @extend_schema(request=TournamentPlan, responses=TournamentShape)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the plan; for directors. Once hands are played the game stays as it is."""
        tournament = find_tournament(request, slug, DIRECTORS)
        raw = _object(request.data)
        changed = tournaments.update_tournament(tournament, raw, by=actor(request))
        return Response(TournamentShape(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete it before its first hand; for directors. Afterwards it can be archived."""
        tournament = find_tournament(request, slug, DIRECTORS)
        tournaments.delete_tournament(tournament, by=actor(request))
        return Response(status=204)


class RenewLink(Resource):
    """The link of a tournament that whoever has it may see."""

    tag = "tournaments"

    @extend_schema(request=None, responses=TournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Give it another `address`: the link handed out before opens nothing; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(TournamentShape(tournaments.renew_link(tournament, by=actor(request))).data)


class ArchiveTournament(Resource):
    """Putting a tournament away."""

    tag = "tournaments"

    @extend_schema(request=None, responses=TournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Archive it: it stays readable and takes no more rounds; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        archived = tournaments.archive_tournament(tournament, by=actor(request))
        return Response(TournamentShape(archived).data)
