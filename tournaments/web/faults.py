"""Showing what an action refused, each fault beside what it is about."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from config.logs import remember_codes
from tournaments.actions.problems import Problem, Refused

T = TypeVar("T")


def submit(form: forms.BaseForm, act: Callable[[], T]) -> T | None:
    """What the action gives; None, nothing being stored, where the form was not sent or something in it is refused."""
    if not form.is_valid():
        return None
    try:
        return act()
    except Refused as refusal:
        remember_codes(refusal.codes)
        report(form, refusal.problems)
        return None


def report(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Put each problem beside the field that its pointer names, or above the form."""
    for problem in problems:
        form.add_error(field_of(form, problem), problem.text(gettext))


def field_of(form: forms.BaseForm, problem: Problem) -> str | None:
    """The field that a problem is about: the longest beginning of its pointer that is one."""
    path = [str(step) for step in problem.pointer]
    names = ("_".join(path[:length]) for length in range(len(path), 0, -1))
    return next((name for name in names if name in form.fields), None)


def form_page(request: HttpRequest, template: str, form: forms.BaseForm, context: Mapping[str, Any]) -> HttpResponse:
    """The page with a form: 422 where something in it is to be mended."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def tried(request: HttpRequest, act: Callable[[], object], done: str = "") -> bool:
    """Whether the action was done; the next page tells that it is `done`, or its problems."""
    try:
        act()
    except Refused as refusal:
        remember_codes(refusal.codes)
        for problem in refusal.problems:
            messages.error(request, problem.text(gettext))
        return False
    if done:
        messages.success(request, done)
    return True
