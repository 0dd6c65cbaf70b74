"""Which places are still possible in a tournament, and why."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.outlook_words import condition, reasons
from tournaments.models import Tournament


class Command(BaseCommand):
    """Prints an entry a paragraph, as the standings have them that were published last."""

    help = "Show what is safe and what is still possible for each entry, with the reasons."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament."""
        parser.add_argument("tournament", metavar="SLUG")

    def handle(self, *, tournament: str, **_options: Any) -> None:
        """Print them."""
        found = Tournament.objects.filter(slug=tournament).first()
        if found is None:
            raise CommandError(f"There is no tournament {tournament}.")
        if not found.outlook:
            raise CommandError("Its director does not wish it: “Show which places are still possible” is off.")
        standing = found.standings.last()
        rows = standing.document["rows"] if standing else []
        told = {row["entry"]: reasons(rows, row["entry"], low_wins=found.low_score_wins) for row in rows}
        for row in (row for row in rows if told[row["entry"]]):
            place = "–" if row["place"] is None else row["place"]
            self.stdout.write(f"{place}. {row['name']}: {' '.join(told[row['entry']])}")
        words = condition(found.rounds_planned) if any(told.values()) else "Nothing is left to be played."
        self.stdout.write(words)
