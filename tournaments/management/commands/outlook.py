"""Prints the final places that entries of a tournament can still reach, with reasons."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.standings.outlooks import condition, reasons
from tournaments.models import Standing, Tournament, leading
from tournaments.wording.stage_words import cut_sentences

Row = Mapping[str, Any]


class Command(BaseCommand):
    """Prints a line for each entry with an outlook, by place in the standings after the last full round."""

    help = "Show what is safe and what is still possible for each entry, with the reasons."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the tournament."""
        parser.add_argument("tournament", metavar="SLUG")

    def handle(self, *, tournament: str, **_options: Any) -> None:
        """Print the lines. Raise CommandError if the tournament does not exist or does not show outlooks."""
        found = Tournament.objects.with_last_round().filter(slug=tournament).first()
        if found is None:
            raise CommandError(f"There is no tournament {tournament}.")
        if not found.outlook:
            raise CommandError("Its director does not wish it: “Show which places are still possible” is off.")
        shown = leading(found)
        document = shown.latest.document if shown.latest else {"rows": []}
        rows, cut = document["rows"], cut_sentences(found, document)
        words_of = {
            row["entry"]: reasons(rows, row["entry"], low_wins=found.low_score_wins) + cut.get(row["entry"], [])
            for row in rows
        }
        for place, row in _in_order(shown.standing if shown.after_round else None, rows):
            if words_of[row["entry"]]:
                self.stdout.write(f"{place}. {row['name']}: {' '.join(words_of[row['entry']])}")
        words = condition(found.rounds_planned, rows) if any(words_of.values()) else "Nothing is left to be played."
        self.stdout.write(words)


def _in_order(full: Standing | None, rows: Sequence[Row]) -> list[tuple[int | str, Row]]:
    """Return the rows, each with its place after the last full round, by place; entries without a place are last."""
    places = {row["entry"]: row["place"] for row in full.document["rows"]} if full else {}
    order = {entry: at for at, entry in enumerate(places)}
    listed = sorted(rows, key=lambda row: order.get(row["entry"], len(order)))
    return [(places.get(row["entry"]) or "–", row) for row in listed]
