"""Verifies that the hash chain of each ledger is intact, and that the standings agree with the recorded hands."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.verification import Verdict, verify
from tournaments.models import Tournament


class Command(BaseCommand):
    """Prints a line for each tournament, and a line for each disagreement."""

    help = "Check that ledgers, scores and standings are what was recorded; fails if one is not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the tournaments."""
        parser.add_argument("tournaments", nargs="*", metavar="SLUG", help="by default all")

    def handle(self, *, tournaments: list[str], **_options: Any) -> None:
        """Verify the ledgers of these tournaments, or all ledgers without arguments.

        Raise CommandError if one fails.
        """
        chosen = Tournament.objects.order_by("pk")
        if tournaments:
            chosen = chosen.filter(slug__in=tournaments)
            missing = set(tournaments) - set(chosen.values_list("slug", flat=True))
            if missing:
                raise CommandError(f"There is no tournament {', '.join(sorted(missing))}.")
        verdicts = [self._verify(tournament) for tournament in chosen]
        if not all(verdict.holds for verdict in verdicts):
            raise CommandError("Something is not as it was recorded.")

    def _verify(self, tournament: Tournament) -> Verdict:
        verdict = verify(tournament)
        erased = f", {verdict.erased} erased" if verdict.erased else ""
        word = "holds" if verdict.holds else "DOES NOT HOLD"
        self.stdout.write(f"{tournament.slug}: {word}, {verdict.entries} entries{erased}, head {verdict.head[:16]}")
        for finding in verdict.findings:
            self.stdout.write(f"  {finding.place}: {finding.detail}")
        return verdict
