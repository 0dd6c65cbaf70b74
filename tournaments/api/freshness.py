"""The revision of a tournament in responses to writes, and waiting until the standings include a revision."""

import re
from threading import BoundedSemaphore
from time import monotonic, sleep

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments.models import Tournament
from tournaments.models.prepared import Param, Prepared
from tournaments.models.tournament import KEY_MARK

REVISION = "Tournament-Revision"
REVISION_HEADER = OpenApiParameter(
    REVISION,
    int,
    OpenApiParameter.HEADER,
    response=[200, 201, 202, 204],
    description="The revision of the tournament after this change: `standings/?min_revision=` waits for it",
)
PATIENCE, PAUSE = 5, 0.05  # seconds
PREFER, APPLIED = "Prefer", "Preference-Applied"
WAIT = re.compile(r"(?:^|,)\s*wait\s*=\s*(\"?)(\d{1,9})\1\s*(?=[,;]|$)", re.IGNORECASE)
PREFERENCE = OpenApiParameter(
    PREFER,
    str,
    OpenApiParameter.HEADER,
    description=f"`wait=2` (RFC 7240): wait at most this many seconds, up to {PATIENCE}; also without `min_revision`",
)
PREFERENCE_APPLIED = OpenApiParameter(
    APPLIED, str, OpenApiParameter.HEADER, response=True, description="`wait=2` if the preference was followed"
)
_waiting = BoundedSemaphore(settings.WEB_THREADS // 4)
AT_SLUG = Prepared(lambda: Tournament.objects.filter(slug=Param("slug")).only("revision").order_by())


def is_of_tournament(path: str) -> bool:
    """Whether this path, or pattern of a path, is below the address of a tournament."""
    return "/tournaments/" in path and not path.endswith("/tournaments/")


def revision_after(request: Request) -> int | None:
    """Return the revision of the tournament after the request; None if it only reads, or is not about a tournament."""
    if request.method in SAFE_METHODS or not is_of_tournament(request.path):
        return None
    address = request.parser_context["kwargs"].get("slug", "")
    changed = AT_SLUG.first(slug=address.partition(KEY_MARK)[0])
    return changed.revision if changed else None


def preferred_wait(request: Request) -> int | None:
    """Return how many seconds the client wants to `wait` (RFC 7240, 4.3), at most `PATIENCE`.

    Return None if it does not say.
    """
    preferred = WAIT.search(request.headers.get(PREFER, ""))
    return min(int(preferred[2]), PATIENCE) if preferred else None


def wait_until_published(tournament: Tournament, revision: int, seconds: int | None) -> bool:
    """Wait until standings with this revision are published, for at most `seconds` or `PATIENCE`.

    Return False if it did not wait, because a quarter of this process's threads are waiting already. Call it outside a
    transaction.
    """
    if tournament.published_revision >= revision:
        return True
    if not _waiting.acquire(blocking=False):
        return False
    try:
        published = Tournament.objects.filter(pk=tournament.pk, published_revision__gte=revision)
        until = monotonic() + (PATIENCE if seconds is None else seconds)
        while monotonic() < until and not published.exists():
            sleep(PAUSE)
    finally:
        _waiting.release()
    return True
