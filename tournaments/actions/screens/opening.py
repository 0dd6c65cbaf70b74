"""Opening a screen: a browser that opens the address waits until a director types the code it shows."""

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
"""The most waiting screens, from one address and in all; the one seen least recently is deleted and gets a new code."""
ABANDONED = timedelta(days=1)
"""The time without a request after which a waiting screen is deleted."""
SIGN_OF_LIFE = timedelta(seconds=30)
"""The shortest time between two updates of `seen_at`."""
LOST = 4 * SIGN_OF_LIFE
"""The time without a request after which a screen counts as off or out of reach."""


@dataclass(frozen=True, slots=True)
class OpenedScreen:
    """A new screen and the secret of its address, which is shown only once."""

    screen: Screen
    secret: str


def open_screen(address: str) -> OpenedScreen:
    """Create a waiting screen; `address` is the digest of the browser's address."""
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
    """Return six random letters and digits that no screen shows."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
        if not Screen.objects.filter(code=code).exists():
            return code


def find_screen(secret: str) -> Screen | None:
    """Return the screen with this secret in its address, with its tournament and club."""
    return Screen.objects.select_related("tournament__club").filter(digest=secret_digest(secret)).first()


def note_seen(screen: Screen, pages: int | None = None) -> None:
    """Store that the screen is alive, and the number of pages of its full cycle."""
    now = timezone.now()
    is_new = pages is not None and pages != screen.pages
    if is_new or now - screen.seen_at > SIGN_OF_LIFE:
        # The screen may be deleted at the same moment; then nothing is updated.
        Screen.objects.filter(pk=screen.pk).update(seen_at=now, pages=pages if is_new else screen.pages)


def lost() -> Q:
    """Return the condition for screens without a request for some time."""
    return Q(seen_at__lt=timezone.now() - LOST)
