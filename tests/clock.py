"""What tests need of the clock on the wall."""

import time

MINUTE = 60


def begin_within_one_minute(seconds=10):
    """Wait for the next minute where this one has less than so many seconds left."""
    left = MINUTE - time.time() % MINUTE
    if left < seconds:
        time.sleep(left)
