"""The settings, the root URLs, the Celery application, the entry points of web servers, and logging."""

import gc

from .celery import app as celery

__all__ = ["celery"]

gc.set_threshold(20_000, 10, 10)  # a hall has thousands of rows: collecting after every 700 takes a tenth of the time
