"""What is asked before play, such as bids, locked: carried in the page's address, signed.

Nothing of it is stored until the hand is: whoever loads the page again, goes back and forth or
finds it again on a flat phone has the same bids, and nobody can change them in the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core import signing
from django.utils import timezone

from tournaments.models import Table

from .forms.hands import Locked


@dataclass(frozen=True, slots=True)
class Lock:
    """Values by field for each side, and since when nobody can change them unseen."""

    values: Locked
    since: datetime


def lock(table: Table, hand: int, values: Mapping[str, list[int]]) -> str:
    """A text that holds these values for this hand of this table alone."""
    return signing.dumps([int(timezone.now().timestamp()), dict(values)], salt=_salt(table, hand))


def unlock(table: Table, hand: int, text: str) -> Lock | None:
    """What such a text holds; None for any other."""
    try:
        since, values = signing.loads(text, salt=_salt(table, hand))
    except signing.BadSignature:
        return None
    return Lock(values, datetime.fromtimestamp(since, tz=UTC))


def _salt(table: Table, hand: int) -> str:
    return f"tavolo.locked/{table.pk}/{hand}"
