"""Shared by pages and API: finding objects by URL, statuses of refusals, and cookies of devices.

An object that the user may not see gives 404. One that the user may see but not change gives 403.
"""

from collections.abc import Iterable, Mapping

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.actions.core import refusals
from tournaments.actions.core.actor import new_secret
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.core.rows import attach, slug_of
from tournaments.actions.standings.ratings import RatedPlayer, rated_players
from tournaments.models import (
    DIRECTORS,
    OWNERS,
    Club,
    ClubRatings,
    Entry,
    Membership,
    Role,
    Round,
    Season,
    Seat,
    Table,
    Tournament,
    Webhook,
)
from tournaments.models.at_table import EVENING
from tournaments.models.prepared import Param, Prepared
from tournaments.models.round import DRAWN
from tournaments.models.tournament import KEY_MARK

ADDRESS = "tavolo.address"
"""The META key for the address of a request's tournament, without a needless link key."""
CLUB = "tavolo.club"
"""The META key for the slug of a request's club, set once the club is found."""
PART, PART_WANTED = "tavolo.part", "tavolo.part-wanted"
"""META keys for the cached public part of a page, and for the mark that the page can use a public part."""
PLAYED = "tavolo.played"
"""The META key that marks a request from a table, because such a request never hides public results."""
Asking = HttpRequest | Request
Roles = frozenset[Role]

STATUSES: Mapping[type[Refusal], int] = {
    refusals.AccessDenied: 403,
    refusals.Gone: 404,
    refusals.Conflict: 409,
    refusals.Stale: 412,
    refusals.Invalid: 422,
    refusals.PreconditionRequired: 428,
    refusals.TooManyRequests: 429,
}
FOR_EVERYBODY = Prepared(
    lambda: Tournament.objects.named(Param("slug"), Param("key"), AnonymousUser()).with_last_round()
)
SESSION, DEVICE, SCREEN = "table", "device", "screen"
AN_EVENING = int(EVENING.total_seconds())
A_LONG_TIME = 400 * 24 * 3600


def permit(request: Asking, club: Club, roles: Roles) -> None:
    """Raise PermissionDenied if the user has none of these roles in the club."""
    if not club.permits(request.user, roles):
        raise PermissionDenied


def find_game(slug: str) -> RuleSet:
    """Return the rule set with this slug. Raises Http404 if there is none."""
    game = registry.find(slug)
    if game is None:
        raise Http404
    return game


def find_club(request: Asking, slug: str, roles: Roles | None = None) -> Club:
    """Return the club with this slug.

    Raises Http404; PermissionDenied if roles are given and the user has none of them. The attribute `rates` of the club
    is true if it has ratings for a game.
    """
    rated = ClubRatings.objects.filter(club=OuterRef("pk"))
    club = get_object_or_404(Club.objects.annotate(rates=Exists(rated)), slug=slug)
    request.META[CLUB] = club.slug
    return _enter_club(request, club, roles)


def find_rated(ratings: ClubRatings, pk: int) -> RatedPlayer:
    """Return the rating of the player with this id. Raises Http404 if the player has none."""
    for rated in rated_players(ratings):
        if rated.player.pk == pk:
            return rated
    raise Http404


def find_season(request: Asking, slug: str, roles: Roles | None = None) -> Season:
    """Return the season with this slug, with its club. Raises Http404, or PermissionDenied as `find_club` does."""
    season = get_object_or_404(Season.objects.select_related("club"), slug=slug)
    request.META[CLUB] = season.club.slug
    _enter_club(request, season.club, roles)
    return season


def find_webhook(request: Asking, pk: int) -> Webhook:
    """Return the webhook with this id, with its club.

    Raises Http404, or PermissionDenied unless the user owns the club.
    """
    webhook = get_object_or_404(Webhook.objects.select_related("club"), pk=pk)
    _enter_club(request, webhook.club, OWNERS)
    return webhook


def find_tournament(request: Asking, slug: str, roles: Roles | None = None) -> Tournament:
    """Return the tournament at this address, with its club and last public round.

    Raises Http404 or PermissionDenied.
    """
    slug = slug_of(slug)
    if request.user.is_authenticated:
        tournament = get_object_or_404(Tournament.objects.at_address(slug, request.user).with_last_round())
    else:
        tournament = _find_for_everybody(slug)
    request.META[ADDRESS] = tournament.address
    _enter_club(request, tournament.club, roles)
    return tournament


def _find_for_everybody(address: str) -> Tournament:
    slug, _tilde, key = address.partition(KEY_MARK)
    tournament = FOR_EVERYBODY.first(slug=slug, key=key)
    if tournament is None:
        raise Http404
    return tournament


def _enter_club(request: Asking, club: Club, roles: Roles | None) -> Club:
    """Check the roles and activate the club's time zone; return the club. Raises PermissionDenied."""
    if roles is not None:
        permit(request, club, roles)
    timezone.activate(club.time_zone)
    return club


