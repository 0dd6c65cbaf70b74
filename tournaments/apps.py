"""The Django application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tavolo's one Django application."""

    name = "tournaments"
