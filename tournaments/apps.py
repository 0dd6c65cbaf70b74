"""The Django application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tavolo's one Django application."""

    name = "tournaments"

    def ready(self) -> None:
        """Register what is called before a ledger entry is appended: checks of standings, and webhooks."""
        from tournaments.actions.stages import changed_places as changed_places
        from tournaments.actions.standings import published_changes as published_changes
        from tournaments.actions.webhooks import queueing as queueing
