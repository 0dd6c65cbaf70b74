"""Seasons: the standings for everybody, and the declaration for directors."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.core.refusals import Invalid
from tournaments.actions.seasons import seasons
from tournaments.actions.seasons.consents import with_evenings
from tournaments.actions.seasons.log import recent_moves
from tournaments.actions.seasons.standing import ROWS_ON_A_PAGE, published, published_page
from tournaments.http import find_club, find_season
from tournaments.models import DIRECTORS, Season
from tournaments.ranking.seasons import read_declaration
from tournaments.wording.names import filled
from tournaments.wording.season_rows import condition, outlook_words
from tournaments.wording.season_words import TIE_BREAKS, part_names, sentences
from tournaments.wording.words import translated

from ..forms.inputs import number_in
from ..forms.seasons import SeasonForm
from ..public import link_previews, spreadsheets
from ..public.season_cells import season_cells
from ..requests.access import actor, role_in, sent
from ..requests.faults import attempt, form_page, report, submit
from .season_declaration import of_season
from .season_evenings import for_directors
from .season_final import champions_context
from .spreadsheets import csv_file


def season(request: HttpRequest, slug: str) -> HttpResponse:
    """A page of a season's standings with the results that count; with `after`, the standings after this evening."""
    found, after = find_season(request, slug), request.GET.get("after")
    page = number_in(request.GET, "page") or 0 if "page" in request.GET else 1
    document = published_page(found, after, page)
    if document is None:
        raise Http404
    directs = role_in(request, found.club) in DIRECTORS
    context = {
        "season": found,
        "club": found.club,
        "sentences": sentences(found.declared),
        "moves": recent_moves(found),
        "directs": directs,
        **(for_directors(found) if directs else {}),
        "tail": f"?after={after}" if after else "",
        "pages": _pages(document, page, after),
        "link_preview": link_previews.of_season(document),
        **_standing_context(found, document),
    }
    return render(request, "season/season.html", context)


def season_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest standings as CSV; with `after`, the standings after this evening."""
    found = find_season(request, slug)
    document = published_document(found, request.GET.get("after"))
    return csv_file(spreadsheets.season_rows(document), found.slug)


def published_document(season: Season, after: str | None = None) -> dict[str, Any]:
    """Return the published standings with all rows. Raise Http404 if there are none after this evening."""
    body = published(season, after)
    if body is None:
        raise Http404
    document: dict[str, Any] = json.loads(body)
    return document


def _pages(document: Mapping[str, Any], page: int, after: str | None) -> list[tuple[str, str, bool]]:
    """Return title, query, and whether it is shown, for each page of the standings; [] if there is one page."""
    tail, size = f"&after={after}" if after else "", ROWS_ON_A_PAGE
    numbers = range(1, document["pages"] + 1) if document["pages"] > 1 else ()
    return [(f"{size * (n - 1) + 1}–{size * n}", f"?page={n}{tail}", n == page) for n in numbers]


def _standing_context(season: Season, document: Mapping[str, Any]) -> dict[str, Any]:
    won = champions_context(season)
    about = (document["rows"], document["last"], document["total"])
    outlook = outlook_words(season.declared, *about, is_over=bool(won["champions"]))
    return {
        **won,
        "document": document,
        "cells": season_cells(document),
        "parts": part_names(season.declared) if len(season.declared.parts) > 1 else [],
        "ties": {code: translated(words) for code, words in TIE_BREAKS.items()},
        "outlook": outlook,
        "outlook_condition": condition(document) if any(outlook) else "",
        "years": f"{reverse('season', args=[season.slug])}players/",
    }


def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, requests from other clubs' seasons, and a form to declare a season.

    The page shows the rules of a new season as sentences before they are saved.
    """
    club = find_club(request, slug, DIRECTORS)
    form = _report_all(SeasonForm(sent(request), club=club))
    if "preview" not in request.POST:
        made = submit(form, lambda: seasons.create_season(club, form.raw(), by=actor(request)))
        if made:
            done = _("The season “%(name)s” was declared: add its evenings.")
            messages.success(request, filled(done, {"name": made.name}))
            return redirect("edit-season", made.slug)
    context = {"club": club, "requests": with_evenings(club.season_consents.all()), **_preview(form)}
    return form_page(request, "season/seasons.html", form, context)


def edit_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the declaration of a season. Ask for confirmation if this changes published places."""
    found = find_season(request, slug, DIRECTORS)
    form = _report_all(SeasonForm(sent(request), club=found.club, season=found))
    if "preview" not in request.POST:
        seen = number_in(request.POST, "seen")
        changed = submit(form, lambda: seasons.change_season(found, form.raw(), by=actor(request), seen=seen))
        if changed:
            messages.success(request, _("The season was saved."))
            return redirect("edit-season", slug)
    return form_page(request, "season/edit.html", form, {**of_season(request, found), **_preview(form)})


def _report_all(form: SeasonForm) -> SeasonForm:
    """Return the form.

    If it is invalid, add the faults of the declaration, so that the page shows all faults at once.
    """
    if form.is_bound and not form.is_valid():
        try:
            seasons.read_season(form.raw())
        except Invalid as refused:
            report(form, refused.problems)
    return form


def _preview(form: SeasonForm) -> dict[str, Any]:
    """Return the context with the typed declaration as sentences; {} if the declaration has faults."""
    if not form.is_bound or not form.is_valid():
        return {}
    read = read_declaration(form.raw()["declaration"])
    if not isinstance(read, list):
        return {"sentences": sentences(read)}
    report(form, [problem.under("declaration") for problem in read])
    return {}


@require_POST
def delete_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a season without evenings."""
    found = find_season(request, slug, DIRECTORS)
    done = filled(_("The season “%(name)s” was deleted."), {"name": found.name})
    if attempt(request, lambda: seasons.delete_season(found, by=actor(request)), done):
        return redirect("club-seasons", found.club.slug)
    return redirect("edit-season", slug)
