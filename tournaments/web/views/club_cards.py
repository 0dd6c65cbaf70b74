"""The table cards that a club prints once for all its tournaments: printing, replacing, and joining a table."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions.at_table import club_cards as actions
from tournaments.actions.at_table.table_sessions import Opened, origin_of
from tournaments.actions.core.refusals import Refusal
from tournaments.http import device_of, find_club, set_device_cookie
from tournaments.models import DIRECTORS, Club, ClubTableKey
from tournaments.paper import prints
from tournaments.paper.phone_address import is_unreachable

from ..at_table.table_sessions import rate_limited
from ..forms.inputs import number_in
from .at_table.page import add_noindex
from .at_table.table import join_accepted, join_refused
from .prints import pdf


def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The page with the codes of a club's table cards, from which cards are printed or replaced."""
    club = find_club(request, slug, DIRECTORS)
    tables = _tables(request, club)
    context = {
        "club": club,
        "tables": tables,
        "most": actions.MOST,
        "cards": actions.club_cards(club, range(1, tables + 1)),
        "is_unreachable": settings.TAVOLO_URL if is_unreachable(settings.TAVOLO_URL) else "",
    }
    return render(request, "club/cards.html", context)


def print_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards as PDF, four on a page."""
    club = find_club(request, slug, DIRECTORS)
    return pdf(prints.club_cards(club, _tables(request, club)))


def _tables(request: HttpRequest, club: Club) -> int:
    """Return the requested number of tables, or the default number if it is missing or invalid."""
    asked = number_in(request.GET, "tables")
    return asked if asked and 1 <= asked <= actions.MOST else actions.usual_tables(club)


@require_POST
def replace(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Revoke the card of a table; the club must then print a new card."""
    club = find_club(request, slug, DIRECTORS)
    key = get_object_or_404(ClubTableKey, club=club, number=number)
    actions.replace_card(key, seen=request.POST.get("code"))
    success = _("Table %(table)d has a new card: print it. The old one no longer works.")
    messages.success(request, success % {"table": number})
    return redirect("club-cards", slug)


@require_GET
def at_club_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The page to join a table with the code of the club's card, which is scanned or typed."""
    return _join_page(request, slug)


def _join_page(request: HttpRequest, slug: str, *, status: int = 200, **more: object) -> HttpResponse:
    """The page to join a table. It is the same for every URL, so that nobody learns from it which clubs exist."""
    context = {"slug": slug, "code": request.POST.get("code", ""), **more}
    return add_noindex(render(request, "at_table/join_club.html", context, status=status))


@require_POST
@rate_limited
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Join the table in play by the card's secret or short code. If several tournaments are in play, ask which one."""
    device = device_of(request)
    try:
        return join_accepted(_open_session(request, slug, device), device)
    except actions.SeveralTournaments as several:
        secret = request.POST.get("secret", "")
        response = _join_page(request, slug, secret=secret, choices=several.tournaments, table=several.table)
        set_device_cookie(response, device)
        return response
    except Refusal as refusal:
        return join_refused(request, refusal, device, partial(_join_page, request, slug))


def _open_session(request: HttpRequest, slug: str, device: str) -> Opened:
    origin, chosen = origin_of(request.META), request.POST.get("tournament", "")
    if secret := request.POST.get("secret", ""):
        return actions.open_by_secret(secret, device=device, origin=origin, tournament=chosen)
    code = request.POST.get("code", "")
    return actions.open_by_club_code(slug, code, device=device, origin=origin, tournament=chosen)
