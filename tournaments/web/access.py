"""Finding what an address names for somebody who may see it; refusing who may not act.

What one may not see is not there (404); what one sees and may not change is refused (403).
"""

from django.core.exceptions import PermissionDenied
from django.db.models import Max, Q
from django.http import HttpRequest, QueryDict
from django.shortcuts import get_object_or_404
from django.utils import timezone

from tournaments.actions.actor import Actor
from tournaments.models import DIRECTORS, Club, Entry, Role, Round, Table, Tournament, User

PUBLIC_ROUNDS = Q(rounds__state__in=(Round.State.PUBLISHED, Round.State.CLOSED))


def user_of(request: HttpRequest) -> User | None:
    """Who is signed in, if anybody is."""
    return request.user if request.user.is_authenticated else None


def actor(request: HttpRequest) -> Actor:
    """Who acts, by way of the site."""
    return Actor(user=user_of(request), source="web")


def sent(request: HttpRequest) -> QueryDict | None:
    """What was sent with a form, None where the form is only looked at."""
    return request.POST if request.method == "POST" else None


def permit(request: HttpRequest, club: Club, roles: frozenset[Role]) -> None:
    """Refuse whoever has none of these roles in the club."""
    if not club.permits(request.user, roles):
        raise PermissionDenied


def find_club(request: HttpRequest, slug: str, roles: frozenset[Role] | None = None) -> Club:
    """The club at this address, for somebody with one of these roles where any are named."""
    club = get_object_or_404(Club, slug=slug)
    if roles is not None:
        permit(request, club, roles)
    timezone.activate(club.time_zone)
    return club


def find_tournament(
    request: HttpRequest, slug: str, roles: frozenset[Role] | None = None
) -> Tournament:
    """The tournament at this address, its club, and the number of its last public round."""
    visible = Tournament.objects.visible_to(request.user).select_related("club")
    counted = visible.annotate(last_round=Max("rounds__number", filter=PUBLIC_ROUNDS))
    tournament = get_object_or_404(counted, slug=slug)
    if roles is not None:
        permit(request, tournament.club, roles)
    timezone.activate(tournament.club.time_zone)
    return tournament


def find_round(request: HttpRequest, tournament: Tournament, number: int) -> Round:
    """A round of the tournament, a draft only for its directors."""
    round_ = get_object_or_404(tournament.rounds.visible_to(request.user), number=number)
    round_.tournament = tournament
    return round_


def find_directed(request: HttpRequest, slug: str, number: int) -> Round:
    """A round for a director of its tournament; to anybody else a draft is not there."""
    round_ = find_round(request, find_tournament(request, slug), number)
    permit(request, round_.tournament.club, DIRECTORS)
    return round_


def find_table(round_: Round, number: int) -> Table:
    """A table of the round."""
    table = get_object_or_404(round_.tables, number=number)
    table.round = round_
    return table


def find_entry(tournament: Tournament, pk: int) -> Entry:
    """An entry of the tournament."""
    entry = get_object_or_404(tournament.entries, pk=pk)
    entry.tournament = tournament
    return entry


def role_in(request: HttpRequest, club: Club) -> Role | None:
    """The role that whoever asks has in the club; the host's is an owner's everywhere."""
    user = user_of(request)
    if user is None:
        return None
    if user.is_superuser:
        return Role.OWNER
    role = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks, and not a page."""
    return request.headers.get("Accept", "") == "application/json"
