"""The table session of a request, found by its phone's cookies, and the rate limit of its changes."""

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import rejected_attempts, table_sessions, throttles
from tournaments.actions.core.actor import secret_digest
from tournaments.actions.core.refusals import Problem
from tournaments.http import AN_EVENING, DEVICE, SESSION, device_of, set_table_cookie
from tournaments.models import TableSession, Tournament

from ..forms.inputs import number_in
from ..requests.access import wants_json

KIOSK = "kiosk"
ANOTHER_TABLE = "another_table"
View = Callable[..., HttpResponse]


def find_session(request: HttpRequest, slug: str) -> TableSession | None:
    """Return this browser's session in the tournament, or None; activate the club's time zone."""
    session = table_sessions.find_session(request.COOKIES.get(SESSION, ""))
    if session is None or session.table.round.tournament.slug != slug:
        return None
    if session.device != secret_digest(request.COOKIES.get(DEVICE, "")):
        return None
    timezone.activate(session.table.round.tournament.club.time_zone)
    return session


def session_for(request: HttpRequest, slug: str) -> TableSession | None:
    """Return this browser's session or, if the request names a table, the device's session at that table; else None."""
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
    return table_sessions.session_at(tournament, device_of(request), round_number=round_number, table=table)


def with_session(view: View) -> View:
    """Decorate a view to get the phone's session in place of the slug; without one, the response says how to rejoin."""

    @wraps(view)
    def respond(request: HttpRequest, slug: str, **kwargs: object) -> HttpResponse:
        session = session_for(request, slug)
        return view(request, session, **kwargs) if session else _rejoin_response(request, slug)

    return respond


def rate_limited(view: View) -> View:
    """Decorate a view to limit POST requests by the phone's session or the card, never by network address.

    After too many in a minute, a request gets 429 with the seconds to wait, and changes nothing.
    """

    @wraps(view)
    def respond(request: HttpRequest, **kwargs: object) -> HttpResponse:
        if request.method != "POST" or throttles.count_table_change(secret_digest(_secret_of(request))):
            return view(request, **kwargs)
        return _later(request)

    return respond


def sent_by_phone(view: View) -> View:
    """Decorate a view for POST requests of phones: it gets the session, and the rate is limited."""
    return require_POST(rate_limited(with_session(view)))


def _later(request: HttpRequest) -> HttpResponse:
    text = gettext("This phone sends too many requests: wait a minute. What is recorded stays recorded.")
    wait = {"Retry-After": str(throttles.seconds_to_wait())}
    if wants_json(request):
        return JsonResponse({"problems": [text], "codes": ["throttled"]}, status=429, headers=wait)
    return HttpResponse(render_to_string("at_table/throttled.html", {"text": text}, request), status=429, headers=wait)


def _rejoin_response(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the response to a phone that has no session here, or only one at another table."""
    why = _session_problem(request, slug)
    record_refused_join(request, [why.code])
    if wants_json(request):
        return retry_later_response(why)
    if why.code == ANOTHER_TABLE:
        messages.warning(request, why.text(gettext))
    return redirect("at-table", slug)


def _session_problem(request: HttpRequest, slug: str) -> Problem:
    """Return the problem: the request is for another table, or the reason why the session ended."""
    if elsewhere := find_session(request, slug):
        message = gettext_noop("Nothing was entered: this was for another table, and you are at table %(table)d.")
        return Problem(ANOTHER_TABLE, message, {"table": elsewhere.table.number})
    message = gettext_noop("This phone is no longer at the table: scan the card again.")
    return why_ended(request) or _why_too_late(request, slug) or Problem("not_at_table", message)


def _why_too_late(request: HttpRequest, slug: str) -> Problem | None:
    """Return why a stored tally comes too late, if the phone's cookie of the session has expired in the meantime."""
    round_number, table = number_in(request.POST, "round"), number_in(request.POST, "table")
    tournament = tournament_at(slug)
    if tournament is None or round_number is None or table is None:
        return None
    return table_sessions.why_too_late(tournament, device_of(request), round_number=round_number, table=table)


def why_ended(request: HttpRequest) -> Problem | None:
    """Return why the session in this browser's cookie has ended; None if the cookie names no session."""
    return table_sessions.why_ended(request.COOKIES.get(SESSION, ""))


def retry_later_response(why: Problem) -> JsonResponse:
    """Return the problem as JSON with 401; the phone then keeps its request, to send it again later."""
    body = {"problems": [why.text(gettext)], "codes": [why.code]}
    return JsonResponse(body, status=HTTPStatus.UNAUTHORIZED)


def record_refused_join(request: HttpRequest, codes: Iterable[str]) -> None:
    """Record, for the director, that a device with a card or session was refused."""
    if rejected_attempts.KINDS.intersection(codes):
        rejected_attempts.record(codes, rejected_attempts.source_of_secret(_secret_of(request)))


def _secret_of(request: HttpRequest) -> str:
    """Return the secret of the submitted card, else of the session in the cookie, else ""."""
    return request.POST.get("secret", "") or request.COOKIES.get(SESSION, "")


def tournament_at(slug: str) -> Tournament | None:
    """Return the tournament at a card's address, even if it is private, because the card gives access; else None."""
    return Tournament.objects.select_related("club").filter(slug=slug).first()


def make_kiosk(response: HttpResponse, tournament: Tournament, table: int) -> None:
    """Make this browser a kiosk of one table, or of all tables if `table` is 0."""
    set_table_cookie(response, KIOSK, signing.dumps([tournament.pk, table], salt=KIOSK), slug=tournament.slug)


def end_kiosk(response: HttpResponse, slug: str) -> None:
    """Make this browser an ordinary phone again."""
    for name in (KIOSK, SESSION):
        response.delete_cookie(name, path=f"/t/{slug}", samesite="Lax")


def kiosk_of(request: HttpRequest, tournament: Tournament) -> int | None:
    """Return the table of this browser's kiosk, 0 for all tables; None if it is not a kiosk of this tournament."""
    try:
        pk, table = signing.loads(request.COOKIES.get(KIOSK, ""), salt=KIOSK, max_age=AN_EVENING)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return int(table) if pk == tournament.pk else None


CHOSEN = "chosen_seat"
CHOSEN_FOR = 120  # seconds during which a refused PIN can be typed again


def chosen_seat(request: HttpRequest) -> int | None:
    """Return the seat chosen in this form or, if the last form was just refused, in that form; else None."""
    sent = number_in(request.POST, "seat")
    if sent is not None:
        return sent
    chosen = request.COOKIES.get(CHOSEN, "")
    return int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 3 else None


def keep_chosen_seat(request: HttpRequest, response: HttpResponse, slug: str, *, refused: bool) -> HttpResponse:
    """Return the response with the chosen seat in a cookie if it was refused, otherwise without this cookie."""
    seat, path = number_in(request.POST, "seat"), f"/t/{slug}"
    if refused and seat is not None:
        response.set_cookie(
            CHOSEN, str(seat), path=path, max_age=CHOSEN_FOR, httponly=True, samesite="Lax", secure=settings.HTTPS
        )
    elif CHOSEN in request.COOKIES:
        response.delete_cookie(CHOSEN, path=path, samesite="Lax")
    return response
