"""The members of clubs, and the invitations that make more of them."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.setup import invitations, roles
from tournaments.http import find_club
from tournaments.models import OWNERS, SCORERS, Invitation, Membership, Role
from tournaments.models.club import NAME_LENGTH

from ..access import user_of
from ..fields import Moment, OneOf, StrictSerializer, Text
from ..idempotency import once_with_secret
from ..resource import Resource, created
from .clubs import ClubShape

LONGEST_SECRET = 200


class MemberShape(serializers.Serializer[Any]):
    """A member of a club and what he is in it."""

    id = serializers.IntegerField()
    user = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(Role.choices)
    since = Moment(source="created_at")


class MemberChanges(StrictSerializer):
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
        changed = roles.change_role(membership, Role(sent["role"]), replaces=sent.get("replaces"))
        return Response(MemberShape(changed).data)

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Let him go; for owners."""
        roles.change_role(_member(request, club, pk), None)
        return Response(status=204)


def _member(request: Request, club: str, pk: int) -> Membership:
    return get_object_or_404(find_club(request, club, OWNERS).memberships.select_related("user"), pk=pk)


class InvitationShape(serializers.Serializer[Any]):
    """An invitation that nobody has accepted yet."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(Role.choices)
    note = serializers.CharField()
    expires_at = Moment()


class NewInvitation(StrictSerializer):
    """An invitation into a club."""

    role = OneOf(choices=Role.choices)
    note = Text(max_length=NAME_LENGTH, allow_blank=True, default="", help_text="For whom")


class InvitationMade(InvitationShape):
    """An invitation with its secret, which is shown this once."""

    secret = serializers.CharField(allow_null=True)


class Acceptance(StrictSerializer):
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
        secret = invitations.invite(club=stored, role=Role(sent["role"]), by=user_of(request), note=sent["note"])
        invitation = invitations.open_invitation(secret)
        return created({**InvitationShape(invitation).data, "secret": secret})

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Take it back; for owners."""
        invitations.withdraw_invitation(get_object_or_404(_open_invitations(request, club), pk=pk))
        return Response(status=204)

    @extend_schema(request=Acceptance, responses={200: ClubShape, 204: None})
    def accept(self, request: Request) -> Response:
        """Become what the invitation promises, in the club that is answered."""
        club = invitations.accept_invitation(Acceptance.read(request.data)["secret"], user_of(request))
        return Response(ClubShape(club).data if club else None, 200 if club else 204)


def _open_invitations(request: Request, club: str) -> QuerySet[Invitation]:
    return find_club(request, club, OWNERS).invitations.filter(accepted_at=None, expires_at__gt=timezone.now())
