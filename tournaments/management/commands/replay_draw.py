"""Repeats draws, to check that stored inputs and seeds still give the same tables."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.rounds.draws.replays import replay
from tournaments.models import Round, Tournament

WORDS = {
    True: "the same tables",
    False: "OTHER TABLES",
    None: "drawn by an earlier version of the program, cannot be repeated exactly",
}


class Command(BaseCommand):
    """Prints a line for each round; fails if a draw gives different tables."""

    help = "Draw the rounds of a tournament again and compare; nothing is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the tournament, and optionally a round."""
        parser.add_argument("tournament", metavar="SLUG")
        parser.add_argument("round", nargs="?", type=int, help="by default all")

    def handle(self, *, tournament: str, round: int | None, **_options: Any) -> None:  # noqa: A002
        """Repeat the draws; raise CommandError if one gives different tables."""
        stored = Tournament.objects.filter(slug=tournament).first()
        if stored is None:
            raise CommandError(f"There is no tournament {tournament}.")
        rounds = stored.rounds.drawn()
        chosen = list(rounds if round is None else rounds.filter(number=round))
        if not chosen:
            raise CommandError("No such round has been drawn.")
        verdicts = [self._replay(each) for each in chosen]
        if False in verdicts:
            raise CommandError("Not every draw came out as it was.")

    def _replay(self, round_: Round) -> bool | None:
        same = replay(round_)
        word = WORDS[same]
        since = ", changed by hand since" if round_.drawn else ""
        self.stdout.write(f"round {round_.number}, {round_.method}, {round_.seed}: {word}{since}")
        return same
