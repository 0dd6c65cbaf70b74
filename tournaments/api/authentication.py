"""Who asks: the owner of a token, a table by its card, or whoever is signed in on the site."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.actions.at_table import table_sessions
from tournaments.actions.problems import NotLetIn
from tournaments.actions.tokens import find_token
from tournaments.models import ApiToken, TableSession, User

SCHEME = "token"
TABLE_SCHEME = "table"


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


class TableAuthentication(BaseAuthentication):
    """`Authorization: Table {secret}`, of a table's session or of the card on the table."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableSession] | None:
        """Nobody by name, and the session; a bare card's is kept by nobody.

        Raises AuthenticationFailed for a secret that opens nothing any more.
        """
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != TABLE_SCHEME.encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("Write the header as: Authorization: Table SECRET"))
        return AnonymousUser(), _opened(words[1].decode("latin-1"))

    def authenticate_header(self, _request: Request) -> str:
        """What a 401 tells the client to come with."""
        return 'Table realm="tavolo"'


def _opened(secret: str) -> TableSession:
    session = table_sessions.find_session(secret)
    if session:
        return session
    if why := table_sessions.why_ended(secret):
        raise AuthenticationFailed(why.text(gettext), why.code)
    try:
        return table_sessions.at_card(secret)
    except NotLetIn as refused:
        (why,) = refused.problems
        raise AuthenticationFailed(why.text(gettext), why.code) from refused
