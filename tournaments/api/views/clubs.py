"""Clubs."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import clubs
from tournaments.http.finding import find_club
from tournaments.models import OWNERS, Club, User
from tournaments.models.club import NAME_LENGTH

from ..access import user_of
from ..fields import Form, OneOf, Slug, Text
from ..idempotency import once
from ..resource import Resource, created


class ClubShape(serializers.Serializer[Any]):
    """A club as everybody sees it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.CharField()


class ClubChanges(Form):
    """What may change about a club."""

    name = Text(max_length=NAME_LENGTH)
    city = Text(max_length=NAME_LENGTH, allow_blank=True, required=False)
    time_zone = Text(max_length=64, required=False, help_text="Such as Europe/Rome")
    language = OneOf(choices=settings.LANGUAGES, required=False)


class NewClub(ClubChanges):
    """A club to be founded; its address is made from its name unless it is given."""

    slug = Slug(max_length=60, required=False)


class Clubs(Resource):
    """All clubs."""

    tag = "clubs"
    ordering = ("name", "pk")

    @extend_schema(responses=ClubShape(many=True))
    def get(self, _request: Request) -> Response:
        """The clubs by name."""
        return self.page(Club.objects.all(), ClubShape)

    @extend_schema(request=NewClub, responses={201: ClubShape})
    @once
    def post(self, request: Request) -> Response:
        """Found a club and own it; for the host and for owners of a club."""
        user = user_of(request)
        if not _may_found(user):
            raise PermissionDenied
        club = clubs.create_club(owner=user, **NewClub.read(request.data))
        return created(ClubShape(club).data, reverse("api:club", args=[club.slug]))


def _may_found(user: User) -> bool:
    return user.is_superuser or Club.objects.of_member(user, OWNERS).exists()


class ClubDetail(Resource):
    """A club."""

    tag = "clubs"

    @extend_schema(responses=ClubShape)
    def get(self, request: Request, club: str) -> Response:
        """The club."""
        return Response(ClubShape(find_club(request, club)).data)

    @extend_schema(request=ClubChanges, responses=ClubShape)
    def patch(self, request: Request, club: str) -> Response:
        """Change the club; for its owners."""
        found = find_club(request, club, OWNERS)
        changes: dict[str, Any] = ClubChanges.read(request.data, partial=True)
        return Response(ClubShape(clubs.update_club(found, **changes)).data)
