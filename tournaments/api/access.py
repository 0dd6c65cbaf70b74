"""The user, token or table's card of a request, and the actions that it permits.

A request that needs credentials and has none gets 401.
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

AGREED, AGREED_REASON = "Agreed", "Agreed-Reason"
"""Headers by which a request confirms changes of published standings, and gives a reason."""
AGREEMENT_LENGTH = 2_000


def user_of(request: Request) -> User:
    """The user who sends the request; raises NotAuthenticated if there is none."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def actor(request: Request) -> Actor:
    """The actor of the request: its user, acting through the API."""
    agreed, reason = (request.headers.get(name, "") for name in (AGREED, AGREED_REASON))
    return Actor(user=user_of(request), source="api", agreed=agreed, reason=unquote(reason))


def find_table(request: Request, slug: str, number: int, table: int, roles: frozenset[Role] | None = None) -> Table:
    """Return a table of a round that the client may see; for a client with a table's card, always the card's table."""
    if isinstance(request.auth, TableSession):
        return request.auth.table
    return http.find_table(request, slug, number, table, roles)


def is_hidden(request: Request, round_: Round) -> bool:
    """Whether the results of a round are hidden from the client; never from a client with a table's card."""
    return not isinstance(request.auth, TableSession) and http.is_hidden(request, round_)


def find_readable_table(request: Request, slug: str, number: int, table: int) -> Table:
    """Return a table whose hands the client may read; raises PermissionDenied while its results are hidden."""
    readable = find_table(request, slug, number, table)
    if is_hidden(request, readable.round):
        raise PermissionDenied(gettext("Standings are hidden until the prize-giving."))
    return readable


class WithinScope(BasePermission):
    """The permission that every view requires.

    Everybody may read views that are `read_by_all`. Other requests need a user or a table's card; with a token, its
    scope must include the view's. Roles are checked where the object is found. A table's card permits the view's
    `table_actions`, at its own table in its own round; once the round is closed, only the `late_actions`.
    """

    message = _("This token may not do that: its scope is too narrow.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the view may handle the request; raises NotFound for a card at another table.

        Raises PermissionDenied for a change beyond the reach of a token, AuthenticationFailed for a session whose round
        or table is closed, Conflict for a card between two rounds.
        """
        if isinstance(request.auth, TableSession):
            return _reaches(request.auth, view)
        reads = request.method in SAFE_METHODS
        if not reads and isinstance(request.auth, ApiToken) and _is_beyond(request.auth, request, view):
            raise PermissionDenied(
                _("This token may not do this: it is for one club or tournament alone."), "outside_reach"
            )
        is_open = view.read_by_all if request.method in ("GET", "HEAD") else reads
        if not is_open and not request.user.is_authenticated:
            return False
        needed = view.read_scope if reads else view.write_scope
        return not isinstance(request.auth, ApiToken) or request.auth.opens(needed)


def _is_beyond(token: ApiToken, request: Request, view: Any) -> bool:
    """Whether the address is beyond the token's reach or, for the token of a tournament, the action is."""
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
    """True for an action that is permitted after the close; otherwise raises Conflict or AuthenticationFailed."""
    if view.action in view.late_actions and _is_at_own_table(session, view):
        return True
    if session.pk is None and not session.table.closing:
        raise Conflict(absent_tables.no_round(session.table.number))
    why = table_sessions.closed(session.table)
    raise AuthenticationFailed(why.text(gettext), why.code)


def _is_at_own_table(session: TableSession, view: Any) -> bool:
    table = session.table
    own = {"slug": table.round.tournament.slug, "number": table.round.number, "table": table.number}
    return all(view.kwargs.get(name, value) == value for name, value in own.items())
