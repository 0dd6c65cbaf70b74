"""manage.py stages: prints the tournament formats that fit an evening."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from scoring import registry
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.setup.formats import (
    BOUNDS,
    FittingFormat,
    PlannedEvening,
    affordable_evenings,
    fitting_formats,
    usual_tournament,
)
from tournaments.wording.format_words import described, why_no_hands

LINE = "{:>5}  {:>6}  {:>7}  {:>4}  {:>9}  {}"


class Command(BaseCommand):
    """Prints a line for each format: hours, rounds, hands, byes, and how often the best player wins."""

    help = "Show the stages that fit so many players and hours, and how often the best player wins, by simulation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the options that describe the evening, and the number of evenings to simulate."""
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--hours", type=float, required=True)
        parser.add_argument("--game", required=True, choices=[ruleset.slug for ruleset in registry.RULESETS])
        parser.add_argument("--tables", type=int, help="the tables in the room; by default as many as are needed")
        parser.add_argument("--round-minutes", type=int, default=PlannedEvening.round_minutes, help="%(default)s")
        parser.add_argument(
            "--pause", type=int, default=PlannedEvening.pause, help="minutes between; default: %(default)s"
        )
        parser.add_argument("--hands", type=int, help="the hands of a table; by default the game's usual number")
        parser.add_argument("--evenings", type=int, help="to simulate; by default as many as the page simulates")

    def handle(self, *, hours: float, game: str, evenings: int | None, **options: Any) -> None:
        """Print the formats. Raise CommandError for numbers that are out of bounds."""
        least, most = BOUNDS["minutes"]
        if not least <= 60 * hours <= most:
            raise CommandError(f"--hours: Write a number from {least / 60:.2f} to {most // 60}.")
        if evenings is not None and evenings < 1:
            raise CommandError("--evenings: Write a number from 1.")
        numbers = {name: options[name] for name in ("players", "tables", "round_minutes", "pause", "hands")}
        evening = PlannedEvening(minutes=round(60 * hours), **numbers)
        tournament = usual_tournament(game)
        try:
            found = fitting_formats(tournament, evening)
        except Refusal as refusal:
            faults = [f"--{'-'.join(map(str, each.pointer)).replace('_', '-')}: {each}" for each in refusal.problems]
            raise CommandError("\n".join(faults)) from refusal
        self.stdout.write(f"{evening.rounds} rounds of {evening.round_minutes} minutes fit.")
        self.stdout.write(LINE.format("Hours", "rounds", "hands", "byes", "best wins", ""))
        simulated = evenings or affordable_evenings(found)
        with translation.override("en"):
            for each in found:
                self.stdout.write(self._line(each, simulated))
            if evening.hands is None and (reason := why_no_hands(tournament)):
                self.stdout.write(f"{reason} --hands counts with a number of yours.")

    def _line(self, each: FittingFormat, evenings: int) -> str:
        chance = each.chance(evenings)
        length = f"{each.minutes // 60}:{each.minutes % 60:02}"
        hands = f"{each.least * each.hands}–{each.most * each.hands}" if each.hands else "–"
        wins = f"{chance.share:.0%} ± {100 * chance.error:.0f}"
        return LINE.format(length, f"{each.least}–{each.most}", hands, each.format.byes, wins, described(each.format))
