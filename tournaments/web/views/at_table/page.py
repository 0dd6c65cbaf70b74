"""What all pages of the table have in common, and their use offline as an app."""

from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.actions.at_table import seats
from tournaments.actions.push import asking, subscriptions
from tournaments.http import device_of
from tournaments.models import Seat
from tournaments.wording.standing_states import closing_text

from ...at_table.disputes import shown_disputes
from ...at_table.news import digest, next_places, next_round
from ...at_table.phone import PhoneAtTable
from ...at_table.table_sessions import chosen_seat
from ...desk import live_parts
from ...hands.changed_hands import changes, requests
from ...requests.access import wants_part
from ...requests.clock import clock_at_table

WORKER, NOTIFICATIONS = (f"tavolo/js/table/{name}.js" for name in ("worker", "notifications"))


def table_page(
    request: HttpRequest, phone: PhoneAtTable, template: str, *, status: int = 200, **more: object
) -> HttpResponse:
    """A page of the table with the common context, or only its live part."""
    etag = part_etag(request, phone)
    context = {**_shown(request, phone), **more}
    response = add_noindex(render(request, template, context, status=status))
    if etag and status == HTTPStatus.OK:
        response["ETag"] = etag
    return response


def _shown(request: HttpRequest, phone: PhoneAtTable) -> dict[str, object]:
    """The context of every page of the table."""
    now = _current_seat(request, phone)
    tournament = phone.tournament
    own = phone.seat.side if phone.seat else 0
    return {
        "frame": frame_template(request),
        "phone": phone,
        "own_seat": phone.seat.number if phone.seat else 0,
        "own_side": own,
        "slug": tournament.slug,
        "tournament": tournament,
        "ruleset": phone.play.rules,
        "round": phone.table.round,
        "play": phone.play,
        "closing": closing_text(phone.play),
        "elsewhere": now,
        **_next(phone),
        **_push_offer(phone),
        "chosen": chosen_seat(request),
        "changes": changes(phone.table, phone.play.rules, seats=len(phone.play.seats), own=own),
        **shown_disputes(phone),
        "correction_requests": requests(phone.table, phone.play.rules, own=own),
    }


def _next(phone: PhoneAtTable) -> dict[str, object]:
    """The context of the clock while the round is in play; later that of the next round with its clock and seats."""
    if phone.is_open:
        plays = not phone.play.is_over
        return {"clock_shown": clock_at_table(phone.table.round, phone.table.number, plays=plays)}
    following = next_round(phone.table)
    if following is None:
        return {}
    places = next_places(phone.table, following)
    own = next((place.seat for place in places if phone.followed and place.entry == phone.followed.pk), None)
    clock = clock_at_table(following, own.table.number if own else None, plays=own is not None)
    return {"following": following, "next_places": places, "clock_shown": clock}


def _push_offer(phone: PhoneAtTable) -> dict[str, object]:
    """The offer of push messages to a phone that waits for another round.

    The offer is {} if push messages are off, or if the phone does not follow an entry.
    """
    waits = phone.step == "finished" and phone.table.round.awaits_another
    if not asking.is_on() or not waits or phone.followed is None:
        return {}
    return {"push_key": asking.public_key(), "is_subscribed": subscriptions.is_subscribed(phone.session)}


def add_noindex(response: HttpResponse) -> HttpResponse:
    """Exclude a response from search engines by a header."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _current_seat(request: HttpRequest, phone: PhoneAtTable) -> Seat | None:
    """The seat that this phone's player has at a different table now, or None; always None for a kiosk."""
    if phone.is_kiosk:
        return None
    seat = seats.seat_of_device(phone.tournament.slug, device_of(request))
    return seat if seat and seat.table_id != phone.table.pk else None


@require_GET
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, at an address whose scope includes every table's page."""
    scripts = [WORKER, NOTIFICATIONS] if asking.is_on() else [WORKER]
    return HttpResponse(b"\n".join(_file(script).read_bytes() for script in scripts), "text/javascript")


def _file(script: str) -> Path:
    """The path of the collected script, or of its source if it was not collected."""
    collected = Path(staticfiles_storage.path(script))
    return collected if collected.exists() else Path(__file__).parents[3] / "static" / script


@require_GET
def manifest(_request: HttpRequest, slug: str) -> HttpResponse:
    """The manifest with which a phone installs the page as an app."""
    return JsonResponse(
        {
            "name": _("Tavolo at the table"),
            "short_name": "Tavolo",
            "start_url": reverse("at-table", args=[slug]),
            "scope": "/t/",
            "display": "standalone",
            "background_color": "#f7f6f1",
            "theme_color": "#0e5b42",
            "icons": [
                {"src": static("tavolo/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                {
                    "src": static("tavolo/icon-512.png"),
                    "sizes": "512x512",
                    "type": "image/png",
                    "purpose": "any maskable",
                },
            ],
        },
        content_type="application/manifest+json",
    )


def frame_template(request: HttpRequest) -> str:
    """The template around a page of the table: the part's template if only the live part is requested."""
    return "at_table/_part.html" if wants_part(request) else "base.html"


def part_etag(request: HttpRequest, phone: PhoneAtTable) -> str:
    """Return the ETag of this phone's live part; "" for a full page, without a mark, and if a message is waiting.

    The ETag is weak, because the forms' CSRF tokens differ in every response; all are valid for the CSRF cookie, which
    is part of the ETag.
    """
    if not wants_part(request) or not phone.mark or len(get_messages(request)):
        return ""
    session, cookie = phone.session, request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    shown_to = [session.pk, phone.is_open, phone.is_kiosk, cookie, get_language()]
    return f'W/"{digest([request.get_full_path(), phone.mark, *shown_to])}"'


def not_modified(request: HttpRequest, phone: PhoneAtTable) -> HttpResponse | None:
    """Return a 304 response if the phone shows the current live part, else None."""
    etag = part_etag(request, phone)
    return live_parts.not_modified(request, etag) if etag else None
