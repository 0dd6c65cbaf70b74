"""manage.py score: scores tallies."""

from django.core.management.base import BaseCommand

from scoring import wire


class Command(BaseCommand):
    """Scores hands, whole tables and victory points."""

    help = (
        "Reads a request a line as JSON from standard input and writes its answer on the same "
        "line of standard output. A line that is not JSON, an empty one too, gets the problem "
        "bad_json, so that answers and requests keep step."
    )
    requires_system_checks = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Read a request from each line of standard input and print the result."""
        wire.main()
