"""For directors: the evenings of a season, the part and factor of each, the next evening, and the log of changes."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.core.rows import id_of
from tournaments.actions.seasons import joined_persons, seasons
from tournaments.actions.setup.next_evening import create_next_evening, own_evenings, part_of_next
from tournaments.http import find_season
from tournaments.models import DIRECTORS, Season
from tournaments.wording.names import filled
from tournaments.wording.season_log import season_log
from tournaments.wording.season_words import part_names

from ..forms.inputs import number_in
from ..forms.season_evenings import PlaceForm
from ..requests.access import actor, sent
from ..requests.faults import attempt, form_page, submit

LOG_PAGE = 50


@require_POST
def next_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the next evening of a season, and redirect to its registration.

    A second click creates no second evening.
    """
    found = find_season(request, slug, DIRECTORS)
    evening, is_new = create_next_evening(found, by=actor(request), after=request.POST.get("after") or None)
    new, old = _("“%(name)s” was created and is in the season: enter the players."), _("“%(name)s” already exists.")
    done = new if is_new else old
    messages.success(request, filled(done, {"name": evening.tournament.name}))
    return redirect("registration", evening.tournament.slug)


def for_directors(season: Season) -> dict[str, Any]:
    """Return the context of the directors' next steps: `last_evening`, `is_full` and `has_final`.

    `last_evening` is the slug of the last evening; "" if there is none, or if all planned evenings exist.
    """
    evenings, is_full, declared = own_evenings(season), part_of_next(season) is None, season.declared
    return {
        "last_evening": "" if is_full or not evenings else evenings[-1].tournament.slug,
        "is_full": is_full,
        "has_final": bool(declared.final_first or declared.final_of_part),
    }


def change_evening(request: HttpRequest, slug: str, tournament: str) -> HttpResponse:
    """Change the part or factor of an evening. Ask for confirmation if this changes places or scores."""
    found = find_season(request, slug, DIRECTORS)
    evening = get_object_or_404(found.evenings.select_related("tournament"), tournament__slug=tournament)
    form = PlaceForm(sent(request), parts=part_names(found.declared), evening=evening)
    if submit(form, lambda: seasons.change_evening(evening, form.raw(), by=actor(request))):
        messages.success(request, _("The evening was saved."))
        return redirect("edit-season", slug)
    return form_page(request, "season/evening.html", form, {"season": found, "evening": evening})


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


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The log of changes to a season, the newest first. With `before`, only changes before this number of the log."""
    found, before = find_season(request, slug, DIRECTORS), number_in(request.GET, "before")
    changes = found.log.order_by("-number")
    shown = list((changes.filter(number__lt=before) if before else changes)[:LOG_PAGE])
    earlier = shown[-1].number if shown and shown[-1].number > 1 else None
    return render(request, "season/log.html", {"season": found, "lines": list(season_log(shown)), "earlier": earlier})
