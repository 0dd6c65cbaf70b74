"""Directors' pages and actions for tables: cards and slips, calls, seats, and correction requests."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import codes, director_requests, keys, seats
from tournaments.actions.at_table.codes import typed_codes
from tournaments.actions.hands import help_calls
from tournaments.actions.people.family_names import in_list_order, sharing_names
from tournaments.actions.people.shown_names import full_names
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, SCORERS, Hand, HelpCall, SeatClaim, TableKey
from tournaments.paper.phone_address import is_unreachable
from tournaments.wording.of_hands import of_hand

from ...desk.registered_list import PER_PAGE, page_of, show_pin
from ...forms.inputs import number_in
from ...requests.access import actor, frame
from ...requests.faults import attempt


def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The page to print cards and slips, revoke a card, renew a PIN or set up a kiosk."""
    tournament = find_tournament(request, slug, DIRECTORS)
    numbers = keys.table_numbers(tournament)
    pages = Paginator(numbers, PER_PAGE)
    shown = pages.get_page(request.GET.get("tables"))
    entries = in_list_order(tournament.entries.with_aliases().with_players().order_by("name"), tournament.club)
    listed = page_of(entries, request.GET, tournament.club, full_names(entries))
    context = {
        **frame(request, tournament, "desk"),
        "cards": keys.cards(tournament, shown.object_list),
        "shown": shown,
        "ranges": [(page.number, page.object_list[0], page.object_list[-1]) for page in pages] if numbers else [],
        "listed": listed,
        "sharing_names": sharing_names(entries),
        "slips": [(entry, keys.pin(entry)) for entry in listed.entries],
        "guests": keys.guest_pins(tournament),
        "codes": typed_codes(tournament),
        "is_unreachable": settings.TAVOLO_URL if is_unreachable(settings.TAVOLO_URL) else "",
    }
    return render(request, "desk/cards.html", context)


@require_POST
def rotate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Revoke a table's card; a new one must be printed."""
    tournament = find_tournament(request, slug, DIRECTORS)
    key = get_object_or_404(TableKey, tournament=tournament, number=number)
    keys.rotate(key, by=actor(request), seen=request.POST.get("code"))
    success = _("Table %(table)d has a new card: print it. The old one no longer works.")
    messages.success(request, success % {"table": number})
    return redirect("table-cards", slug)


@require_POST
def open_codes(request: HttpRequest, slug: str) -> HttpResponse:
    """Reset the rate limits of short codes, so that phones which typed wrong codes can enter codes again."""
    tournament = find_tournament(request, slug, DIRECTORS)
    codes.open_again(tournament, by=actor(request))
    messages.success(request, _("Table codes can be entered again."))
    return redirect("desk", slug)


@require_POST
def renew(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give an entry a new PIN."""
    entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
    pin = keys.pin(keys.renew_pin(entry, by=actor(request), seen=request.POST.get("pin")))
    show_pin(request, entry.name, pin)
    return redirect("table-cards", slug)


@require_POST
def answer_call(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Mark a table's call as answered, so that the table shows that help is coming."""
    tournament = find_tournament(request, slug, SCORERS)
    help_calls.answer_call(get_object_or_404(HelpCall, pk=pk, table__round__tournament=tournament))
    return redirect("desk", slug)


@require_POST
def free_seat(request: HttpRequest, slug: str, number: int, table: int, pk: int) -> HttpResponse:
    """Release a seat from its phone, so that another phone can claim it."""
    seats.release_seat(_claim(request, slug, number, table, pk))
    return redirect(reverse("table", args=[slug, number, table]) + "#phones")


@require_POST
def accept_similar_phone(request: HttpRequest, slug: str, number: int, table: int, pk: int) -> HttpResponse:
    """Dismiss the notice that a seat's phone is similar to the phone of another seat."""
    seats.accept_similar_phone(_claim(request, slug, number, table, pk))
    return redirect(reverse("table", args=[slug, number, table]) + "#phones")


def _claim(request: HttpRequest, slug: str, number: int, table: int, pk: int) -> SeatClaim:
    tournament = find_tournament(request, slug, DIRECTORS)
    at = {"table__round__tournament": tournament, "table__round__number": number, "table__number": table}
    return get_object_or_404(SeatClaim, pk=pk, **at)


@require_POST
def decide_correction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a hand as the table requested, or decline the request."""
    tournament = find_tournament(request, slug, DIRECTORS)
    requested = get_object_or_404(director_requests.all_requests(tournament), pk=pk)
    is_late = not requested.table.hands.current().filter(number=requested.number).exists()
    if request.POST.get("accept") == "yes":
        done = of_hand("counts" if is_late else "corrected", requested.table.round, requested.number)
        attempt(request, lambda: _accept(request, requested), done)
    else:
        done = of_hand("does not count" if is_late else "stays", requested.table.round, requested.number)
        reason = request.POST.get("reason", "")
        decline = partial(director_requests.decline, requested, by=actor(request), reason=reason)
        attempt(request, decline, done)
    return redirect("desk", slug)


def _accept(request: HttpRequest, requested: Hand) -> Hand:
    version = number_in(request.POST, "version")
    shown_version = director_requests.NOTHING_STANDS if version is None else version
    reason = request.POST.get("reason", "")
    return director_requests.accept(requested, by=actor(request), reason=reason, shown_version=shown_version)
