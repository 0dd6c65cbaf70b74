"""For directors: the evenings of a season, the part and factor of each, the next evening, and the log of changes."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.core.rows import slug_of
from tournaments.actions.seasons import removed_evenings, seasons
from tournaments.actions.setup.next_evening import create_next_evening, own_evenings, part_of_next
from tournaments.http import find_season
from tournaments.models import DIRECTORS, Season, Tournament
from tournaments.wording.names import filled
from tournaments.wording.season_log import season_log
from tournaments.wording.season_words import part_names

from ..forms.inputs import number_in
from ..forms.season_evenings import EveningForm, PlaceForm
from ..requests.access import actor, sent
from ..requests.faults import attempt, form_page, submit
from .season_declaration import offered_evenings, saved

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
def add_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """Add an evening to a season."""
    found = find_season(request, slug, DIRECTORS)
    named = slug_of(request.POST.get("tournament", ""))
    present = Tournament.objects.filter(season_evenings__season=found, slug=named)
    offered = [*present.select_related("club"), *offered_evenings(request, found)]
    form = EveningForm(request.POST, season=found, tournaments=offered)

    def add() -> object:
        tournament = next(each for each in offered if each.slug == form.cleaned_data["tournament"])
        return seasons.add_evening(found, tournament, form.raw(), by=actor(request))

    return saved(request, found, submit(form, add), adding=form)


@require_POST
def remove_evening(request: HttpRequest, slug: str, tournament: str) -> HttpResponse:
    """Remove an evening from a season. Ask for confirmation if this changes places or scores."""
    found = find_season(request, slug, DIRECTORS)
    evening = get_object_or_404(found.evenings, tournament__slug=tournament)
    attempt(request, lambda: removed_evenings.remove_evening(evening, by=actor(request)))
    return redirect("edit-season", slug)


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The log of changes to a season, the newest first. With `before`, only changes before this number of the log."""
    found, before = find_season(request, slug, DIRECTORS), number_in(request.GET, "before")
    changes = found.log.order_by("-number")
    shown = list((changes.filter(number__lt=before) if before else changes)[:LOG_PAGE])
    earlier = shown[-1].number if shown and shown[-1].number > 1 else None
    return render(request, "season/log.html", {"season": found, "lines": list(season_log(shown)), "earlier": earlier})
