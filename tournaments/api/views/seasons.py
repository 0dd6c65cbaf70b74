"""The seasons of clubs: their declarations and evenings."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.seasons import seasons
from tournaments.actions.seasons.removed_evenings import remove_evening
from tournaments.actions.seasons.season_results import counts_now
from tournaments.actions.setup.next_evening import create_next_evening
from tournaments.http import Roles, find_club, find_season, find_tournament
from tournaments.models import DIRECTORS, Season, SeasonEvening, Tournament
from tournaments.models.club import NAME_LENGTH
from tournaments.ranking import decimal
from tournaments.wording.season_words import sentences

from ..access import actor
from ..fields import Slug, StrictSerializer
from ..idempotency import once
from ..resource import Resource, created, render_many
from .tournaments import read_object


class SeasonEveningChanges(serializers.Serializer[Any]):
    """The part of an evening, from 1, and its factor."""

    part = serializers.IntegerField(required=False, min_value=1)
    factor = serializers.CharField(required=False, help_text="A decimal, as `2` for an evening that counts double")


class NewSeasonEvening(SeasonEveningChanges):
    """A tournament for a season. If it is of another club, that club must have agreed, or the user must direct it."""

    tournament = serializers.CharField()


class SeasonEveningShape(serializers.Serializer[Any]):
    """An evening. It counts if it is over and public, and its results are not hidden."""

    tournament = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    part = serializers.SerializerMethodField()
    factor = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField()

    def get_part(self, evening: SeasonEvening) -> int:
        """The part, from 1."""
        return evening.part + 1

    def get_factor(self, evening: SeasonEvening) -> str:
        """The factor as a decimal."""
        return decimal(evening.weight)

    def get_counts(self, evening: SeasonEvening) -> bool:
        """Whether it counts now."""
        return counts_now(evening.tournament)


class NextEvening(StrictSerializer):
    """The evening that the new one is to follow. If an evening follows it already, that evening is returned."""

    after = Slug(max_length=80, required=False, help_text="The slug of an evening; by default the last one")


class SeasonChanges(serializers.Serializer[Any]):
    """The fields of a season that a director can set."""

    name = serializers.CharField(min_length=1, max_length=NAME_LENGTH, required=False)
    declaration = serializers.DictField(required=False, help_text="What is counted; see the guide")
    replaces = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The `version` of the season that the client read"
    )


class NewSeason(serializers.Serializer[Any]):
    """A season."""

    name = serializers.CharField(min_length=1, max_length=NAME_LENGTH)
    declaration = serializers.DictField(help_text="What is counted; see the guide")


class SeasonShape(NewSeason):
    """A season with its evenings in order, and its declaration in sentences."""

    slug = serializers.CharField()
    club = serializers.CharField(source="club.slug")
    version = serializers.IntegerField(help_text="Of the declaration; every version is in the log")
    sentences = serializers.SerializerMethodField()
    evenings = serializers.SerializerMethodField()

    def get_sentences(self, season: Season) -> list[str]:
        """The declaration in sentences."""
        return sentences(season.declared)

    @extend_schema_field(SeasonEveningShape(many=True))
    def get_evenings(self, season: Season) -> list[Any]:
        """The evenings in order, as far as the user may see them."""
        return render_many(SeasonEveningShape, season.evenings.in_order().filter(tournament__in=self.context["listed"]))


class Seasons(Resource):
    """The seasons of a club, and one season."""

    tag = "seasons"
    serializer_class = SeasonShape
    ordering = ("-pk",)
    replaced_whole = {"partial_update": ("declaration",)}

    def list(self, request: Request, club: str) -> Response:
        """The seasons of the club, the newest first."""
        return self.page(find_club(request, club).seasons.select_related("club"), **_context(request))

    @extend_schema(request=NewSeason)
    @once
    def create(self, request: Request, club: str) -> Response:
        """Create a season; for directors. Each contradiction is reported at its field."""
        owner = find_club(request, club, DIRECTORS)
        made = seasons.create_season(owner, read_object(request.data), by=actor(request))
        return created(_shown(request, made), reverse("api:season", args=[made.slug]))

    def retrieve(self, request: Request, slug: str) -> Response:
        """The season with its evenings, and its declaration in sentences."""
        return Response(_shown(request, find_season(request, slug)))

    @extend_schema(request=SeasonChanges)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change the season; for directors. A changed declaration gets a new version.

        409 with an `agreement` if published places or scores would change: to confirm, repeat the request with it in
        the header `Agreed`. 412 if `replaces` is not the current version.
        """
        season = find_season(request, slug, DIRECTORS)
        raw = {**read_object(request.data)}
        seen = raw.pop("replaces", None)
        if seen is not None and type(seen) is not int:
            raise Invalid(Problem("not_an_integer", _("Enter a whole number."), pointer=("replaces",)))
        changed = seasons.change_season(season, raw, by=actor(request), seen=seen)
        return Response(_shown(request, changed))

    def destroy(self, request: Request, slug: str) -> Response:
        """Delete the season; for directors. 409 while it has evenings."""
        seasons.delete_season(find_season(request, slug, DIRECTORS), by=actor(request))
        return Response(status=204)


