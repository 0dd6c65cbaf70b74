"""The Django application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tavolo's one Django application."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the ledger's check against published standings."""
        from tournaments.actions.standings import published_changes as published_changes
