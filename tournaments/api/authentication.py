"""Who asks: the owner of a token, or whoever is signed in on the site."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.actions.tokens import find_token
from tournaments.models import ApiToken, User

SCHEME = "token"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token {secret}`; other schemes are left to others."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The token's user and the token; AuthenticationFailed where nobody has such a token."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != SCHEME.encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("Write the header as: Authorization: Token SECRET"))
        token = find_token(words[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed(_("This token is not known or has been revoked."))
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        """What a 401 tells the client to come with."""
        return 'Token realm="tavolo"'
