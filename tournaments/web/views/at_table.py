"""At the table, with a phone and no account: coming in, sitting down, seeing how it stands."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions import calls, devices, sittings
from tournaments.actions.problems import Refused
from tournaments.actions.sittings import Opened
from tournaments.models import Tournament
from tournaments.web import sitting as coming
from tournaments.web.faults import tried
from tournaments.web.forms.fields import number as typed_number
from tournaments.web.sitting import Sitting, sitting_of

from .at_table_entry import entry_page
from .at_table_page import closed_to_others, table_page


@never_cache
@require_GET
def at_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of this phone's session, or the door: scan the card, or type its code."""
    session = coming.find_session(request, slug)
    if session is None:
        return _door(request, slug)
    sitting = sitting_of(request, session)
    if sitting.step == "enter":
        return entry_page(request, sitting, sitting.next_hand)
    return table_page(request, sitting, f"at_table/{sitting.step}.html")


def _door(request: HttpRequest, slug: str, *, status: int = 200) -> HttpResponse:
    """The same door at every address: it tells nobody which tournaments there are."""
    tournament = coming.tournament_at(slug)
    if tournament and coming.kiosk_of(request, tournament) is not None:
        return redirect("kiosk-tables", slug)
    known = tournament and devices.whereabouts(tournament, coming.device_of(request))
    context = {"slug": slug, "known": known, "code": request.POST.get("code", "")}
    return closed_to_others(render(request, "at_table/door.html", context, status=status))


def find_open(slug: str) -> Tournament:
    """The tournament that a card leads to; the card is what lets in, however it is listed."""
    tournament = coming.tournament_at(slug)
    if tournament is None:
        raise Http404
    return tournament


@never_cache
@require_POST
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Come in by the card's secret, by its short code, or after one's table by the slip's PIN."""
    tournament, device = coming.tournament_at(slug), coming.device_of(request)
    try:
        opened = _opened(request, tournament, device)
    except Refused as refusal:
        for problem in refusal.problems:
            messages.error(request, problem.text())
        return _door(request, slug, status=422)
    response = redirect("at-table", slug)
    coming.remember(response, slug, secret=opened.secret, device=device)
    return response


def _opened(request: HttpRequest, tournament: Tournament | None, device: str) -> Opened:
    if tournament is None:
        raise sittings.unknown_code()
    if secret := request.POST.get("secret", ""):
        return sittings.open_by_secret(secret, device=device)
    if pin := request.POST.get("pin", "").strip():
        return devices.follow_player(tournament, device, pin=pin)
    return sittings.open_by_code(tournament, request.POST.get("code", ""), device=device)


def find_sitting(request: HttpRequest, slug: str) -> Sitting:
    """This phone's sitting; raises Http404 where it has none: the card opens one."""
    session = coming.find_session(request, slug)
    if session is None:
        raise Http404
    return sitting_of(request, session)


@require_POST
def claim(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down: this phone is that seat; a taken seat asks for the PIN on its slip."""
    sitting = find_sitting(request, slug)
    seat = typed_number(request.POST.get("seat", ""))
    pin = request.POST.get("pin", "").strip()
    if isinstance(seat, int) and sitting.is_open and not sitting.is_kiosk:
        tried(request, lambda: sittings.claim_seat(sitting.session, seat, given_pin=pin))
    return redirect("at-table", slug)


@require_POST
def stand_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up this phone's seats, for whoever tapped the wrong name."""
    sitting = find_sitting(request, slug)
    for held in sitting.claims:
        if held.session.device == sitting.session.device:
            sittings.release_seat(held)
    return redirect("at-table", slug)


@require_POST
def call_director(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the director to this table."""
    sitting = find_sitting(request, slug)
    if sitting.is_open:
        seat = sitting.seat.number if sitting.seat else None
        calls.call_director(sitting.table, seat=seat, reason="question")
        messages.success(request, _("The director has been called."))
    return redirect("at-table", slug)


@never_cache
@require_GET
def news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Whether anything changed at the table: a mark of a few bytes."""
    session = coming.find_session(request, slug)
    return JsonResponse({"mark": coming.mark_of(session) if session else ""})