class SeasonEvenings(Resource):
    """The evenings of a season."""

    tag = "seasons"
    serializer_class = SeasonEveningShape
    read_by_all = False

    @extend_schema(request=NewSeasonEvening)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Add a tournament to the season; for directors.

        422 `no_consent` for a tournament of another club that has not agreed, unless the user directs that club.

        409 with an `agreement` if published places or scores would change: to confirm, repeat the request with it in
        the header `Agreed`.
        """
        season, raw = find_season(request, slug, DIRECTORS), {**read_object(request.data)}
        tournament = found_tournament(request, raw.pop("tournament", None))
        made = seasons.add_evening(season, tournament, raw, by=actor(request))
        return created(SeasonEveningShape(made).data, reverse("api:season-evening", args=[slug, tournament.slug]))

    @extend_schema(request=NextEvening, responses={201: SeasonEveningShape, 200: SeasonEveningShape})
    @once
    def create_next(self, request: Request, slug: str) -> Response:
        """Create the next evening, with the game, rules, tables and rounds of the last one; for directors.

        The number in its name is raised by one. Its date repeats the interval between the last two evenings, but is not
        before today. 409 if all planned evenings exist, or for a season without evenings.
        """
        season = find_season(request, slug, DIRECTORS)
        made, is_new = create_next_evening(season, by=actor(request), **NextEvening.read(request.data))
        shown = SeasonEveningShape(made).data
        where = reverse("api:season-evening", args=[slug, made.tournament.slug])
        return created(shown, where) if is_new else Response(shown)

    def retrieve(self, request: Request, slug: str, tournament: str) -> Response:
        """An evening with its part and factor; for directors of the season."""
        return Response(SeasonEveningShape(_find_evening(request, slug, tournament)).data)

    @extend_schema(request=SeasonEveningChanges)
    def partial_update(self, request: Request, slug: str, tournament: str) -> Response:
        """Change the part or the factor of an evening; for directors.

        409 with an `agreement` if published places or scores would change: to confirm, repeat the request with it in
        the header `Agreed`.
        """
        evening, raw = _find_evening(request, slug, tournament), read_object(request.data)
        changed = seasons.change_evening(evening, raw, by=actor(request))
        return Response(SeasonEveningShape(changed).data)

    def destroy(self, request: Request, slug: str, tournament: str) -> Response:
        """Remove an evening from the season; for directors.

        409 with an `agreement` if published places or scores would change: to confirm, repeat the request with it in
        the header `Agreed`.
        """
        evening = _find_evening(request, slug, tournament)
        remove_evening(evening, by=actor(request))
        return Response(status=204)


def _context(request: Request) -> dict[str, Any]:
    return {"listed": Tournament.objects.listed_for(request.user)}


def _shown(request: Request, season: Season) -> Any:
    return SeasonShape(season, context=_context(request)).data


def _find_evening(request: Request, slug: str, tournament: str) -> SeasonEvening:
    """Return an evening of a season, for directors of the season."""
    season = find_season(request, slug, DIRECTORS)
    return get_object_or_404(season.evenings.select_related("tournament"), tournament__slug=tournament)


def found_tournament(request: Request, slug: object, roles: Roles | None = None) -> Tournament:
    """The tournament of this slug, for users with one of these roles; raises Invalid if there is none."""
    try:
        return find_tournament(request, slug if isinstance(slug, str) else "", roles)
    except Http404 as fault:
        message = _("There is no such tournament.")
        raise Invalid(Problem("unknown_tournament", message, pointer=("tournament",))) from fault
