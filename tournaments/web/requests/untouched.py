"""A form that two have open at once: a field that the later one left as it was shown stays as the other stored it."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

Shown = Mapping[str, list[str]]
"""What stands in the fields of a form, as browsers send it."""


def shown_in(form: forms.BaseForm) -> dict[str, list[str]]:
    """The values that a page with this form shows."""
    return {name: _shown(form[name]) for name in form.fields}


def mark_of_shown(form: forms.BaseForm) -> str:
    """The value of a hidden field with what the page showed."""
    return json.dumps(shown_in(form))


def sent_over(request: HttpRequest, stored: forms.BaseForm) -> QueryDict | None:
    """Return the input merged over the stored values; None if nothing was sent."""
    if request.method != "POST":
        return None
    shown, now, typed = _read(request.POST.get("shown", "")), shown_in(stored), request.POST.copy()
    for name, values in now.items():
        if name in shown and typed.getlist(name) == shown[name]:
            typed.setlist(name, values)
    return typed


def seen_of_touched(
    seen: Mapping[str, str] | None, typed: QueryDict | None, stored: forms.BaseForm
) -> dict[str, str] | None:
    """Return the values shown for the fields that the user changed."""
    if seen is None or typed is None:
        return None
    now = shown_in(stored)
    return {place: was for place, was in seen.items() if not _stands(place.replace("/", "_"), typed, now)}


def _stands(name: str, typed: QueryDict, now: Shown) -> bool:
    return name in now and typed.getlist(name) == now[name]


def _shown(field: forms.BoundField) -> list[str]:
    value, widget = field.value(), field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return ["on"] if value else []
    formatted: Any = widget.format_value(value)
    if isinstance(formatted, list):
        return [str(each) for each in formatted]
    return ["" if formatted is None else str(formatted)]


def _read(mark: str) -> Shown:
    """The values that the page showed; empty if it does not say."""
    try:
        read = json.loads(mark)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
