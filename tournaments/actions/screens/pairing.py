"""Pairing a screen with a tournament by its code, and controlling it."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import PROGRAM, CodeTries, Screen, Tournament
from tournaments.models.screen import LONGEST_MESSAGE, LONGEST_NAME

from ..at_table.codes import CODE_TRIES, LONGEST_AT_ADDRESS, REMEMBERED
from ..core.actor import Actor
from ..core.refusals import AccessDenied, Problem, TooManyRequests, refuse
from ..core.rows import locked, save_fields
from .opening import free_code

LONGEST = {"name": LONGEST_NAME, "message": LONGEST_MESSAGE}


def change_screen(screen: Screen, changes: Mapping[str, Any]) -> Screen:
    """Change a screen's settings, name or message; return the screen. Raises Invalid with every problem."""
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
    """Return the problems of a name and a message; an empty text has none."""
    length, limit = len(normalise_text(text)), LONGEST[name]
    if length <= limit:
        return []
    message = _("This has %(length)d characters: shorten it to %(limit)d.")
    return [Problem("too_long", message, {"length": length, "limit": limit}, (name,))]


def pair_screen(tournament: Tournament, code: str, *, by: Actor, language: str, name: str = "") -> Screen:
    """Pair the screen that shows this code with the tournament, in this language; return the screen.

    Repeating it changes nothing. Raises AccessDenied if no screen shows the code. Raises TooManyRequests if the
    director has typed five wrong codes and must wait.
    """
    refuse(text_problems("name", name))
    typed = "".join(code.upper().split()).replace("-", "")
    with transaction.atomic():
        tries = _locked_tries(tournament, by)
        _refuse_guessing(tries)
        screen = _shown_code(tournament, typed)
        if screen is None:
            tries.failures, tries.last_at = tries.failures + 1, timezone.now()
            tries.save()
        elif screen.tournament_id is None:
            screen = _give(locked(Screen.objects.filter(tournament=None), screen.pk), tournament, language, name)
    if screen is None:
        message = _("No screen shows this code: look at the screen again.")
        raise AccessDenied(Problem("unknown_code", message, pointer=("code",)))
    return screen


def _shown_code(tournament: Tournament, typed: str) -> Screen | None:
    screen = Screen.objects.filter(code=typed).first()
    return screen if screen and screen.tournament_id in (None, tournament.pk) else None


def _give(screen: Screen, tournament: Tournament, language: str, name: str) -> Screen:
    usual = {column: setting.default for column, setting in PROGRAM.items()}
    values = {**usual, "language": language, "name": normalise_text(name), "message": "", "pages": None}
    save_fields(screen, tournament=tournament, version=screen.version + 1, **values)
    return screen


def unpair_screen(screen: Screen) -> Screen:
    """Unpair a screen and return it; it then waits with a new code. Repeating it changes nothing."""
    with transaction.atomic():
        screen = locked(Screen.objects.all(), screen.pk)
        if screen.tournament_id is not None:
            new = {"code": free_code(), "name": "", "message": "", "pages": None}
            save_fields(screen, tournament=None, version=screen.version + 1, **new)
    return screen


def bring_screen(screen: Screen, tournament: Tournament) -> Screen:
    """Move a screen of the same club to this tournament with its settings; return it."""
    with transaction.atomic():
        screen = locked(Screen.objects.filter(tournament__club=tournament.club_id), screen.pk)
        if screen.tournament_id != tournament.pk:
            save_fields(screen, tournament=tournament, version=screen.version + 1, held=False, message="", pages=None)
    return screen


def screens_elsewhere(tournament: Tournament) -> QuerySet[Screen]:
    """Return the screens that show other tournaments of the same club."""
    others = Screen.objects.filter(tournament__club=tournament.club_id).exclude(tournament=tournament)
    return others.select_related("tournament")


def _locked_tries(tournament: Tournament, by: Actor) -> CodeTries:
    """Return this director's count of wrong codes, locked. It restarts an hour after the last wrong code."""
    now = timezone.now()
    typed_by = by.user.pk if by.user else by.source
    who = salted_hmac("tavolo screen tries", f"{typed_by}/{tournament.pk}").hexdigest()
    row = {"kind": CodeTries.Kind.SCREEN, "who": who}
    fresh = CodeTries(**row, slug=tournament.slug, last_at=now)
    CodeTries.objects.bulk_create([fresh], ignore_conflicts=True)
    tries = CodeTries.objects.select_for_update().get(**row)
    if abs(now - tries.last_at) > REMEMBERED:
        tries.failures = 0
    return tries


def _refuse_guessing(tries: CodeTries) -> None:
    now: datetime = timezone.now()
    wait = tries.seconds_to_wait(now, free=CODE_TRIES, longest=LONGEST_AT_ADDRESS)
    if wait:
        seconds = math.ceil(wait)
        message = _("Wrong codes were typed: wait %(seconds)d s, look at the screen and type the code again.")
        raise TooManyRequests(Problem("codes_wait", message, {"seconds": seconds}, ("code",)), seconds)
