"""Who asks the API; what the card of a table opens.

Whoever may not act and did not say who he is is asked to (401).
"""

from django.utils.translation import gettext
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from tournaments.actions.actor import Actor
from tournaments.http import finding
from tournaments.models import Role, Round, Table, TableSession, User


def user_of(request: Request) -> User:
    """Who asks; NotAuthenticated for nobody."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def actor(request: Request) -> Actor:
    """Who acts, by way of the API."""
    return Actor(user=user_of(request), source="api")


def find_table(request: Request, slug: str, number: int, table: int, roles: frozenset[Role] | None = None) -> Table:
    """A table of a round that whoever asks may see; the card of a table opens its own."""
    if isinstance(request.auth, TableSession):
        return request.auth.table
    return finding.find_table(request, slug, number, table, roles)


def is_hidden(request: Request, round_: Round) -> bool:
    """Whether the results of a round are kept from whoever asks; a table reads its own."""
    return not isinstance(request.auth, TableSession) and finding.is_hidden(request, round_)


def find_told(request: Request, slug: str, number: int, table: int) -> Table:
    """A table whose hands whoever asks may read; refused while its results are hidden."""
    found = find_table(request, slug, number, table)
    if is_hidden(request, found.round):
        raise PermissionDenied(gettext("Standings are hidden until the end."))
    return found
