"""Settings, root URLs, the Celery application, the entry points of web servers, and the log."""

from .celery import app as celery

__all__ = ["celery"]
