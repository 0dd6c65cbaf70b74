"""manage.py pair: draws tables."""

from django.core.management.base import BaseCommand

from tournaments.pairing import wire


class Command(BaseCommand):
    """Draws the tables that a JSON request describes."""

    help = (
        "Reads one request for a draw as JSON from standard input and writes one JSON document "
        "to standard output: the tables with a report, or the problems. Standard error shows "
        "what is being drawn."
    )
    requires_system_checks = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Read a request from standard input; print the tables or the problems."""
        wire.main()
