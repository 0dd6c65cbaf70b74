"""Showing what an action refused, each fault beside what it is about."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from config.logs import remember_codes
from tournaments.actions.problems import Problem, Refused

T = TypeVar("T")


def attempted(form: forms.BaseForm, act: Callable[[], T]) -> T | None:
    """What the action gives, or None with its problems on the form; nothing was stored then."""
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


def tried(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Whether the action was done; if not, its problems are told on the next page."""
    try:
        act()
    except Refused as refusal:
        remember_codes(refusal.codes)
        for problem in refusal.problems:
            messages.error(request, problem.text(gettext))
        return False
    return True
