"""Who may do what in a club: its members, and the invitations that make more of them."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions import clubs
from tournaments.http.finding import find_club
from tournaments.models import OWNERS, SCORERS, Membership, Role
from tournaments.models.club import NAME_LENGTH

from ..access import user_of
from ..fields import Form, Moment, OneOf, Text
from ..idempotency import once
from ..resource import Resource, created
from .clubs import ClubShape

LONGEST_SECRET = 200


class MemberShape(serializers.Serializer[Any]):
    """A member of a club and what he is in it."""

    id = serializers.IntegerField()
    user = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(Role.choices)
    since = Moment(source="created_at")


class MemberChanges(Form):
    """Another role for a member."""

    role = OneOf(choices=Role.choices)


class Members(Resource):
    """The members of a club."""

    tag = "clubs"
    read_by_all = False

    @extend_schema(responses=MemberShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """Who is a member; for members."""
        found = find_club(request, club, SCORERS)
        return self.page(found.memberships.select_related("user"), MemberShape)


class MemberDetail(Resource):
    """A member of a club."""

    tag = "clubs"

    @extend_schema(request=MemberChanges, responses=MemberShape)
    def patch(self, request: Request, club: str, pk: int) -> Response:
        """Give him another role; for owners. The last owner stays one."""
        membership = _member(request, club, pk)
        role = MemberChanges.read(request.data)["role"]
        changed = clubs.change_role(membership, Role(role))
        return Response(MemberShape(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, club: str, pk: int) -> Response:
        """Let him go; for owners."""
        clubs.change_role(_member(request, club, pk), None)
        return Response(status=204)


def _member(request: Request, club: str, pk: int) -> Membership:
    found = find_club(request, club, OWNERS)
    return get_object_or_404(found.memberships.select_related("user"), pk=pk)


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


class Invitations(Resource):
    """The invitations into a club."""

    tag = "clubs"
    read_by_all = False

    @extend_schema(responses=InvitationShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """Those that can still be accepted; for owners."""
        found = find_club(request, club, OWNERS)
        return self.page(found.invitations.filter(**_open()), InvitationShape)

    @extend_schema(request=NewInvitation, responses={201: InvitationMade})
    @once(shown_once=("secret",))
    def post(self, request: Request, club: str) -> Response:
        """Invite somebody; for owners. Whoever has the secret first becomes a member."""
        found = find_club(request, club, OWNERS)
        wanted = NewInvitation.read(request.data)
        role = Role(wanted["role"])
        secret = clubs.invite(club=found, role=role, by=user_of(request), note=wanted["note"])
        invitation = clubs.open_invitation(secret)
        return created({**InvitationShape(invitation).data, "secret": secret})


def _open() -> dict[str, Any]:
    return {"accepted_at": None, "expires_at__gt": timezone.now()}


class InvitationDetail(Resource):
    """An invitation into a club."""

    tag = "clubs"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, club: str, pk: int) -> Response:
        """Take it back; for owners."""
        found = find_club(request, club, OWNERS)
        clubs.withdraw_invitation(get_object_or_404(found.invitations.filter(**_open()), pk=pk))
        return Response(status=204)


class Acceptance(Form):
    """The secret of an invitation."""

    secret = Text(max_length=LONGEST_SECRET)


class AcceptInvitation(Resource):
    """Accepting an invitation."""

    tag = "clubs"

    @extend_schema(request=Acceptance, responses={200: ClubShape, 204: None})
    def post(self, request: Request) -> Response:
        """Become what the invitation promises, in the club that is answered."""
        secret = Acceptance.read(request.data)["secret"]
        club = clubs.accept_invitation(secret, user_of(request))
        return Response(ClubShape(club).data if club else None, 200 if club else 204)
