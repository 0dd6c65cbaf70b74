"""The user's API tokens."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.setup import tokens
from tournaments.models import Scope

from ..access import WithinScope, user_of
from ..fields import Moment, OneOf, StrictSerializer, Text
from ..idempotency import once_with_secret
from ..resource import Resource, created


class TokenShape(serializers.Serializer[Any]):
    """A token, without its secret."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scope = serializers.ChoiceField(Scope.choices)
    created_at = Moment()
    revoked_at = Moment(allow_null=True)


class TokenMade(TokenShape):
    """A new token with its secret, which is shown only once."""

    secret = serializers.CharField(allow_null=True)


class NewToken(StrictSerializer):
    """A new token."""

    name = Text(max_length=100, help_text="What it is for")
    scope = OneOf(choices=Scope.choices)


class Tokens(Resource):
    """The user's API tokens."""

    tag = "tokens"
    serializer_class = TokenShape
    read_by_all = False
    permission_classes = [WithinScope, IsAuthenticated]

    def list(self, request: Request) -> Response:
        """Your tokens, including revoked ones."""
        return self.page(user_of(request).api_tokens.all())

    @extend_schema(request=NewToken, responses={201: TokenMade})
    @once_with_secret
    def create(self, request: Request) -> Response:
        """Create a token. Its secret is only in this answer."""
        sent = NewToken.read(request.data)
        token, secret = tokens.create_token(user=user_of(request), name=sent["name"], scope=Scope(sent["scope"]))
        response = created({**TokenShape(token).data, "secret": secret})
        response["Cache-Control"] = "no-store"
        return response

    def destroy(self, request: Request, pk: int) -> Response:
        """Revoke the token; it is no longer accepted."""
        tokens.revoke_token(get_object_or_404(user_of(request).api_tokens, pk=pk))
        return Response(status=204)
