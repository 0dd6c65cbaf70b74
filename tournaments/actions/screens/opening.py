"""Opening a screen: a browser opens the screens' address and shows a code, until a director enters this code."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Screen
from tournaments.models.screen import CODE_LENGTH

from ..at_table.keys import CODE_LETTERS
from ..core.actor import new_secret, secret_digest
from ..core.refusals import Problem, TooManyRequests

MOST_AT_ADDRESS, MOST_WAITING = 20, 500
"""The most waiting screens from one address and in all; beyond them, a new one replaces an unused one."""
ABANDONED = timedelta(days=1)
"""How long after its last request a waiting screen is deleted."""
SIGN_OF_LIFE = timedelta(seconds=30)
"""The shortest time between two updates of `seen_at`."""
LOST = 4 * SIGN_OF_LIFE
"""How long after its last request a screen counts as off or out of reach."""
NO_ROOM = _("Many screens are already waiting for a director: enter the code of one at the desk, or close one.")


@dataclass(frozen=True, slots=True)
class OpenedScreen:
    """A new screen with the secret for its address, which is returned only this once."""

    screen: Screen
    secret: str


def open_screen(address: str) -> OpenedScreen:
    """Create a waiting screen; `address` is the digest of the browser's address.

    Raises TooManyRequests if there are too many waiting screens and all of them are in use.
    """
    secret, now = new_secret(), timezone.now()
    with transaction.atomic():
        waiting = Screen.objects.filter(tournament=None)
        waiting.filter(seen_at__lt=now - ABANDONED).delete()
        for rows, most in ((waiting.filter(address=address), MOST_AT_ADDRESS), (waiting, MOST_WAITING)):
            _make_room(rows, most)
        screen = Screen.objects.create(digest=secret_digest(secret), code=free_code(), address=address, seen_at=now)
    return OpenedScreen(screen, secret)


def _make_room(waiting: QuerySet[Screen], most: int) -> None:
    """Delete screens that are lost or never asked for news, the longest unseen first, until there is room for one."""
    beyond = max(0, waiting.count() - most + 1)
    unused = waiting.filter(lost() | Q(seen_at__lte=F("opened_at"))).order_by("seen_at", "pk")
    found = list(unused.values_list("pk", flat=True)[:beyond])
    if len(found) < beyond:
        raise TooManyRequests(Problem("screens_wait", NO_ROOM), round(SIGN_OF_LIFE.total_seconds()))
    Screen.objects.filter(pk__in=found).delete()


def free_code() -> str:
    """Return a random code of six letters and digits that no screen shows."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
        if not Screen.objects.filter(code=code).exists():
            return code


def find_screen(secret: str) -> Screen | None:
    """Return the screen with this secret, with its tournament and club; None if there is none."""
    return Screen.objects.select_related("tournament__club").filter(digest=secret_digest(secret)).first()


def note_seen(screen: Screen, pages: int | None = None, *, asks_for_news: bool = False) -> None:
    """Store the time of a screen's request, at most once every `SIGN_OF_LIFE`, and a changed number of pages.

    The first request for news is always stored; from then on the screen counts as in use.
    """
    now = timezone.now()
    is_new = pages is not None and pages != screen.pages
    is_first = asks_for_news and screen.seen_at <= screen.opened_at
    if is_new or is_first or now - screen.seen_at > SIGN_OF_LIFE:
        # This does nothing if the screen was deleted a moment ago.
        Screen.objects.filter(pk=screen.pk).update(seen_at=now, pages=pages if is_new else screen.pages)


def lost() -> Q:
    """Return the condition for lost screens, which have made no request for the time `LOST`."""
    return Q(seen_at__lt=timezone.now() - LOST)
