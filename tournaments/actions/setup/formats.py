"""Formats that fit into an evening: their duration, the rounds of each player, and how often the best player wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext_noop as _

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.setup.plans import NO_CLUB, ClubsOwn, PlannedTournament
from tournaments.models import Tournament
from tournaments.pairing.formats.possible import Format, Room, formats
from tournaments.pairing.formats.simulation import Chance, best_wins
from tournaments.pairing.knock_out_plan import table_sizes

USUAL_HANDS = 4
"""The hands of a table in the simulation if the game's tables do not end after a number of hands."""
EVENINGS = 1_000
WORK = 2_000_000
"""The most entrants and seats of knock-outs, over all evenings, that a request simulates; it takes about a second."""
BOUNDS: Mapping[str, tuple[int, int]] = {
    "players": (5, 1_000),
    "minutes": (10, 12 * 60),
    "round_minutes": (5, 12 * 60),
    "pause": (0, 12 * 60),
    "tables": (1, 1_000),
    "hands": (1, 1_000),
}


@dataclass(frozen=True, kw_only=True)
class PlannedEvening:
    """What is known of an evening: the players, the minutes of the evening, of a round and of a pause.

    `tables` and `hands` are the most that are possible; None for no limit.
    """

    players: int
    minutes: int
    round_minutes: int = 45
    pause: int = 5
    tables: int | None = None
    hands: int | None = None

    @property
    def rounds(self) -> int:
        """How many rounds fit into the evening."""
        return (self.minutes + self.pause) // (self.round_minutes + self.pause)

    def length(self, rounds: int) -> int:
        """Return the duration of this number of rounds in minutes, with the pauses between them."""
        return rounds * self.round_minutes + max(0, rounds - 1) * self.pause


@dataclass(frozen=True)
class FittingFormat:
    """A format with its duration in minutes, and `least` and `most`: how many rounds an entrant plays.

    `hands` is the number of hands in a round, None for the usual number.
    """

    format: Format
    minutes: int
    least: int
    most: int
    hands: int | None

    def chance(self, evenings: int = EVENINGS) -> Chance:
        """Return how often the best player wins, estimated by simulating this number of evenings."""
        return _chance(self.format, self.hands or USUAL_HANDS, evenings)


def fitting_formats(tournament: Tournament, evening: PlannedEvening) -> list[FittingFormat]:
    """Return the formats that suit the game and the settings of this tournament, which may be unsaved.

    Raises Invalid with every number that is out of bounds, and if not even one round fits.
    """
    if problems := [*_problems(evening)]:
        raise Invalid(problems)
    hands = evening.hands or tournament.table_hands
    return [
        FittingFormat(each, evening.length(each.all_rounds), each.least_rounds, each.all_rounds, hands)
        for each in formats(_room(tournament, evening))
    ]


def affordable_evenings(found: Sequence[FittingFormat]) -> int:
    """Return how many evenings of each format can be simulated within a request, at most `EVENINGS`."""
    seats = sum(each.format.room.entrants + sum(round_.players for round_ in each.format.knock_out) for each in found)
    return max(1, min(EVENINGS, WORK // max(1, seats)))


def usual_tournament(game: str, own: ClubsOwn = NO_CLUB) -> Tournament:
    """Return an unsaved tournament of a game with its usual settings. Raises Invalid for an unknown game."""
    plan = PlannedTournament({"name": "–", "ruleset": game}, own=own)
    if plan.problems:
        raise Invalid(plan.problems)
    return Tournament(**plan.values)


def _room(tournament: Tournament, evening: PlannedEvening) -> Room:
    return Room(
        evening.players // tournament.entry_size,
        tournament.table_sizes,
        table_sizes(tournament.possible_table_sizes, uneven=tournament.uneven_tables),
        evening.rounds,
        evening.tables,
    )


def _problems(evening: PlannedEvening) -> Iterator[Problem]:
    for name, (least, most) in BOUNDS.items():
        value = getattr(evening, name)
        if value is not None and not least <= value <= most:
            bounds = {"least": least, "most": most}
            yield Problem("out_of_range", _("Enter a number from %(least)d to %(most)d."), bounds, (name,))
    if evening.round_minutes > evening.minutes:
        yield Problem("no_round_fits", _("Not even one round fits in this time."), pointer=("round_minutes",))


@lru_cache(maxsize=1_000)
def _chance(format_: Format, hands: int, evenings: int) -> Chance:
    return best_wins(format_, hands, evenings)
