"""Clubs, their members, and the invitations that make more of them."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import clubs
from tournaments.actions.unseen import seen_of
from tournaments.http import find_club
from tournaments.models import OWNERS, SCORERS, Club, Invitation, Membership, PaperSize, Role
from tournaments.models.club import NAME_LENGTH

from ..access import user_of
from ..fields import Form, Moment, OneOf, Slug, Text, YesNo
from ..idempotency import once, once_with_secret
from ..resource import Resource, created

LONGEST_SECRET = 200


class ClubShape(serializers.Serializer[Any]):
    """A club as everybody sees it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.CharField()
    by_family_name = serializers.BooleanField()
    paper_size = serializers.ChoiceField(PaperSize.choices)


class ClubChanges(Form):
    """What may change about a club."""

    name = Text(max_length=NAME_LENGTH)
    city = Text(max_length=NAME_LENGTH, allow_blank=True, required=False)
    time_zone = Text(max_length=64, required=False, help_text="Such as Europe/Rome")
    language = OneOf(choices=settings.LANGUAGES, required=False)
    by_family_name = YesNo(required=False, help_text="Lists of players by family name")
    paper_size = OneOf(choices=PaperSize.choices, required=False)


class ClubEdit(ClubChanges):
    """What is to change; `replaces` are the details that were seen before."""

    replaces = ClubChanges(required=False)


class NewClub(ClubChanges):
    """A club to be founded; its address is made from its name unless it is given."""

    slug = Slug(max_length=60, required=False)


class Clubs(Resource):
    """All clubs."""

    tag = "clubs"
    serializer_class = ClubShape
    more_refusals = {"partial_update": frozenset({412})}
    ordering = ("name", "pk")

    def list(self, _request: Request) -> Response:
        """The clubs by name."""
        return self.page(Club.objects.all())

    @extend_schema(request=NewClub)
    @once
    def create(self, request: Request) -> Response:
        """Found a club and own it; for the host and for owners of a club."""
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

        412 where a detail is no longer as `replaces` says.
        """
        stored = find_club(request, club, OWNERS)
        changes = ClubEdit.read(request.data, partial=True)
        seen = seen_of(changes.pop("replaces", None))
        return Response(ClubShape(clubs.update_club(stored, **changes, seen=seen)).data)


class MemberShape(serializers.Serializer[Any]):
    """A member of a club and what he is in it."""

    id = serializers.IntegerField()
    user = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(Role.choices)
    since = Moment(source="created_at")


class MemberChanges(Form):
    """Another role for a member; `replaces` is the one that was seen before."""

    role = OneOf(choices=Role.choices)
    replaces = OneOf(choices=Role.choices, required=False)


class Members(Resource):
    """The members of a club."""

    tag = "clubs"
    serializer_class = MemberShape
    read_by_all = False
    more_refusals = {"partial_update": frozenset({412})}

    def list(self, request: Request, club: str) -> Response:
        """Who is a member; for members."""
        return self.page(find_club(request, club, SCORERS).memberships.select_related("user"))

    @extend_schema(request=MemberChanges)
    def partial_update(self, request: Request, club: str, pk: int) -> Response:
        """Give him another role; for owners. The last owner stays one.

        412 where `replaces` is not the role that he has.
        """
        membership = _member(request, club, pk)
        sent = MemberChanges.read(request.data)
        changed = clubs.change_role(membership, Role(sent["role"]), replaces=sent.get("replaces"))
        return Response(MemberShape(changed).data)

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Let him go; for owners."""
        clubs.change_role(_member(request, club, pk), None)
        return Response(status=204)


def _member(request: Request, club: str, pk: int) -> Membership:
    return get_object_or_404(find_club(request, club, OWNERS).memberships.select_related("user"), pk=pk)


class InvitationShape(serializers.Serializer[Any]):
    """An invitation that nobody has accepted yet."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(Role.choices)
    note = serializers.CharField()
    expires_at = Moment()


class NewInvitation(Form):
    """An invitation into a club."""

    role = OneOf(choices=Role.choices)
    note = Text(max_length=NAME_LENGTH, allow_blank=True, default="", help_text="For whom")


class InvitationMade(InvitationShape):
    """An invitation with its secret, which is shown this once."""

    secret = serializers.CharField(allow_null=True)


class Acceptance(Form):
    """The secret of an invitation."""

    secret = Text(max_length=LONGEST_SECRET)


class Invitations(Resource):
    """The invitations into a club."""

    tag = "clubs"
    serializer_class = InvitationShape
    read_by_all = False

    def list(self, request: Request, club: str) -> Response:
        """Those that can still be accepted; for owners."""
        return self.page(_open_invitations(request, club))

    @extend_schema(request=NewInvitation, responses={201: InvitationMade})
    @once_with_secret
    def create(self, request: Request, club: str) -> Response:
        """Invite somebody; for owners. Whoever has the secret first becomes a member."""
        stored = find_club(request, club, OWNERS)
        sent = NewInvitation.read(request.data)
        secret = clubs.invite(club=stored, role=Role(sent["role"]), by=user_of(request), note=sent["note"])
        invitation = clubs.open_invitation(secret)
        return created({**InvitationShape(invitation).data, "secret": secret})

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Take it back; for owners."""
        clubs.withdraw_invitation(get_object_or_404(_open_invitations(request, club), pk=pk))
        return Response(status=204)

    @extend_schema(request=Acceptance, responses={200: ClubShape, 204: None})
    def accept(self, request: Request) -> Response:
        """Become what the invitation promises, in the club that is answered."""
        club = clubs.accept_invitation(Acceptance.read(request.data)["secret"], user_of(request))
        return Response(ClubShape(club).data if club else None, 200 if club else 204)


def _open_invitations(request: Request, club: str) -> QuerySet[Invitation]:
    return find_club(request, club, OWNERS).invitations.filter(accepted_at=None, expires_at__gt=timezone.now())
