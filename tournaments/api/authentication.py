"""Authentication by a token, by a table card or session, or by the session of the website."""

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
from tournaments.models.tournament import KEY_MARK

SCHEMES = frozenset((b"bearer", b"token", b"table"))


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer {secret}`, or `Token {secret}`."""

    schemes = frozenset((b"bearer", b"token"))
    malformed = _("Write the header as: Authorization: Bearer SECRET")

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken | TableSession] | None:
        """Return the user, and the token or session; None if the header has another scheme.

        Raises AuthenticationFailed if the credentials are not valid.
        """
        words = get_authorization_header(request).split()
        scheme = words[0].lower() if words else None
        if scheme in SCHEMES - self.schemes or scheme is None:
            return None
        if scheme not in self.schemes or len(words) != 2:
            raise AuthenticationFailed(self.malformed)
        user, auth = self.identify(words[1].decode("latin-1"))
        if isinstance(auth, ApiToken) and is_outside(auth, request):
            return AnonymousUser(), auth
        return user, auth

    def identify(self, secret: str) -> tuple[User | AnonymousUser, ApiToken | TableSession]:
        """Return the token's user, limited to the token's reach, and the token. Raises AuthenticationFailed."""
        token = find_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is not known, has expired or was revoked."))
        token.user.reach = token.tournament.club_id if token.tournament else token.club_id
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        """Return the `WWW-Authenticate` header of a 401."""
        return 'Bearer realm="tavolo", Token realm="tavolo"'


def is_outside(token: ApiToken, request: Request) -> bool:
    """Whether the address is outside the token's reach; there it can only read public data.

    A tournament's token reaches only the addresses of that tournament, a club's token reaches all addresses except
    those of the user's account.
    """
    first = request.path.removeprefix("/api/v1/").partition("/")[0]
    place = request.parser_context["kwargs"]
    if token.tournament:
        return first != "tournaments" or place.get("slug", "").partition(KEY_MARK)[0] != token.tournament.slug
    is_new_club = first == "clubs" and not place and request.method == "POST"
    return token.club_id is not None and (is_new_club or first in ("tokens", "invitations"))


class TableAuthentication(TokenAuthentication):
    """`Authorization: Table {secret}`, with the secret of a table session or of a table card."""

    schemes = frozenset((b"table",))
    malformed = _("Write the header as: Authorization: Table SECRET")

    def identify(self, secret: str) -> tuple[User | AnonymousUser, ApiToken | TableSession]:
        """Return the anonymous user and the table session; for a card, an unsaved session.

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
