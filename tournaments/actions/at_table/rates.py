"""How often the phones at a table may change something: counted for all processes together."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.models import TableKey, TableSession
from tournaments.models.at_table import count_change


def may_change(secret_digest: str) -> bool:
    """Count a change that is asked with this session's or card's secret; False for too many."""
    with transaction.atomic():
        session = TableSession.objects.filter(digest=secret_digest)
        return count_change(session) and count_change(TableKey.objects.filter(digest=secret_digest))


def seconds_to_wait() -> int:
    """Seconds until the next minute begins."""
    return 60 - int(timezone.now().timestamp()) % 60
