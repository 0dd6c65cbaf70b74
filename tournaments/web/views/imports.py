"""Importing a tournament from a file, either an export in the open format or results that were kept on paper."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.actions import imports
from tournaments.actions.core.refusals import Conflict, Invalid, Problem
from tournaments.actions.exchange.document_reading import is_open_format
from tournaments.actions.exchange.importing import Imported, copies_of, import_tournament, preview_import
from tournaments.actions.imports import Evening, read_evening
from tournaments.actions.setup.plans import own_of
from tournaments.http import find_club
from tournaments.models import DIRECTORS, Club, Tournament

from ..forms.clubs import ImportForm
from ..requests.access import actor, sent

MAX_PROBLEMS = 200
Pointer = Sequence[str | int]
STEPS = {
    "lines": gettext_noop("line %d"),
    "rounds": gettext_noop("round %d"),
    "tables": gettext_noop("table %d"),
    "hands": gettext_noop("hand %d"),
    "seats": gettext_noop("seat %d"),
    "players": gettext_noop("player %d"),
}


def place_in_evening(pointer: Pointer) -> str:
    """Return the place of a fault in an evening as text, such as "round 2, table 3, hand 5"."""
    words, steps = [], list(pointer)
    while steps:
        step = steps.pop(0)
        if isinstance(step, str) and step in STEPS and steps and isinstance(steps[0], int):
            words.append(_(STEPS[step]) % (int(steps.pop(0)) + 1))
        elif isinstance(step, int):
            words.append(_("player %d") % (step + 1))
        else:
            words.append(step)
    return ", ".join(words)


def place_in_sections(pointer: Pointer) -> str:
    """Return the place of a fault in an exported tournament as text, such as "hands, row 5, scores"."""
    return ", ".join(_("row %d") % (step + 1) if isinstance(step, int) else step for step in pointer)


def import_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the content and the faults of a file; import the file when the user confirms."""
    club = find_club(request, slug, DIRECTORS)
    form = ImportForm(sent(request), request.FILES or None)
    if not form.is_valid():
        return _import_page(request, club, form)
    name, text, document = (form.cleaned_data[field] for field in ("name", "text", "document"))
    if is_open_format(document):
        return _import_export(request, club, form)
    evening = read_evening(document, name=name, own=own_of(club))
    if isinstance(evening, list):
        return _import_page(request, club, form, evening)
    if request.POST.get("do") != "store":  # the form has the file's text: it need not be chosen again
        return _import_page(request, club, ImportForm(initial={"name": name, "text": text}), evening=evening)
    try:
        again = "again" in request.POST
        made = imports.import_results(document, club=club, name=name, by=actor(request), again=again)
    except Invalid as refusal:
        return _import_page(request, club, form, refusal.problems)
    except Conflict as refusal:
        asked = [problem.text(_) for problem in refusal.problems]
        return _import_page(
            request, club, ImportForm(initial={"name": name, "text": text}), evening=evening, asked=asked
        )
    messages.success(request, _("The evening was imported."))
    return redirect("tournament", made.slug)


def _import_export(request: HttpRequest, club: Club, form: ImportForm) -> HttpResponse:
    """Show what the import of an exported tournament would create; import it when the user confirms."""
    document, again = form.cleaned_data["document"], "again" in request.POST
    kept = ImportForm(initial={"text": form.cleaned_data["text"]})
    try:
        if request.POST.get("do") != "store":
            exported = preview_import(document, club=club, by=actor(request))
            return _import_page(request, club, kept, exported=exported)
        made = import_tournament(document, club=club, by=actor(request), again=again).tournament
    except Invalid as refusal:
        return _import_page(request, club, form, refusal.problems, place=place_in_sections)
    except Conflict as refusal:
        asked = [problem.text(_) for problem in refusal.problems]
        exported = preview_import(document, club=club, by=actor(request))
        copy = copies_of(document, club)[0]
        return _import_page(request, club, kept, exported=exported, asked=asked, copy=copy)
    messages.success(request, _("The tournament was imported."))
    return redirect("tournament", made.slug)


def _import_page(
    request: HttpRequest,
    club: Club,
    form: ImportForm,
    problems: Sequence[Problem] = (),
    evening: Evening | None = None,
    asked: Sequence[str] = (),
    exported: Imported | None = None,
    copy: Tournament | None = None,
    place: Callable[[Pointer], str] = place_in_evening,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "faults": [(place(problem.pointer), problem.text(_)) for problem in problems[:MAX_PROBLEMS]],
        "more": max(0, len(problems) - MAX_PROBLEMS),
        "evening": evening,
        "exported": exported,
        "copy": copy,
        "asked": asked,
    }
    status = 409 if asked else 422 if problems or form.errors else 200
    return render(request, "club/import.html", context, status=status)
