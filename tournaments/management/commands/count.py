"""manage.py count: counts the card points of captured cards."""

from django.core.management.base import BaseCommand

from scoring import counter


class Command(BaseCommand):
    """Counts the points of captured cards in Busca, Brisca and Buraco."""

    help = (
        "Reads the piles of cards that were taken as JSON, a request a line, from standard input "
        "and writes on the same line of standard output what each comes to and what is left. A "
        "line that is not JSON, an empty one too, gets the problem bad_json."
    )
    requires_system_checks = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Read a request from each line of standard input and print the result."""
        counter.main()
