"""What every page of the table shows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.at_table import devices
from tournaments.web import table_cookies
from tournaments.web.history import changes, requests
from tournaments.web.matters import disputes
from tournaments.web.sitting import Sitting


def table_page(
    request: HttpRequest, sitting: Sitting, template: str, *, status: int = 200, **more: object
) -> HttpResponse:
    """A page of the table with what all of them show."""
    now = _elsewhere(request, sitting)
    tournament = sitting.tournament
    context = {
        "sitting": sitting,
        "slug": tournament.slug,
        "tournament": tournament,
        "ruleset": tournament.rules,
        "round": sitting.table.round,
        "play": sitting.play,
        "elsewhere": now,
        "changes": changes(sitting.table, tournament.rules),
        "disputes": disputes(sitting.table) if sitting.disputed else [],
        "claims": requests(sitting.table, tournament.rules),
        **more,
    }
    return closed_to_others(render(request, template, context, status=status))


def closed_to_others(response: HttpResponse) -> HttpResponse:
    """A page that no search engine keeps."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _elsewhere(request: HttpRequest, sitting: Sitting) -> devices.Whereabouts | None:
    """Where this phone's player sits now, where that is another table."""
    if sitting.is_kiosk:
        return None
    now = devices.whereabouts(sitting.tournament.slug, table_cookies.device_of(request))
    return now if now and now.seat.table_id != sitting.table.pk else None
