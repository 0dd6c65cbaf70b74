"""The content common to all pages of the table, and their use offline as an app."""

from http import HTTPStatus
from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.actions.at_table import seats
from tournaments.actions.push import asking, subscriptions
from tournaments.http import device_of
from tournaments.models import Seat
from tournaments.wording.closing_words import told_of_closing

from ...at_table.chosen_seat import chosen_seat
from ...at_table.disputes import told_of_disputes
from ...at_table.phone import PhoneAtTable
from ...at_table.where_next import next_places, next_round
from ...hands.changed_hands import changes, requests
from ...requests.clock import clock_at_table
from .live_part import frame_template, part_etag

WORKER, TOLD = (f"tavolo/js/table/{name}.js" for name in ("worker", "told"))


def table_page(
    request: HttpRequest, phone: PhoneAtTable, template: str, *, status: int = 200, **more: object
) -> HttpResponse:
    """A page of the table with the common content, or its live part."""
    etag = part_etag(request, phone)
    context = {**_shown(request, phone), **more}
    response = add_noindex(render(request, template, context, status=status))
    if etag and status == HTTPStatus.OK:
        response["ETag"] = etag
    return response


def _shown(request: HttpRequest, phone: PhoneAtTable) -> dict[str, object]:
    """The context of every page of the table."""
    now = _elsewhere(request, phone)
    tournament = phone.tournament
    own = phone.seat.side if phone.seat else 0
    return {
        "frame": frame_template(request),
        "phone": phone,
        "own_seat": phone.seat.number if phone.seat else 0,
        "own_side": own,
        "slug": tournament.slug,
        "tournament": tournament,
        "ruleset": tournament.rules,
        "round": phone.table.round,
        "play": phone.play,
        "closing": told_of_closing(phone.play),
        "elsewhere": now,
        **_next(phone),
        **_telling(phone),
        "chosen": chosen_seat(request),
        "changes": changes(phone.table, tournament.rules, seats=len(phone.play.seats), own=own),
        **told_of_disputes(phone),
        "correction_requests": requests(phone.table, tournament.rules, own=own),
    }


def _next(phone: PhoneAtTable) -> dict[str, object]:
    """The clock of the round that this phone's player is in; once it is over, where the table sits in the one after."""
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


def _telling(phone: PhoneAtTable) -> dict[str, object]:
    """The offer of push messages to a phone that waits for another round, if they are on."""
    waits = phone.step == "finished" and phone.table.round.number < phone.tournament.rounds_planned
    if not asking.is_on() or not waits or phone.followed is None:
        return {}
    return {"push_key": asking.public_key(), "told_here": subscriptions.is_subscribed(phone.session)}


def add_noindex(response: HttpResponse) -> HttpResponse:
    """A page that no search engine keeps."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _elsewhere(request: HttpRequest, phone: PhoneAtTable) -> Seat | None:
    """Where this phone's player sits now, where that is another table."""
    if phone.is_kiosk:
        return None
    seat = seats.seat_of_device(phone.tournament.slug, device_of(request))
    return seat if seat and seat.table_id != phone.table.pk else None


@require_GET
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, at an address from which it may serve every table's page."""
    scripts = [WORKER, TOLD] if asking.is_on() else [WORKER]
    return HttpResponse(b"\n".join(_file(script).read_bytes() for script in scripts), "text/javascript")


def _file(script: str) -> Path:
    """The script as it was collected, or where it lies among the sources."""
    collected = Path(staticfiles_storage.path(script))
    return collected if collected.exists() else Path(__file__).parents[3] / "static" / script


@require_GET
def manifest(_request: HttpRequest, slug: str) -> HttpResponse:
    """The manifest by which a phone installs the page as an app."""
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
