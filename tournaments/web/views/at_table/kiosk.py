"""Kiosks: shared tablets at a table or at the desk, on which each player acts with a PIN."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions.at_table import table_sessions
from tournaments.actions.at_table.absent_tables import not_in_play
from tournaments.actions.hands.tables import read_tables
from tournaments.actions.rounds.clock import latest_in_play
from tournaments.http import device_of, find_tournament, set_session_cookies
from tournaments.models import DIRECTORS, Hand, Round, Seat, Tournament

from ...at_table.news import digest
from ...at_table.table_sessions import end_kiosk, kiosk_of, make_kiosk, tournament_at
from ...forms.inputs import number_in
from ...requests.clock import clock_at_table
from .page import add_noindex, frame_template


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Make this device a kiosk of one table or of all tables, and sign the director out on it.

    A table that is not in the round in play is refused, and the director stays signed in.
    """
    tournament = find_tournament(request, slug, DIRECTORS)
    typed = request.POST.get("table", "").strip()
    number = number_in(request.POST, "table") or 0
    if fault := _fault(tournament, typed, number):
        messages.error(request, fault)
        return redirect("table-cards", slug)
    logout(request)
    slug = tournament.slug  # without the key of its link
    response = redirect("choose-table", slug, number) if number else redirect("kiosk-tables", slug)
    make_kiosk(response, tournament, number)
    return response


def _fault(tournament: Tournament, typed: str, number: int) -> str:
    """Return why a device cannot become the kiosk of the typed table; "" if it can, or if no table was typed."""
    if typed and number < 1:
        return _("Enter a whole number.")
    round_ = latest_in_play(tournament) if typed else None
    if round_ is None or round_.tables.filter(number=number).exists():
        return ""
    return not_in_play(number, tournament.rounds.all()).text(_)


@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """Make this device a personal phone again, if a director is signed in."""
    find_tournament(request, slug, DIRECTORS)
    messages.success(request, _("This device is no longer a kiosk."))
    response = redirect("desk", slug)
    end_kiosk(response, slug)
    return response


def _find_kiosk(request: HttpRequest, slug: str) -> tuple[Tournament, int]:
    """The tournament and table (0 for all) of this kiosk; raises Http404 if the browser is not a kiosk."""
    tournament = tournament_at(slug)
    table = kiosk_of(request, tournament) if tournament else None
    if tournament is None or table is None:
        raise Http404
    return tournament, table


@require_GET
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The page on which players choose their table of the round in play."""
    tournament, own = _find_kiosk(request, slug)
    round_ = latest_in_play(tournament)
    mark = _mark_of(round_)
    plays = read_tables(round_.tables.order_by("number")) if round_ else []
    offered = [play for play in plays if own in (0, play.table.number)]
    clock = clock_at_table(round_, own or None) if round_ else None
    absent = not_in_play(own, tournament.rounds.all()) if round_ and not offered else None
    shown = {
        "tournament": tournament,
        "slug": slug,
        "round": round_,
        "tables": offered,
        "absent": absent.text(_) if absent else "",
        "mark": mark,
        "clock_shown": clock,
    }
    context = {"frame": frame_template(request), **shown}
    page = render(request, "at_table/kiosk.html", context)
    return add_noindex(page)


@require_GET
def news(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the digest of the tables that the kiosk shows, as JSON."""
    tournament, _own = _find_kiosk(request, slug)
    return JsonResponse({"mark": _mark_of(latest_in_play(tournament))})


def _mark_of(round_: Round | None) -> str:
    """A digest that changes with the round, its seats and its current hands."""
    if round_ is None:
        return digest([])
    hands = Hand.objects.current().filter(table__round=round_).order_by("pk")
    seats = Seat.objects.filter(table__round=round_).order_by("pk")
    return digest([round_.pk, list(seats.values_list("pk", "entry")), list(hands.values_list("pk", "state"))])


def choose(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open a table on this kiosk."""
    tournament, own = _find_kiosk(request, slug)
    round_ = latest_in_play(tournament)
    if own not in (0, number):
        raise Http404
    if round_ is None:
        return redirect("kiosk-tables", slug)
    table = get_object_or_404(round_.tables, number=number)
    device = device_of(request)
    opened = table_sessions.open_table(table, device=device)
    response = redirect("at-table", slug)
    set_session_cookies(response, slug, secret=opened.secret, device=device)
    return response
