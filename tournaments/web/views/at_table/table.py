"""The pages of a phone at a table, without an account: joining, taking a seat, and the state of the table."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions.at_table import codes, rejected_attempts, seats, table_sessions
from tournaments.actions.at_table.absent_tables import TABLE_ENDED
from tournaments.actions.at_table.director_requests import ask_director
from tournaments.actions.at_table.table_sessions import Opened, origin_of
from tournaments.actions.core.refusals import Refusal, TooManyRequests
from tournaments.actions.push import subscriptions
from tournaments.http import device_of, set_device_cookie, set_session_cookies, status_of
from tournaments.models import TableSession

from ...at_table.news import news_of
from ...at_table.phone import phone_of_request, read_phone
from ...at_table.table_sessions import (
    find_session,
    keep_chosen_seat,
    kiosk_of,
    rate_limited,
    record_refused_join,
    sent_by_phone,
    tournament_at,
    why_ended,
)
from ...desk.rejected_attempts import attempt_at_table
from ...forms.inputs import number_in
from ...requests.access import wants_json
from .hand_entry import EnteringAtTable
from .page import add_noindex, not_modified, table_page


@require_GET
def at_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table of this phone's session. If there is none, show the page to join a table by card or code."""
    session = find_session(request, slug)
    if session is None:
        return _join_page(request, slug)
    phone = read_phone(request, session)
    if unchanged := not_modified(request, phone):
        return unchanged
    if phone.is_round_over:
        return redirect("kiosk-tables", slug)
    if phone.step == "enter":
        entry = EnteringAtTable(request, phone.play, phone.next_hand, phone)
        return entry.page(entry.blank_form())
    return table_page(request, phone, f"at_table/{phone.step}.html")


def _join_page(request: HttpRequest, slug: str, *, status: int = 200) -> HttpResponse:
    """The page to join a table, which does not reveal whether the tournament exists; redirects a kiosk."""
    tournament = tournament_at(slug)
    if tournament and kiosk_of(request, tournament) is not None:
        return redirect("kiosk-tables", slug)
    seat = seats.seat_of_device(slug, device_of(request))
    why = why_ended(request)
    context = {
        "slug": slug,
        "seat": seat,
        "why": why.text(_) if why else "",
        "has_table_ended": bool(why and why.code == TABLE_ENDED),
        "code": request.POST.get("code", ""),
    }
    return add_noindex(render(request, "at_table/join.html", context, status=status))


@require_POST
@rate_limited
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a table by its card's secret or short code; or the player's present table by the PIN on the slip."""
    device = device_of(request)
    try:
        return join_accepted(_open_session(request, slug, device), device)
    except Refusal as refusal:
        return join_refused(request, refusal, device, partial(_join_page, request, slug))


def join_accepted(opened: Opened, device: str) -> HttpResponse:
    """Redirect a phone that has joined a table to the table's page, and set the cookies of its session."""
    slug = opened.session.table.round.tournament.slug
    response = redirect("at-table", slug)
    set_session_cookies(response, slug, secret=opened.secret, device=device)
    return response


def join_refused(
    request: HttpRequest, refusal: Refusal, device: str, join_page: Callable[..., HttpResponse]
) -> HttpResponse:
    """The page to join, with the refusal; the status is 429 with the time to wait after too many requests, else 422."""
    record_refused_join(request, refusal.codes)
    for problem in refusal.problems:
        messages.error(request, problem.text(_))
    if isinstance(refusal, TooManyRequests):
        response = join_page(status=429)
        response["Retry-After"] = str(refusal.seconds)
    else:
        response = join_page(status=422)
    set_device_cookie(response, device)
    return response


def _open_session(request: HttpRequest, slug: str, device: str) -> Opened:
    origin = origin_of(request.META)
    if secret := request.POST.get("secret", ""):
        return table_sessions.open_by_secret(secret, device=device, origin=origin)
    if pin := request.POST.get("pin", "").strip():
        return seats.follow_player(slug, device, pin=pin, origin=origin)
    return codes.open_by_code(slug, request.POST.get("code", ""), device=device, origin=origin)


@sent_by_phone
def claim_seat(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Claim a seat for this phone; a claimed seat needs the PIN on its slip."""
    phone = read_phone(request, session)
    seat = number_in(request.POST, "seat")
    pin = request.POST.get("pin", "").strip()
    is_done = True
    if seat is not None and not phone.is_kiosk:
        is_done = attempt_at_table(request, session, lambda: seats.claim_seat(session, seat, given_pin=pin))
    slug = phone.tournament.slug
    return keep_chosen_seat(request, redirect("at-table", slug), slug, refused=not is_done)


@sent_by_phone
def stand_up(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Release this phone's seats, for instance after the wrong name was tapped."""
    attempt_at_table(request, session, lambda: seats.stand_up(session))
    return redirect("at-table", session.table.round.tournament.slug)


@sent_by_phone
def call_director(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Call the director to this table."""
    phone = read_phone(request, session)
    seat = phone.seat.number if phone.seat else None
    call = partial(ask_director, session, seat=seat, reason="question")
    attempt_at_table(request, session, call, _("The director has been called."))
    return redirect("at-table", phone.tournament.slug)


@require_GET
def news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return `news_of` the table as JSON; without a session, `mark` is ""."""
    session = find_session(request, slug)
    if session is None:
        return JsonResponse({"mark": ""})
    return JsonResponse(news_of(session, typing=number_in(request.GET, "hand")))


@sent_by_phone
def subscribe_phone(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Subscribe this phone to push messages about its next table."""
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    sent = subscriptions.BrowserSubscription(endpoint, p256dh, auth, language=get_language() or settings.LANGUAGE_CODE)
    return _act(request, session, lambda: subscriptions.subscribe(session, sent))


@sent_by_phone
def unsubscribe_phone(request: HttpRequest, session: TableSession) -> HttpResponse:
    """End this phone's subscription."""
    return _act(request, session, lambda: subscriptions.unsubscribe(session))


def _act(request: HttpRequest, session: TableSession, act: Callable[[], None]) -> HttpResponse:
    """Run the action and redirect; a script gets 204 or the problems. Raises Http404 for a kiosk."""
    if phone_of_request(request, session).is_kiosk:
        raise Http404
    if not wants_json(request):
        attempt_at_table(request, session, act)
        return redirect("at-table", session.table.round.tournament.slug)
    try:
        act()
    except Refusal as refusal:
        rejected_attempts.record(refusal.codes, rejected_attempts.source_of_session(session))
        problems = [problem.text(_) for problem in refusal.problems]
        return JsonResponse({"problems": problems, "codes": refusal.codes}, status=status_of(refusal))
    return HttpResponse(status=204)
