"""How often a phone, or whoever holds a card, may change something: so many changes a minute.

All processes count together, in the database. The first tenth of a minute's fill is counted in the memory of each
process, which adds it up once that is passed: a phone in a game never comes so far, and costs no write. So the limit is
exact but for a tenth in each further process.
"""

from threading import Lock

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.models import ClubTableKey, TableKey, TableSession
from tournaments.models.at_table import count_changes

MOST_COUNTED = 10_000
"""So many secrets are counted in memory; those beyond in the database alone."""


class _FirstTenths:
    """How often each secret was used in this minute, as far as this process knows."""

    def __init__(self) -> None:
        self._minute, self._counts = 0, dict[str, int]()
        self._lock = Lock()

    def uncounted(self, digest: str) -> int:
        """Count one change; how many the database has to count with it, 0 within the first tenth."""
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
    """Count a change that is asked with this session's or card's secret; False for too many."""
    changes = _first_tenths.uncounted(secret_digest)
    if not changes:
        return True
    with transaction.atomic():
        asking = (model.objects.filter(digest=secret_digest) for model in (TableSession, TableKey, ClubTableKey))
        return all(count_changes(one, changes) for one in asking)


def seconds_to_wait() -> int:
    """Seconds until the next minute begins."""
    return 60 - int(timezone.now().timestamp()) % 60
