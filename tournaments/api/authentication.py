"""Authentication by a token, by a table's card or session, or by the site's session."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.actions.at_table import table_sessions
from tournaments.actions.core.refusals import AccessDenied
from tournaments.actions.setup.tokens import find_token
from tournaments.models import ApiToken, TableSession, User


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token {secret}`; other schemes are ignored."""

    scheme = "Token"
    malformed = _("Write the header as: Authorization: Token SECRET")

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken | TableSession] | None:
        """The user, and the token or session of the secret; raises AuthenticationFailed if it is not valid."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != self.scheme.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed(self.malformed)
        return self.identify(words[1].decode("latin-1"))

    def identify(self, secret: str) -> tuple[User | AnonymousUser, ApiToken | TableSession]:
        """The token's user and the token."""
        token = find_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is not known or has been revoked."))
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        """The `WWW-Authenticate` header of a 401."""
        return f'{self.scheme} realm="tavolo"'


class TableAuthentication(TokenAuthentication):
    """`Authorization: Table {secret}`, with the secret of a table session or of the table's card."""

    scheme = "Table"
    malformed = _("Write the header as: Authorization: Table SECRET")

    def identify(self, secret: str) -> tuple[User | AnonymousUser, ApiToken | TableSession]:
        """The anonymous user, and the table session; for a card a session that is not stored."""
        if session := table_sessions.find_session(secret):
            return AnonymousUser(), session
        if why := table_sessions.why_ended(secret):
            raise AuthenticationFailed(why.text(gettext), why.code)
        try:
            return AnonymousUser(), table_sessions.session_at_card(secret)
        except AccessDenied as refused:
            (why,) = refused.problems
            raise AuthenticationFailed(why.text(gettext), why.code) from refused
