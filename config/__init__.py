"""The settings, the root URLs, the Celery application, the entry points of web servers, and logging."""

from .celery import app as celery

__all__ = ["celery"]
