"""Showing refusals: beside a field, on the next page, or on a page of their own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from scoring.problems import distinct_texts
from tournaments.actions.core.reasons import AGREED, AGREED_REASON
from tournaments.actions.core.refusals import ChangesPublished, ChoiceNeeded, Gone, Problem, Refusal, RowChange
from tournaments.actions.core.rows import refusal_of_database
from tournaments.http import remember_codes, status_of
from tournaments.wording.words import figure

from .access import wants_json
from .once import TOKEN

T = TypeVar("T")


def submit(form: forms.BaseForm, act: Callable[[], T]) -> T | None:
    """Return the result of the action if the form is valid; None if it is not, or if the action is refused.

    The problems are shown in the form. Raises ChoiceNeeded as `attempt` does.
    """
    if not form.is_valid():
        return None
    try:
        return act()
    except ChoiceNeeded:
        raise
    except Refusal as refusal:
        remember_codes(refusal.codes)
        report(form, refusal.problems)
        return None


def report(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Show each problem beside the field at its pointer, or above the form."""
    for problem in problems:
        form.add_error(field_of(form, problem), problem.text(gettext))


def field_of(form: forms.BaseForm, problem: Problem) -> str | None:
    """Return the field at a problem's pointer or the longest beginning of it, else the first field of its group."""
    path = [str(step) for step in problem.pointer]
    names = ("_".join(path[:length]) for length in range(len(path), 0, -1))
    first_of_group = (name for name in form.fields if path and name.startswith("_".join(path) + "_"))
    return next((name for name in names if name in form.fields), next(first_of_group, None))


def form_page(request: HttpRequest, template: str, form: forms.BaseForm, context: Mapping[str, Any]) -> HttpResponse:
    """Return the page with a form; with status 422 if the form has faults."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def attempt(request: HttpRequest, act: Callable[[], object], done: str = "") -> bool:
    """Call the action; return whether it succeeded. The next page shows `done` or the problems.

    Raises ChoiceNeeded, for which the middleware returns a page with the question.
    """
    try:
        act()
    except ChoiceNeeded:
        raise
    except Refusal as refusal:
        remember_codes(refusal.codes)
        for problem in refusal.problems:
            messages.error(request, problem.text(gettext))
        return False
    if done:
        messages.success(request, done)
    return True


def _title(refusal: Refusal) -> str:
    """Return the heading of the page that shows this refusal."""
    if isinstance(refusal, Gone):
        return gettext("Page not found")
    if "changed_meanwhile" in refusal.codes:
        return gettext("Changed in the meantime")
    return gettext("This was not done")


def _sent(request: HttpRequest, *besides: str) -> list[tuple[str, str]]:
    """Return the names and values of the form, to send it again; without the CSRF token and the names in `besides`."""
    left_out = {TOKEN, *besides}
    return [(name, value) for name, values in request.POST.lists() if name not in left_out for value in values]


def _by_place(row: RowChange) -> tuple[bool, int]:
    """Return a sort key for the former place; rows without a place come last."""
    return row.place_before is None, row.place_before or 0


def _row_change_text(row: RowChange) -> dict[str, str]:
    """Return a row as texts: place and score, each with its new value if that differs."""
    place, score = (row.place_before, row.place_after), (row.score_before, row.score_after)
    return {"name": row.name, "place": before_and_after(*place), "score": before_and_after(*score)}


def before_and_after(before: str | int | None, after: str | int | None) -> str:
    """Return a place or score as text, with its new value if that differs."""
    return figure(before) if before == after else f"{figure(before)} → {figure(after)}"


def _ask_to_agree(request: HttpRequest, changes: ChangesPublished) -> HttpResponse:
    """Return a 409 page with the rows that would change and a form to confirm this; for a JSON request the problem."""
    remember_codes([changes.problem.code])
    text = changes.problem.text(gettext)
    if wants_json(request):
        return JsonResponse({"problems": [text], "codes": [changes.problem.code]}, status=409)
    by_round = groupby(changes.rows, key=attrgetter("round"))
    rounds = [(number, [_row_change_text(row) for row in sorted(rows, key=_by_place)]) for number, rows in by_round]
    context = {
        "text": text,
        "rounds": rounds[::-1],
        "changes": changes,
        "reason": request.POST.get(AGREED_REASON, ""),
        "faults": [fault.text(gettext) for fault in changes.faults],
        "sent": _sent(request, AGREED, AGREED_REASON),
    }
    return render(request, "errors/changes_published.html", context, status=409)


def _ask(request: HttpRequest, needed: ChoiceNeeded, texts: Sequence[str]) -> HttpResponse:
    """Return the page with the question; each answer sends the form again."""
    sent = _sent(request)
    answers = [(value, gettext(words)) for value, words in needed.answers.items()]
    context = {"texts": texts, "field": needed.field, "answers": answers, "sent": sent}
    return render(request, "errors/choice_needed.html", context, status=status_of(needed))


class RefusalMiddleware(MiddlewareMixin):
    """Middleware that responds to refused actions and to conflicts in the database.

    A view that can show a refusal in a better place, such as beside a field, does so itself.
    """

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the response to a refusal; None for other exceptions."""
        if isinstance(fault, ChangesPublished):
            return _ask_to_agree(request, fault)
        refusal = refusal_of_database(fault)
        if refusal is None:
            return None
        remember_codes(refusal.codes)
        status = status_of(refusal)
        texts = distinct_texts(refusal.problems, gettext)
        if wants_json(request):
            return JsonResponse({"problems": texts, "codes": refusal.codes}, status=status)
        if isinstance(refusal, ChoiceNeeded):
            return _ask(request, refusal, texts)
        context = {"texts": texts, "title": _title(refusal)}
        return render(request, "errors/refused.html", context, status=status)
