"""Exports a tournament as one JSON document."""

import json
import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.exchange.document_schema import document_schema
from tournaments.actions.exchange.exporting import export
from tournaments.actions.standings.standings import refresh
from tournaments.management.progress import show_progress
from tournaments.models import Tournament


class Command(BaseCommand):
    """Writes the document to a file or to standard output, and the progress to standard error."""

    help = "Write a whole tournament as one JSON document, which checker/check.py verifies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the tournament, the file and the kind of export."""
        parser.add_argument("tournament", metavar="SLUG", nargs="?")
        parser.add_argument("--to", type=Path, metavar="FILE", help="by default the standard output")
        parser.add_argument("--public", action="store_true", help="only what everybody may see")
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the document instead")

    def handle(self, *, tournament: str | None, to: Path | None, public: bool, schema: bool, **_: Any) -> None:
        """Write the document. Raise CommandError if the tournament does not exist or the file cannot be written."""
        if schema:
            self.stdout.write(json.dumps(document_schema(), indent=1))
            return
        found = Tournament.objects.filter(slug=tournament).first()
        if found is None:
            raise CommandError(f"There is no tournament {tournament}." if tournament else "Name a tournament.")
        refresh(found.pk)  # without a worker, the standings may be out of date
        hidden = found.standings_hidden_after if public else None
        parts = export(found, in_full=not public, hidden_after=hidden, progress=self._progress)
        try:
            with to.open("wb") if to else nullcontext(sys.stdout.buffer) as out:
                out.writelines(parts)
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise CommandError(f"{to or 'The document'} cannot be written: {fault.strerror}") from fault

    def _progress(self, section: str, rows: int) -> None:
        if sys.stderr.isatty():
            show_progress(self, f"{section}: {rows}")
