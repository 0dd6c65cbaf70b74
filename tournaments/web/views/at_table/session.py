"""Which session a request from a phone belongs to, also for what the phone has kept till now."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_noop

from tournaments.actions.at_table import devices, table_sessions
from tournaments.actions.at_table.voices import Voice
from tournaments.actions.problems import NotLetIn, Problem
from tournaments.models import TableSession
from tournaments.web import table_cookies
from tournaments.web.access import wants_json
from tournaments.web.forms.fields import number_in
from tournaments.web.rejected_attempts import record_refused_join
from tournaments.web.table_sessions import PhoneAtTable, find_session, tournament_at


def session_for(request: HttpRequest, slug: str) -> TableSession | None:
    """The session of this browser; for what was kept, its own at the table it was for."""
    session = find_session(request, slug)
    round_number = number_in(request.POST, "round")
    table = number_in(request.POST, "table")
    if round_number is None or table is None:
        return session
    if session and (session.table.round.number, session.table.number) == (round_number, table):
        return session
    tournament = tournament_at(slug)
    if tournament is None:
        return None
    device = table_cookies.device_of(request)
    return devices.session_at(tournament, device, round_number=round_number, table=table)


def speaking(request: HttpRequest, phone: PhoneAtTable) -> tuple[Voice, str]:
    """Whose voice this is, with the PIN that was given.

    Raises NotLetIn where another seat than the phone's own is to speak without its PIN.
    """
    seat = number_in(request.POST, "seat")
    pin = request.POST.get("pin", "").strip()
    if seat is None:
        return phone.voice(), pin
    if not pin and (phone.seat is None or phone.seat.number != seat):
        message = gettext_noop("Give the PIN on the slip of whoever says so.")
        raise NotLetIn(Problem("pin_needed", message, pointer=("pin",)))
    return phone.voice(seat), pin


def come_in_again(request: HttpRequest, slug: str) -> HttpResponse:
    """What a phone is told that has no session here, or only one at another table."""
    why = _why_not_here(request, slug)
    record_refused_join(request, [why.code])
    if not wants_json(request):
        if why.code == ANOTHER_TABLE:
            messages.warning(request, why.text(gettext))
        return redirect("at-table", slug)
    return _kept_until(why)


def sit_down_first(request: HttpRequest, phone: PhoneAtTable) -> HttpResponse | None:
    """What a phone is told that kept something for a seat, and nobody has sat down with it."""
    speaks = phone.seat or phone.is_kiosk or "seat" in request.POST
    if speaks or not phone.is_open or not wants_json(request):
        return None
    message = gettext_noop("Tap your name first: this phone has no seat here.")
    return _kept_until(Problem("seat_not_claimed", message))


def _kept_until(why: Problem) -> JsonResponse:
    """A refusal that is no answer yet: the phone keeps what it sent, and sends it again."""
    told = {"problems": [why.text(gettext)], "codes": [why.code]}
    return JsonResponse(told, status=HTTPStatus.UNAUTHORIZED)


ANOTHER_TABLE = "another_table"


def _why_not_here(request: HttpRequest, slug: str) -> Problem:
    """What ended its session, or that the table it speaks for is not the one it is at."""
    if elsewhere := find_session(request, slug):
        message = gettext_noop("Nothing was entered: this was for another table, and you are at table %(table)d.")
        return Problem(ANOTHER_TABLE, message, {"table": elsewhere.table.number})
    message = gettext_noop("This phone is not at the table any more: scan the card again.")
    secret = request.COOKIES.get(table_cookies.SESSION, "")
    return table_sessions.why_ended(secret) or Problem("not_at_table", message)
