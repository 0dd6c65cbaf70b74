"""The Django application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tavolo's one Django application."""

    name = "tournaments"

    def ready(self) -> None:
        """Have the ledger check every link against the standings that are published."""
        from tournaments.actions.standings import published_changes as published_changes
