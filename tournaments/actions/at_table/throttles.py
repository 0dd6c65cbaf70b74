"""The limit of changes per minute for each table session or card.

The database has a count that all processes share. A process adds to it only after it has counted a tenth of the limit
in memory, so a phone in normal use causes no write. With one process the limit is exact; each further process may allow
a tenth more.
"""

from threading import Lock

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.models import ClubTableKey, TableKey, TableSession
from tournaments.models.at_table import count_changes

MOST_COUNTED = 10_000
"""The most secrets counted in memory; further secrets are counted only in the database."""


class _FirstTenths:
    """The uses of each secret in the present minute, counted by this process."""

    def __init__(self) -> None:
        self._minute, self._counts = 0, dict[str, int]()
        self._lock = Lock()

    def uncounted(self, digest: str) -> int:
        """Count a change; return how many changes to add to the database: 0 within the first tenth of the limit."""
        minute, spare = int(timezone.now().timestamp()) // 60, settings.TABLE_CHANGES_PER_MINUTE // 10
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, {}
            count = self._counts.get(digest, 0) + 1
            if count > spare + 1 or (count == 1 and len(self._counts) >= MOST_COUNTED):
                return 1
            self._counts[digest] = count
        return 0 if count <= spare else count


_first_tenths = _FirstTenths()


def count_table_change(secret_digest: str) -> bool:
    """Count a change made with the session or card that has this digest; return whether it is within the limit."""
    changes = _first_tenths.uncounted(secret_digest)
    if not changes:
        return True
    with transaction.atomic():
        asking = (model.objects.filter(digest=secret_digest) for model in (TableSession, TableKey, ClubTableKey))
        return all(count_changes(one, changes) for one in asking)


def seconds_to_wait() -> int:
    """Seconds until the next minute begins."""
    return 60 - int(timezone.now().timestamp()) % 60
