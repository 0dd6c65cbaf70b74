"""Clubs that are asked whether their evenings may count in a season of another club."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.seasons.consents import answer_season, ask_club, end_request, with_evenings
from tournaments.http import find_club, find_season
from tournaments.models import DIRECTORS, Club, Consent, SeasonConsent

from ..access import actor
from ..fields import ChoiceField, Moment, Slug, StrictSerializer
from ..idempotency import once
from ..resource import Resource, created


class SeasonClubShape(serializers.Serializer[Any]):
    """A club that was asked to let its evenings count in a season, and its answer."""

    season = serializers.CharField(source="season.slug")
    club = serializers.CharField(source="club.slug", help_text="The slug of the club that was asked")
    name = serializers.CharField(source="club.name")
    consent = serializers.ChoiceField(Consent.choices, help_text="The answer; `refused` if it was taken back, too")
    since = Moment(source="created_at", help_text="When the club was first asked")
    evenings = serializers.IntegerField(help_text="The number of the club's evenings in the season")


class ClubToAsk(StrictSerializer):
    """A club to be asked."""

    club = Slug(max_length=60)


class ClubAnswer(StrictSerializer):
    """The answer of a club; `replaces` is the answer that was seen before."""

    consent = ChoiceField(choices=[Consent.GIVEN, Consent.REFUSED], help_text="`refused` takes a consent back, too")
    replaces = ChoiceField(choices=Consent.choices, required=False)


class SeasonClubs(Resource):
    """The other clubs whose evenings may be added to a season, or that were asked for it."""

    tag = "seasons"
    serializer_class = SeasonClubShape
    read_by_all = False

    def list(self, request: Request, slug: str) -> Response:
        """The clubs that were asked, with their answers; for directors of the season."""
        return self.page(with_evenings(find_season(request, slug, DIRECTORS).consents.all()))

    @extend_schema(request=ClubToAsk)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Ask a club whether its evenings may be added; for directors of the season.

        For a director of both clubs, the consent is given at once. 409 if the club was asked already or has agreed; a
        club that has refused may be asked again.
        """
        season = find_season(request, slug, DIRECTORS)
        club = Club.objects.filter(slug=ClubToAsk.read(request.data)["club"]).first()
        if club is None:
            raise Invalid(Problem("unknown_club", _("There is no such club."), pointer=("club",)))
        asked = ask_club(season, club, by=actor(request))
        return created(_shown(asked), reverse("api:season-club", args=[slug, club.slug]))

    def retrieve(self, request: Request, slug: str, club: str) -> Response:
        """A club's answer; for directors of the season and of that club."""
        return Response(_shown(_find(request, slug, club)))

    @extend_schema(request=ClubAnswer)
    def partial_update(self, request: Request, slug: str, club: str) -> Response:
        """Give, refuse or take back the consent; for directors of the club that was asked.

        Without consent, evenings that count in the season stay there until its director takes them out; the club's
        other evenings are taken out. 412 if `replaces` is not the current answer.
        """
        stored = find_club(request, club, DIRECTORS)
        asked = get_object_or_404(stored.season_consents, season=find_season(request, slug))
        answer = ClubAnswer.read(request.data)
        consent, seen = Consent(answer["consent"]), answer.get("replaces")
        return Response(_shown(answer_season(asked, consent, by=actor(request), seen=seen)))

    def destroy(self, request: Request, slug: str, club: str) -> Response:
        """Withdraw the request or end the consent, and take the club's evenings out; for directors of the season.

        409 with an `agreement` if published places or scores would change: repeat the request with it in `Agreed`.
        """
        season = find_season(request, slug, DIRECTORS)
        end_request(get_object_or_404(season.consents, club__slug=club), by=actor(request))
        return Response(status=204)


class SeasonRequests(Resource):
    """The seasons of other clubs in which a club was asked to let its evenings count."""

    tag = "seasons"
    serializer_class = SeasonClubShape
    read_by_all = False

    def list(self, request: Request, club: str) -> Response:
        """The requests to the club, with its answers; for directors."""
        return self.page(with_evenings(find_club(request, club, DIRECTORS).season_consents.all()))


def _find(request: Request, slug: str, club: str) -> SeasonConsent:
    """The answer of a club, for directors of either club; raises Http404, or PermissionDenied for others."""
    season, asked = find_season(request, slug), find_club(request, club)
    if not any(each.permits(request.user, DIRECTORS) for each in (season.club, asked)):
        raise PermissionDenied
    return get_object_or_404(season.consents, club=asked)


def _shown(asked: SeasonConsent) -> Any:
    return SeasonClubShape(with_evenings(SeasonConsent.objects.filter(pk=asked.pk)).get()).data
