"""Forms that two users edit at once: a field that the second user did not change keeps the stored value."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

Shown = Mapping[str, list[str]]
"""The values of a form's fields by name, as browsers send them."""


def shown_in(form: forms.BaseForm) -> dict[str, list[str]]:
    """Return the values that a page with this form shows."""
    return {name: _shown(form[name]) for name in form.fields}


def mark_of_shown(form: forms.BaseForm) -> str:
    """Return these values as JSON, for a hidden field."""
    return json.dumps(shown_in(form))


def sent_over(request: HttpRequest, stored: forms.BaseForm) -> QueryDict | None:
    """Return the input, with stored values in fields that the user did not change; None if it is not a POST."""
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
    """Return the part of `seen` for fields in which the user typed something new; None without input."""
    if seen is None or typed is None:
        return None
    now = shown_in(stored)
    return {place: was for place, was in seen.items() if not _is_stored(place.replace("/", "_"), typed, now)}


def _is_stored(name: str, typed: QueryDict, now: Shown) -> bool:
    return name in now and typed.getlist(name) == now[name]


def touched_in(sent: QueryDict) -> Callable[[str], bool]:
    """Return a function that tells whether the user changed the field of this name, by the page's hidden `shown`."""
    shown = _read(sent.get("shown", ""))
    return lambda name: name not in shown or sent.getlist(name) != shown[name]


def _shown(field: forms.BoundField) -> list[str]:
    value, widget = field.value(), field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return ["on"] if value else []
    formatted: Any = widget.format_value(value)
    if isinstance(formatted, list):
        return [str(each) for each in formatted]
    return ["" if formatted is None else str(formatted)]


def _read(mark: str) -> Shown:
    """Return the values that the page showed, from its hidden field; {} if it cannot be read."""
    try:
        read = json.loads(mark)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
