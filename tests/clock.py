"""What tests need of the clock on the wall."""

import time
from datetime import timedelta

from django.utils import timezone

MINUTE = 60


def begin_within_one_minute(seconds=10):
    """Wait for the next minute where this one has less than so many seconds left."""
    left = MINUTE - time.time() % MINUTE
    if left < seconds:
        time.sleep(left)


def stand_still(monkeypatch, later=timedelta(0)):
    """Stop the program's clock in this test after moving it once, however slow the machine is."""
    now = timezone.now() + later
    monkeypatch.setattr(timezone, "now", lambda: now)
