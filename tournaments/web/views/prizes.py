"""The prizes of a tournament: the form for directors, and a spreadsheet for everybody."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.prizes.declared import competitors, declare_prizes, prizes_of
from tournaments.actions.prizes.given import PrizesGiven
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS
from tournaments.paper import prints
from tournaments.wording.prize_words import prize_words, rules
from tournaments.wording.prizes_shown import prizes_shown

from ..forms.prizes import PrizesForm
from ..requests.access import actor, frame, sent
from ..requests.faults import form_page, submit
from .prints import pdf
from .spreadsheets import csv_file


def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of the prizes with the current winners. On POST, store the prizes."""
    tournament = find_tournament(request, slug, DIRECTORS)
    entries = competitors(tournament, request.user)
    form = PrizesForm(sent(request), tournament=tournament, prizes=prizes_of(tournament), entries=entries)
    if submit(form, lambda: declare_prizes(tournament, form.raw(), by=actor(request), seen=form.cleaned_data["seen"])):
        messages.success(request, _("The prizes were saved."))
        for former, new in form.renamed:
            words = _("The players of “%(former)s” now belong to “%(new)s”.")
            messages.info(request, words % {"former": former, "new": new})
        return redirect("prizes", slug)
    given = prizes_shown(tournament, request.user)
    context = {
        **frame(request, tournament, "desk"),
        "entries": in_list_order({*entries.values()}, tournament.club) if form.own else [],
        "won": prize_words(given),
        "rules": rules(given),
        "is_final": given.is_final,
        "over_all": bool(given.stages),
        "is_hidden": tournament.standings_hidden_after is not None,
    }
    return form_page(request, "desk/prizes.html", form, context)


def prizes_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The prizes as CSV; with the winners if the standings are final."""
    tournament = find_tournament(request, slug)
    return csv_file(_rows(prizes_shown(tournament, request.user)), f"{tournament.slug}-prizes")


def _rows(given: PrizesGiven) -> list[list[object]]:
    rows: list[list[Any]] = [[_("Prize for"), _("What is won"), _("Winner"), _("Remark")]]
    for each in prize_words(given):
        lot = _("by lot") if each.by_lot else ""
        rows += [[each.title, each.text, name, lot] for name in each.names or ("",)]
    return rows


def print_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet for the prize-giving as PDF, which begins with the last place."""
    return pdf(prints.prizes(find_tournament(request, slug, DIRECTORS), request.user))
