"""The user, token or table card of a request, and what it permits.

A request without the credentials that it needs gets 401.
"""

from typing import Any
from urllib.parse import unquote

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, NotFound, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from tournaments import http
from tournaments.actions.at_table import absent_tables, table_sessions
from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Conflict
from tournaments.models import ApiToken, Role, Round, Table, TableSession, User
from tournaments.models.tournament import KEY_MARK

AGREED, AGREED_REASON = "Agreed", "Agreed-Reason"
"""Headers by which a request confirms changes of published standings, and gives a reason."""
AGREEMENT_LENGTH = 2_000
AT_OWN_TABLE = _("The card of a table opens only that table.")
OUTSIDE_REACH = _("This token may not do this: it is for one club or tournament alone.")


def user_of(request: Request) -> User:
    """Return the user who sends the request. Raises NotAuthenticated if there is none."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def actor(request: Request) -> Actor:
    """Return the actor of the request: its user, through the API."""
    agreed, reason = (request.headers.get(name, "") for name in (AGREED, AGREED_REASON))
    return Actor(user=user_of(request), source="api", agreed=agreed, reason=unquote(reason))


def find_table(request: Request, slug: str, number: int, table: int, roles: frozenset[Role] | None = None) -> Table:
    """Return a table of a round that the client may see; with a table card, only the card's own table."""
    if isinstance(request.auth, TableSession):
        return request.auth.table
    return http.find_table(request, slug, number, table, roles)


def is_hidden(request: Request, round_: Round) -> bool:
    """Whether the results of a round are hidden from the client; for a table card they are never hidden."""
    return not isinstance(request.auth, TableSession) and http.is_hidden(request, round_)


def find_readable_table(request: Request, slug: str, number: int, table: int) -> Table:
    """Return a table whose hands the client may read. Raises PermissionDenied while its results are hidden."""
    readable = find_table(request, slug, number, table)
    if is_hidden(request, readable.round):
        raise PermissionDenied(gettext("Standings are hidden until the prize-giving."))
    return readable


class WithinScope(BasePermission):
    """The permission that every view requires.

    Without authentication only views with `read_by_all` may be read. Other requests need a user or a table card; the
    scope of a token must include that of the view. Roles are checked where the object is found. A table card permits
    the view's `table_actions`, at its own table in its own round; after the round is closed, only the `late_actions`.
    """

    message = _("This token may not do that: its scope is too narrow.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the view may handle the request.

        Raises NotFound for a table card at another table, PermissionDenied for a change outside the token's reach,
        AuthenticationFailed for a session whose round or table is closed, Conflict for a card between two rounds.
        """
        if isinstance(request.auth, TableSession):
            self.message = AT_OWN_TABLE
            return _reaches(request.auth, view)
        reads = request.method in SAFE_METHODS
        if not reads and isinstance(request.auth, ApiToken) and _is_beyond(request.auth, request, view):
            raise PermissionDenied(OUTSIDE_REACH, "outside_reach")
        is_open = view.read_by_all if request.method in ("GET", "HEAD") else reads
        if not is_open and not request.user.is_authenticated:
            self.message = OUTSIDE_REACH  # for a token; without one the response is a 401
            return False
        needed = view.read_scope if reads else view.write_scope
        return not isinstance(request.auth, ApiToken) or request.auth.opens(needed)


def refuse_token_of_tournament(request: Request) -> None:
    """Raise PermissionDenied if the client has a token for one tournament; call it before others are changed."""
    if isinstance(request.auth, ApiToken) and request.auth.tournament is not None:
        raise PermissionDenied(OUTSIDE_REACH, "outside_reach")


def _is_beyond(token: ApiToken, request: Request, view: Any) -> bool:
    """Whether the request is outside the token's reach: its address or, for a tournament's token, its action."""
    return not request.user.is_authenticated or (token.tournament is not None and view.action in view.actions_beyond)


def _reaches(session: TableSession, view: Any) -> bool:
    if session.has_ended:
        return _is_late(session, view)
    if view.action not in view.table_actions:
        return False
    if not _is_at_own_table(session, view):
        here = _("You are now at table %(table)s: go there?")
        raise NotFound(here % {"table": session.table.number}, "another_table")
    return True


def _is_late(session: TableSession, view: Any) -> bool:
    """Whether the action is one that is permitted after the round is closed. Otherwise raise an error.

    Raises Conflict for a card, AuthenticationFailed for a session.
    """
    if view.action in view.late_actions and _is_at_own_table(session, view):
        return True
    if session.pk is None and not session.table.closing:
        raise Conflict(absent_tables.no_round(session.table.number))
    why = table_sessions.closed(session.table)
    raise AuthenticationFailed(why.text(gettext), why.code)


def _is_at_own_table(session: TableSession, view: Any) -> bool:
    table = session.table
    own = {"slug": table.round.tournament.slug, "number": table.round.number, "table": table.number}
    asked = own | view.kwargs
    slug = asked["slug"].partition(KEY_MARK)[0]  # the address of a tournament may have the key of its link
    return own == {name: asked[name] for name in own} | {"slug": slug}
