"""A browser becomes a screen by opening an address, and waits until a director types its code."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Screen
from tournaments.models.screen import CODE_LENGTH

from ..at_table.keys import CODE_LETTERS
from ..core.actor import new_secret, secret_digest

MOST_AT_ADDRESS, MOST_WAITING = 20, 500
"""So many wait at most; beyond, the one that was seen last longest ago makes room and is given another code."""
ABANDONED = timedelta(days=1)
"""After so long unseen a screen that waits is forgotten."""
SIGN_OF_LIFE = timedelta(seconds=30)
"""A screen that asks all the time is noted as seen this often."""
LOST = 4 * SIGN_OF_LIFE
"""Unseen for so long, a screen is off, or out of reach."""


@dataclass(frozen=True, slots=True)
class OpenedScreen:
    """A screen and the secret of its address, told this once."""

    screen: Screen
    secret: str


def open_screen(address: str) -> OpenedScreen:
    """A screen that waits; `address` is the digest of where it was opened."""
    secret, now = new_secret(), timezone.now()
    with transaction.atomic():
        waiting = Screen.objects.filter(tournament=None)
        waiting.filter(seen_at__lt=now - ABANDONED).delete()
        for rows, most in ((waiting.filter(address=address), MOST_AT_ADDRESS), (waiting, MOST_WAITING)):
            beyond = rows.order_by("-seen_at", "-pk").values_list("pk", flat=True)[most - 1 :]
            Screen.objects.filter(pk__in=list(beyond)).delete()
        screen = Screen.objects.create(digest=secret_digest(secret), code=free_code(), address=address, seen_at=now)
    return OpenedScreen(screen, secret)


def free_code() -> str:
    """Six letters and digits that no screen shows."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
        if not Screen.objects.filter(code=code).exists():
            return code


def find_screen(secret: str) -> Screen | None:
    """The screen with this secret in its address, with its tournament and club."""
    return Screen.objects.select_related("tournament__club").filter(digest=secret_digest(secret)).first()


def note_seen(screen: Screen, pages: int | None = None) -> None:
    """Note that the screen is alive, and of how many pages a full turn is there."""
    now = timezone.now()
    is_new = pages is not None and pages != screen.pages
    if is_new or now - screen.seen_at > SIGN_OF_LIFE:
        # It may be removed at the same moment: no row is no fault.
        Screen.objects.filter(pk=screen.pk).update(seen_at=now, pages=pages if is_new else screen.pages)


def lost() -> Q:
    """The condition of screens that nothing was heard of for some time."""
    return Q(seen_at__lt=timezone.now() - LOST)
