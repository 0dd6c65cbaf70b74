"""The Django application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tavolo's one Django application."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the functions called for new ledger entries: checks for changed standings, and webhooks."""
        from tournaments.actions.stages import changed_places as changed_places
        from tournaments.actions.standings import published_changes as published_changes
        from tournaments.actions.webhooks import queueing as queueing
