"""Authentication by a token, by a table's card or session, or by the site's session."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.actions.at_table import table_sessions
from tournaments.actions.core.refusals import AccessDenied
from tournaments.actions.setup.signing_in import find_token
from tournaments.models import ApiToken, TableSession, User

SCHEMES = frozenset((b"bearer", b"token", b"table"))


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer {secret}`, or `Token {secret}`."""

    schemes = frozenset((b"bearer", b"token"))
    malformed = _("Write the header as: Authorization: Bearer SECRET")

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken | TableSession] | None:
        """Return the user, and the token or session; None for the other's schemes. Raises AuthenticationFailed."""
        words = get_authorization_header(request).split()
        scheme = words[0].lower() if words else None
        if scheme in SCHEMES - self.schemes or scheme is None:
            return None
        if scheme not in self.schemes or len(words) != 2:
            raise AuthenticationFailed(self.malformed)
        return self.identify(words[1].decode("latin-1"))

    def identify(self, secret: str) -> tuple[User | AnonymousUser, ApiToken | TableSession]:
        """The token's user and the token; raises AuthenticationFailed for an unknown or revoked token."""
        token = find_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is not known or has been revoked."))
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        """The `WWW-Authenticate` header of a 401."""
        return 'Bearer realm="tavolo", Token realm="tavolo"'


class TableAuthentication(TokenAuthentication):
    """`Authorization: Table {secret}`, with the secret of a table session or of the table's card."""

    schemes = frozenset((b"table",))
    malformed = _("Write the header as: Authorization: Table SECRET")

    def identify(self, secret: str) -> tuple[User | AnonymousUser, ApiToken | TableSession]:
        """The anonymous user, and the table session; for a card a session that is not stored.

        Raises AuthenticationFailed if the session has ended or the secret is not valid.
        """
        if session := table_sessions.find_session(secret):
            return AnonymousUser(), session
        if why := table_sessions.why_ended(secret):
            raise AuthenticationFailed(why.text(gettext), why.code)
        try:
            return AnonymousUser(), table_sessions.session_at_card(secret)
        except AccessDenied as refused:
            (why,) = refused.problems
            raise AuthenticationFailed(why.text(gettext), why.code) from refused
