"""Finding what an address names for somebody who may see it; refusing who may not act.

What one may not see is not there (404); what one sees and may not change is refused (403), and
whoever did not say who he is is asked to (401).
"""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from tournaments.actions.actor import Actor
from tournaments.models import Club, Entry, Role, Round, Table, TableSession, Tournament, User


def user_of(request: Request) -> User:
    """Who asks; NotAuthenticated for nobody."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def actor(request: Request) -> Actor:
    """Who acts, by way of the API."""
    return Actor(user=user_of(request), source="api")


def permit(request: Request, club: Club, roles: frozenset[Role]) -> None:
    """Refuse whoever has none of these roles in the club."""
    if not club.permits(user_of(request), roles):
        raise PermissionDenied


def find_club(request: Request, slug: str, roles: frozenset[Role] | None = None) -> Club:
    """The club at this address, for somebody with one of these roles where any are named."""
    club = get_object_or_404(Club, slug=slug)
    if roles is not None:
        permit(request, club, roles)
    return club


def find_tournament(
    request: Request, slug: str, roles: frozenset[Role] | None = None
) -> Tournament:
    """The tournament at this address with its club."""
    visible = Tournament.objects.visible_to(request.user).select_related("club")
    tournament = get_object_or_404(visible, slug=slug)
    if roles is not None:
        permit(request, tournament.club, roles)
    return tournament


def find_entry(tournament: Tournament, pk: int) -> Entry:
    """An entry of the tournament."""
    entry = get_object_or_404(tournament.entries.prefetch_related("entry_players"), pk=pk)
    entry.tournament = tournament
    return entry


def find_round(
    request: Request, slug: str, number: int, roles: frozenset[Role] | None = None
) -> Round:
    """A round of the tournament at this address; a draft is there for its directors alone."""
    tournament = find_tournament(request, slug, roles)
    round_ = get_object_or_404(tournament.rounds.visible_to(request.user), number=number)
    round_.tournament = tournament
    return round_


def find_table(
    request: Request, slug: str, number: int, table: int, roles: frozenset[Role] | None = None
) -> Table:
    """A table of a round that whoever asks may see; the card of a table opens its own."""
    if isinstance(request.auth, TableSession):
        return request.auth.table
    tournament = find_tournament(request, slug, roles)
    rounds = tournament.rounds.visible_to(request.user).filter(number=number)
    tables = Table.objects.select_related("round").filter(round__in=rounds)
    found = get_object_or_404(tables, number=table)
    found.round.tournament = tournament
    return found


def is_hidden(request: Request, round_: Round) -> bool:
    """Whether the results of a round are kept from whoever asks; a table reads its own."""
    if isinstance(request.auth, TableSession):
        return False
    last = round_.tournament.hidden_after(request.user)
    return last is not None and round_.number > last


def find_told(request: Request, slug: str, number: int, table: int) -> Table:
    """A table whose hands whoever asks may read; refused while its results are hidden."""
    found = find_table(request, slug, number, table)
    if is_hidden(request, found.round):
        raise PermissionDenied(gettext("Standings are hidden until the end."))
    return found
