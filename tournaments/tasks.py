"""Celery tasks: an id in, one action called."""
