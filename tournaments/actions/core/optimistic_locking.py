"""Optimistic locking of pages and documents: a value that changed since it was read is not overwritten."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_noop as _

from tournaments.models import Round

from .refusals import Problem, Stale

CHANGED = _("Somebody else has changed this meanwhile. Save it again to keep your version.")
Place = tuple[str | int, ...]
Values = Mapping[Place, Any]
"""The values stored at the places of a document, such as the third of its limits."""


def places_of(document: Mapping[str, Any]) -> dict[Place, Any]:
    """Return each value of a JSON object under its place: the field's name, and for a list also the index."""
    values: dict[Place, Any] = {}
    for name, value in document.items():
        if isinstance(value, Sequence) and not isinstance(value, str):
            values |= {(name, place): each for place, each in enumerate(value)}
        else:
            values[name,] = value
    return values


def mark_of_seen(values: Values) -> str:
    """Return the values shown on a page as JSON; the page's form sends this text back in a hidden field."""
    return json.dumps({_name(place): _text(value) for place, value in values.items()})


def read_mark(mark: str) -> dict[str, str] | None:
    """Return the values in a text made by `mark_of_seen`; None if the text is not valid."""
    try:
        read = json.loads(mark)
    except (ValueError, RecursionError):
        return None
    return {name: str(value) for name, value in read.items()} if isinstance(read, dict) else None


def seen_of(document: Mapping[str, Any] | None) -> dict[str, str] | None:
    """Return the values of a document that an API client sends back, in the form that `read_mark` returns.

    Return None if there is no document.
    """
    return None if document is None else {_name(p): _text(value) for p, value in places_of(document).items()}


def refuse_unseen(stored: Values, seen: Mapping[str, str] | None) -> None:
    """Raise Stale if a stored value differs from the value that the user saw; the problems name the places.

    Values that were not sent are not compared.
    """
    shown = seen or {}
    changed = [place for place in stored if shown.get(_name(place), _text(stored[place])) != _text(stored[place])]
    if changed:
        now = {_name(place): stored[place] for place in changed}
        raise Stale([_problem(place, stored[place]) for place in changed], now)


def stale_version(number: int, round_: Round) -> Stale:
    """Return the refusal for a request that names an old version of a hand."""
    on_hand = _("Hand %(hand)d has been changed: look at the current version.")
    on_total = _("The total has been changed: look at the current version.")
    return Stale(about_hand("hand_changed", (on_hand, on_total), number, round_))


def about_hand(code: str, messages: tuple[str, str], number: int, round_: Round) -> Problem:
    """Return a problem about a hand or, in a round scored by table total, about a total.

    `messages` are the message for a hand and the message for a total.
    """
    return Problem(code, messages[round_.is_by_totals], {"hand": number})


def _problem(place: Place, value: Any) -> Problem:
    if isinstance(value, bool) or value in (None, ""):
        return Problem("changed_meanwhile", CHANGED, pointer=place)
    message = _("Somebody else has changed this to “%(now)s” meanwhile. Save it again to keep your version.")
    now = date_format(timezone.localtime(value), "DATETIME_FORMAT") if isinstance(value, datetime) else str(value)
    return Problem("changed_meanwhile", message, {"now": now}, place)


def _name(place: Place) -> str:
    return "/".join(map(str, place))


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return "" if value is None else str(value)
