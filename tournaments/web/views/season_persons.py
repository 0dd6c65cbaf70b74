"""For directors: records of one person in a season that count together."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.actions.core.rows import id_of
from tournaments.actions.seasons import joined_persons
from tournaments.http import find_season
from tournaments.models import DIRECTORS

from ..requests.access import actor
from ..requests.faults import attempt


@require_POST
def join_persons(request: HttpRequest, slug: str) -> HttpResponse:
    """Count the results of other clubs' records for the club's records with the same name.

    `records` are pairs of ids such as `12:7,15:9`; the record before the colon is no longer shown. Ask for confirmation
    if this changes places.
    """
    found = find_season(request, slug, DIRECTORS)
    pairs = (pair.partition(":") for pair in request.POST.get("records", "").split(",") if pair)
    records = {id_of(player): id_of(into) for player, _colon, into in pairs}
    attempt(request, lambda: joined_persons.join_persons(found, records, by=actor(request)))
    return redirect("edit-season", slug)


@require_POST
def part_person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Count the results of a joined record for that record again. Ask for confirmation if this changes places."""
    found = find_season(request, slug, DIRECTORS)
    attempt(request, lambda: joined_persons.part_person(found, pk, by=actor(request)))
    return redirect("edit-season", slug)
