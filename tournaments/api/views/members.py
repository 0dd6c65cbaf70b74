"""The members of a club, invitations, and API tokens."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.setup import memberships, signing_in
from tournaments.http import find_club
from tournaments.models import OWNERS, SCORERS, Invitation, Membership, Role, Scope
from tournaments.models.club import NAME_LENGTH

from ..access import WithinScope, user_of
from ..fields import ChoiceField, Moment, Slug, StrictSerializer, Text
from ..idempotency import once_with_secret
from ..resource import Resource, created
from .clubs import ClubShape

LONGEST_SECRET = 200


class MemberShape(serializers.Serializer[Any]):
    """A member of a club and the member's role."""

    id = serializers.IntegerField()
    user = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(Role.choices)
    since = Moment(source="created_at")


class MemberChanges(StrictSerializer):
    """A new role for a member; `replaces` is the role that the client read."""

    role = ChoiceField(choices=Role.choices)
    replaces = ChoiceField(choices=Role.choices, required=False)


class Members(Resource):
    """The members of a club."""

    tag = "clubs"
    serializer_class = MemberShape
    read_by_all = False

    def list(self, request: Request, club: str) -> Response:
        """The members; for members."""
        return self.page(find_club(request, club, SCORERS).memberships.select_related("user"))

    @extend_schema(request=MemberChanges)
    def partial_update(self, request: Request, club: str, pk: int) -> Response:
        """Change a member's role; for owners. The role of the last owner cannot be changed.

        412 if `replaces` is not the member's current role.
        """
        membership = _member(request, club, pk)
        sent = MemberChanges.read(request.data)
        changed = memberships.change_role(membership, Role(sent["role"]), replaces=sent.get("replaces"))
        return Response(MemberShape(changed).data)

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Remove a member; for owners."""
        memberships.change_role(_member(request, club, pk), None)
        return Response(status=204)


def _member(request: Request, club: str, pk: int) -> Membership:
    return get_object_or_404(find_club(request, club, OWNERS).memberships.select_related("user"), pk=pk)


class InvitationShape(serializers.Serializer[Any]):
    """An invitation that has not been accepted."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(Role.choices)
    note = serializers.CharField()
    expires_at = Moment()


class NewInvitation(StrictSerializer):
    """A new invitation to a club."""

    role = ChoiceField(choices=Role.choices)
    note = Text(max_length=NAME_LENGTH, allow_blank=True, default="", help_text="The person it is for")


class InvitationMade(InvitationShape):
    """An invitation with its secret, which is shown only once."""

    secret = serializers.CharField(allow_null=True)


class Acceptance(StrictSerializer):
    """The secret of an invitation."""

    secret = Text(max_length=LONGEST_SECRET)


class Invitations(Resource):
    """The invitations to a club."""

    tag = "clubs"
    serializer_class = InvitationShape
    read_by_all = False

    def list(self, request: Request, club: str) -> Response:
        """The invitations that can still be accepted; for owners."""
        return self.page(_open_invitations(request, club))

    @extend_schema(request=NewInvitation, responses={201: InvitationMade})
    @once_with_secret
    def create(self, request: Request, club: str) -> Response:
        """Invite somebody; for owners. The first user who sends the secret becomes a member."""
        stored = find_club(request, club, OWNERS)
        sent = NewInvitation.read(request.data)
        secret = memberships.invite(club=stored, role=Role(sent["role"]), by=user_of(request), note=sent["note"])
        invitation = memberships.open_invitation(secret)
        return created({**InvitationShape(invitation).data, "secret": secret})

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Withdraw an invitation; for owners."""
        memberships.withdraw_invitation(get_object_or_404(_open_invitations(request, club), pk=pk))
        return Response(status=204)

    @extend_schema(request=Acceptance, responses={200: ClubShape, 204: None})
    def accept(self, request: Request) -> Response:
        """Accept an invitation; the response is the club, or 204 if the invitation is for no club."""
        club = memberships.accept_invitation(Acceptance.read(request.data)["secret"], user_of(request))
        return Response(ClubShape(club).data if club else None, 200 if club else 204)


def _open_invitations(request: Request, club: str) -> QuerySet[Invitation]:
    return find_club(request, club, OWNERS).invitations.filter(accepted_at=None, expires_at__gt=timezone.now())


class TokenShape(serializers.Serializer[Any]):
    """A token, without its secret."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scope = serializers.ChoiceField(Scope.choices)
    club = serializers.CharField(
        source="club.slug", default=None, allow_null=True, help_text="The only club to which it gives access"
    )
    tournament = serializers.CharField(
        source="tournament.slug",
        default=None,
        allow_null=True,
        help_text="The only tournament to which it gives access",
    )
    created_at = Moment()
    expires_at = Moment(allow_null=True)
    last_used_at = Moment(allow_null=True, help_text="Exact to the hour")
    revoked_at = Moment(allow_null=True)


class TokenMade(TokenShape):
    """A new token with its secret, which is shown only once."""

    secret = serializers.CharField(allow_null=True)


class NewToken(StrictSerializer):
    """A new token."""

    name = Text(max_length=100, help_text="The purpose of the token")
    scope = ChoiceField(choices=Scope.choices)
    club = Slug(max_length=60, required=False, allow_null=True, help_text="For this club alone")
    tournament = Slug(max_length=80, required=False, allow_null=True, help_text="For this tournament alone")
    expires_at = Moment(required=False, allow_null=True, help_text="When it stops; without an end if left out")


class Tokens(Resource):
    """The user's API tokens."""

    tag = "tokens"
    serializer_class = TokenShape
    read_by_all = False
    permission_classes = [WithinScope, IsAuthenticated]

    def list(self, request: Request) -> Response:
        """Your tokens, including revoked tokens."""
        return self.page(user_of(request).api_tokens.select_related("club", "tournament"))

    @extend_schema(request=NewToken, responses={201: TokenMade})
    @once_with_secret
    def create(self, request: Request) -> Response:
        """Create a token. Its secret is only in this response."""
        sent = NewToken.read(request.data)
        reach = {name: sent.get(name) or "" for name in ("club", "tournament")}
        token, secret = signing_in.create_token(
            user=user_of(request),
            name=sent["name"],
            scope=Scope(sent["scope"]),
            expires_at=sent.get("expires_at"),
            **reach,
        )
        response = created({**TokenShape(token).data, "secret": secret})
        response["Cache-Control"] = "no-store"
        return response

    def destroy(self, request: Request, pk: int) -> Response:
        """Revoke the token; it is no longer accepted."""
        signing_in.revoke_token(get_object_or_404(user_of(request).api_tokens, pk=pk))
        return Response(status=204)
