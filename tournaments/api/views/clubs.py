"""Clubs."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.optimistic_locking import seen_of
from tournaments.actions.setup import clubs
from tournaments.http import find_club
from tournaments.models import OWNERS, Club, PaperSize
from tournaments.models.club import NAME_LENGTH

from ..access import actor, user_of
from ..fields import ChoiceField, Slug, StrictSerializer, Text, YesNo
from ..idempotency import once
from ..resource import Resource, created


class ClubShape(serializers.Serializer[Any]):
    """A club as the public sees it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.CharField()
    by_family_name = serializers.BooleanField()
    paper_size = serializers.ChoiceField(PaperSize.choices)


class ClubChanges(StrictSerializer):
    """The details of a club that can be changed."""

    name = Text(max_length=NAME_LENGTH)
    city = Text(max_length=NAME_LENGTH, allow_blank=True, required=False)
    time_zone = Text(max_length=64, required=False, help_text="Such as Europe/Rome")
    language = ChoiceField(choices=settings.LANGUAGES, required=False)
    by_family_name = YesNo(required=False, help_text="Lists of players by family name")
    paper_size = ChoiceField(choices=PaperSize.choices, required=False)


class ClubEdit(ClubChanges):
    """Changes of a club. `replaces` has the details as the client read them."""

    replaces = ClubChanges(required=False)


class NewClub(ClubChanges):
    """A new club; its slug is made from its name unless it is given."""

    slug = Slug(max_length=60, required=False)


class Clubs(Resource):
    """All clubs."""

    tag = "clubs"
    serializer_class = ClubShape
    ordering = ("name", "pk")

    def list(self, _request: Request) -> Response:
        """The clubs by name."""
        return self.page(Club.objects.all())

    @extend_schema(request=NewClub)
    @once
    def create(self, request: Request) -> Response:
        """Create a club and become its owner; for the host and for owners of a club."""
        user = user_of(request)
        if not (user.is_superuser or Club.objects.of_member(user, OWNERS).exists()):
            raise PermissionDenied
        club = clubs.create_club(owner=user, **NewClub.read(request.data))
        return created(ClubShape(club).data, reverse("api:club", args=[club.slug]))

    def retrieve(self, request: Request, club: str) -> Response:
        """The club."""
        return Response(ClubShape(find_club(request, club)).data)

    @extend_schema(request=ClubEdit)
    def partial_update(self, request: Request, club: str) -> Response:
        """Change the club; for its owners.

        412 if a detail is no longer as in `replaces`.
        """
        stored = find_club(request, club, OWNERS)
        changes = ClubEdit.read(request.data, partial=True)
        seen = seen_of(changes.pop("replaces", None))
        return Response(ClubShape(clubs.update_club(stored, **changes, by=actor(request), seen=seen)).data)
