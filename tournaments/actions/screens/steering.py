"""Changing a screen: what it shows and for how long, whether it is held on one page, and a message."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import PROGRAM, Screen
from tournaments.models.screen import LONGEST_MESSAGE, LONGEST_NAME

from ..core.refusals import Problem, refuse
from ..core.rows import locked, save_fields

LONGEST = {"name": LONGEST_NAME, "message": LONGEST_MESSAGE}


def change_screen(screen: Screen, changes: Mapping[str, Any]) -> Screen:
    """Change a screen's programme, name or message; return the screen. Raises Invalid with every problem."""
    refuse(screen_problems(changes))
    values = {name: normalise_text(value) if name in LONGEST else value for name, value in changes.items()}
    with transaction.atomic():
        screen = locked(Screen.objects.select_related("tournament__club"), screen.pk)
        if any(getattr(screen, name) != value for name, value in values.items()):
            save_fields(screen, version=screen.version + 1, **values)
    return screen


def screen_problems(changes: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of changes to a screen."""
    return [problem for name, value in changes.items() for problem in _problems(name, value)]


def _problems(name: str, value: Any) -> list[Problem]:
    if name in LONGEST:
        return text_problems(name, value)
    return [] if PROGRAM[name].accepts(value) else [PROGRAM[name].problem(value)]


def text_problems(name: str, text: str) -> list[Problem]:
    """Return the problems of a name or a message; an empty text has none."""
    length, limit = len(normalise_text(text)), LONGEST[name]
    if length <= limit:
        return []
    message = _("This has %(length)d characters: shorten it to %(limit)d.")
    return [Problem("too_long", message, {"length": length, "limit": limit}, (name,))]