def find_round(request: Asking, slug: str, number: int, roles: Roles | None = None) -> Round:
    """Return a round of the tournament at this address. Raises Http404, also for a draft unless the user directs it."""
    tournament = find_tournament(request, slug, roles)
    rounds = tournament.rounds.visible_to(request.user).select_related("clock")
    round_ = get_object_or_404(rounds, number=number)
    round_.tournament = tournament
    return round_


def find_directed(request: Asking, slug: str, number: int) -> Round:
    """Return a round for a director of its tournament.

    Other users get Http404 for a draft, otherwise PermissionDenied.
    """
    round_ = find_round(request, slug, number)
    permit(request, round_.tournament.club, DIRECTORS)
    return round_


def find_table(request: Asking, slug: str, number: int, table: int, roles: Roles | None = None) -> Table:
    """Return a table of a round that the user may see. Raises Http404 if there is none.

    For a POST or PUT by a member with one of the roles, the seats of the table are loaded too.
    """
    writes = request.method in ("POST", "PUT")
    if roles and writes and (own := _table_of_member(request, slug, number, table, roles)):
        return own
    tournament = find_tournament(request, slug, roles)
    rounds = tournament.rounds.visible_to(request.user).filter(number=number)
    tables = Table.objects.select_related("round__clock").filter(round__in=rounds)
    stored = get_object_or_404(tables, number=table)
    stored.round.tournament = tournament
    return stored


def _table_of_member(request: Asking, slug: str, number: int, table: int, roles: Roles) -> Table | None:
    """Return the table with its seats; None unless the user is a member who may see it with one of these roles.

    Only directors may see a draft, and a token gives access only to the club within its reach.
    """
    named, _mark, _key = slug.partition(KEY_MARK)
    user = request.user
    if not user.is_authenticated:
        return None
    seats = SEATS_OF_MEMBER.all(slug=named, number=number, table=table, user=user.pk)
    role = Role(seats[0].role) if seats and seats[0].role else None
    if role not in roles or not (seats[0].table.round.is_public or role in DIRECTORS):
        return None
    found = seats[0].table
    tournament = found.round.tournament
    if user.reach not in (None, tournament.club_id):
        return None
    for seat in seats:
        seat.table = found
    attach(found, "seats", seats)
    request.META[ADDRESS] = tournament.address
    timezone.activate(tournament.club.time_zone)
    return found


def _seats_of_member() -> QuerySet[Seat]:
    club = OuterRef("table__round__tournament__club")
    role = Membership.objects.filter(club=club, user=Param("user")).values("role")[:1]
    needless = [f"table__round__{column}" for column in DRAWN]
    needless += [f"table__round__tournament__{column}" for column in ("scoring", "tie_breaks", "prizes", "teams")]
    seats = Seat.objects.select_related("entry", "table__round__tournament__club").defer(*needless)
    place = {"table__round__tournament__slug": Param("slug"), "table__round__number": Param("number")}
    named = seats.filter(table__number=Param("table"), **place).order_by("number")
    return named.annotate(**{"role": Subquery(role)})  # noqa: PIE804 - an attribute that the model declares


SEATS_OF_MEMBER = Prepared(_seats_of_member)


def find_entry(tournament: Tournament, pk: int) -> Entry:
    """Return an entry of the tournament. Raises Http404 if the tournament has no such entry."""
    entry = get_object_or_404(tournament.entries, pk=pk)
    entry.tournament = tournament
    return entry


def is_hidden(request: Asking, round_: Round) -> bool:
    """Whether the results of a round are hidden from the user."""
    last = round_.tournament.hidden_after(request.user)
    return last is not None and round_.number > last


def status_of(refusal: Refusal) -> int:
    """Return the status for a refusal: that of the first class in `STATUSES` to which it belongs."""
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))


def remember_codes(codes: Iterable[str]) -> None:
    """Add the codes of a refusal to the log entry of this request."""
    structlog.contextvars.bind_contextvars(codes=sorted(set(codes)))


def device_of(request: HttpRequest) -> str:
    """Return the secret that identifies this browser; a new one if the browser has none."""
    return request.COOKIES.get(DEVICE) or new_secret()


def set_session_cookies(response: HttpResponse, slug: str, *, secret: str, device: str) -> None:
    """Set the cookies of the table session and of the device; scripts cannot read them."""
    set_table_cookie(response, SESSION, secret, slug=slug)
    set_device_cookie(response, device)


def set_device_cookie(response: HttpResponse, device: str) -> None:
    """Set the cookie of the device, even if the device was refused at the table."""
    _set(response, DEVICE, device, path="/t/", max_age=A_LONG_TIME)


def set_screen_cookie(response: HttpResponse, secret: str) -> None:
    """Set the cookie of a screen of the hall."""
    _set(response, SCREEN, secret, path="/tv/", max_age=A_LONG_TIME)


def set_table_cookie(response: HttpResponse, name: str, value: str, *, slug: str) -> None:
    """Set a cookie for the pages of this tournament's tables; it expires after an evening."""
    _set(response, name, value, path=f"/t/{slug}", max_age=AN_EVENING)


def _set(response: HttpResponse, name: str, value: str, *, path: str, max_age: int) -> None:
    response.set_cookie(name, value, path=path, max_age=max_age, httponly=True, samesite="Lax", secure=settings.HTTPS)
