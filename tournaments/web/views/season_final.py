"""For directors: the final of a season, who qualifies and who declines, and its champions."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.core.rows import id_of, slug_of
from tournaments.actions.people.finals import fill_final, replace_finalist
from tournaments.actions.people.qualified import Final, FinalPlace, read_final
from tournaments.actions.seasons.champions import (
    champions_of,
    declare_champions,
    possible_champions,
    possible_finals,
    withdraw_champions,
)
from tournaments.http import find_season
from tournaments.models import DIRECTORS, Season, Tournament
from tournaments.wording.final_words import how_won, place_words, reason
from tournaments.wording.names import filled
from tournaments.wording.season_words import final_sentences

from ..forms.season_champions import ChampionForm
from ..requests.access import actor, sent
from ..requests.faults import attempt, form_page, submit

MAX_OFFERED = 20
"""The most tournaments that can be chosen as the final."""


def season_final(request: HttpRequest, slug: str) -> HttpResponse:
    """Those who qualify for the final, in order, and those who are skipped, with reasons.

    On POST, enter the finalists.
    """
    found = find_season(request, slug, DIRECTORS)
    if request.method == "POST":
        named = slug_of(request.POST.get("tournament", ""))
        if not named:
            messages.error(request, _("Choose the tournament of the final, or create one."))
            return redirect("season-final", slug)
        tournament = get_object_or_404(found.club.tournaments, slug=named)
        attempt(request, lambda: _report(request, fill_final(found, tournament, by=actor(request))))
        return redirect(f"{reverse('season-final', args=[slug])}?tournament={tournament.slug}")
    final = read_final(found, found.club.tournaments.filter(slug=slug_of(request.GET.get("tournament", ""))).first())
    context = {
        "season": found,
        "final": final,
        "places": [_shown(found, each) for each in final.places],
        "sentences": final_sentences(found.declared),
        "offered": _offered(found, final.tournament),
    }
    return render(request, "season/final.html", context)


@require_POST
def replace(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw an entry from the final, and enter the next competitor."""
    found, entry = find_season(request, slug, DIRECTORS), id_of(request.POST.get("entry", ""))
    attempt(request, lambda: _report_next(request, replace_finalist(found, entry, by=actor(request))))
    return redirect("season-final", slug)


def _report_next(request: HttpRequest, final: Final) -> None:
    """Report who was entered, and the number of open places."""
    names = [place.name for place in final.places if place.entry in final.entered]
    if names:
        messages.success(request, filled(_("Entered instead: %(names)s."), {"names": ", ".join(names)}))
    _report_missing(request, final)


def _report(request: HttpRequest, final: Final) -> None:
    """Report the number of finalists who were entered, and the number of open places."""
    entered = len(final.entered)
    done = ngettext("%(number)d finalist was entered.", "%(number)d finalists were entered.", entered)
    messages.success(request, done % {"number": entered})
    _report_missing(request, final)


def _report_missing(request: HttpRequest, final: Final) -> None:
    if final.missing:
        messages.info(request, _("Places still open: %(number)d.") % {"number": final.missing})


def _shown(season: Season, place: FinalPlace) -> dict[str, object]:
    return {
        "name": place.name,
        "by": place_words(season.declared, place.contender),
        "why": reason(place.contender) or (_("on another club’s list: enter by name") if place.by_name else ""),
        "goes": place.qualifies,
        "entry": place.entry if place.qualifies else None,
    }


def _offered(season: Season, chosen: Tournament | None) -> list[Tournament]:
    """Return the tournaments of the club that can be the final: the chosen one, then the others, the latest first."""
    planned = season.club.tournaments.filter(rounds=None, status=Tournament.Status.PLANNED)
    others = planned.exclude(season_evenings__season=season)
    latest = [each for each in others.latest_first()[:MAX_OFFERED] if each != chosen]
    return [*([chosen] if chosen else []), *latest]


def declare(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare the champions of a season; if they are declared, show them with a button to withdraw the declaration."""
    season = find_season(request, slug, DIRECTORS)
    form = ChampionForm(sent(request), possible=possible_champions(season), finals=possible_finals(season))
    if submit(form, lambda: declare_champions(season, form.raw(), by=actor(request), seen=form.seen)):
        messages.success(request, _("The champion was declared: the season is over."))
        return redirect("season", slug)
    return form_page(request, "season/champion.html", form, {"season": season, **champions_context(season)})


@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the declaration of the champions."""
    season = find_season(request, slug, DIRECTORS)
    attempt(request, lambda: withdraw_champions(season, by=actor(request)), _("The season goes on."))
    return redirect("season-champion", slug)


def champions_context(season: Season) -> dict[str, Any]:
    """Return the context with the champions and how they won; None and "" if no champions are declared."""
    champions = champions_of(season)
    return {"champions": champions, "how_won": how_won(champions) if champions else ""}
