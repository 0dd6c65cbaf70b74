"""What every page of the table shows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.at_table import devices
from tournaments.http.table_cookies import device_of
from tournaments.web.matters import disputes
from tournaments.web.pad import changes, requests
from tournaments.web.phone_at_table import PhoneAtTable


def table_page(
    request: HttpRequest, phone: PhoneAtTable, template: str, *, status: int = 200, **more: object
) -> HttpResponse:
    """A page of the table with what all of them show."""
    now = _elsewhere(request, phone)
    tournament = phone.tournament
    context = {
        "phone": phone,
        "slug": tournament.slug,
        "tournament": tournament,
        "ruleset": tournament.rules,
        "round": phone.table.round,
        "play": phone.play,
        "elsewhere": now,
        "changes": changes(phone.table, tournament.rules),
        "disputes": disputes(phone.table) if phone.play.disputed else [],
        "correction_requests": requests(phone.table, tournament.rules),
        **more,
    }
    return closed_to_others(render(request, template, context, status=status))


def closed_to_others(response: HttpResponse) -> HttpResponse:
    """A page that no search engine keeps."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _elsewhere(request: HttpRequest, phone: PhoneAtTable) -> devices.Whereabouts | None:
    """Where this phone's player sits now, where that is another table."""
    if phone.is_kiosk:
        return None
    now = devices.whereabouts(phone.tournament.slug, device_of(request))
    return now if now and now.seat.table_id != phone.table.pk else None
