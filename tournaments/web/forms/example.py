"""An example of a game: the filled form of a hand at an invented table, and its result."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.points import MOST, Points
from scoring.ruleset import RuleSet
from scoring.table import following, judge_next
from scoring.values import Checks, Options
from tournaments.actions.core.rows import attach
from tournaments.actions.hands.tables import TableInPlay, table_state
from tournaments.models import Round, Seat, Table, Tournament

from .hands import TallyForm

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
APART = 10
"""The difference between two successive sides of the example in steps of the score, if the bounds allow it."""


@dataclass(frozen=True)
class ExampleResult:
    """A side of the example with its place, its players and its total; results are sorted by place."""

    placed: Sequence[tuple[int, tuple[Seat, ...], int]]
    over: bool


def example_of(tournament: Tournament) -> TallyForm:
    """Return the filled form of the first hand at a table of this tournament; the tournament may be unsaved."""
    rules, options = tournament.rules, tournament.options
    sides = tournament.side_counts[0]
    table = Table(pk=0, round=Round(tournament=tournament, number=1), number=1)
    seats = tuple(_seat(table, number, number % sides) for number in range(sides * rules.seats_per_side(options)))
    attach(table, "seats", seats)
    lines = EXAMPLES[tournament.ruleset](rules, options, sides)
    typed = {f"line-{side}-{name}": str(value) for side, line in enumerate(lines) for name, value in line.items()}
    return TallyForm(TableInPlay(table=table, seats=seats, hands=(), state=table_state(table, ())), 1, data=typed)


def result_of_example(example: TallyForm) -> ExampleResult | None:
    """Return the result of an example; None if the rules refuse the hand."""
    hand = judge_next(example.game, example.before, example.tally(), Checks.PLAY)
    if isinstance(hand, list):
        return None
    after = following(example.game, example.before, hand)
    placed = zip(after.places, example.play.sides, after.totals, strict=True)
    return ExampleResult(sorted(placed, key=lambda row: row[0]), after.over)


def _seat(table: Table, number: int, side: int) -> Seat:
    seat = Seat(table=table, round=table.round, number=number, side=side)
    seat.entry_name = NAMES[number]
    return seat


Lines = list[Mapping[str, int | str]]


def _points(rules: RuleSet, options: Options, sides: int) -> Lines:
    """Return the points of each side in decreasing order; they obey the bounds of the options and any fixed total."""
    assert isinstance(rules, Points)  # noqa: S101 - it is the example of this base
    step = int(options["step"])
    least, most = int(options["minimum"]), int(options.get("maximum", MOST))
    if rules.total is None:
        wanted = [step * APART * (sides - side) for side in range(sides)]
        points = [max(least, min(most, each)) for each in wanted]
    else:
        points = _shared(rules.total - sides * least, step, most - least, sides)
        points = [least + each for each in points]
    return [{"points": each} for each in (points[::-1] if rules.low_wins else points)]


def _shared(rest: int, step: int, most: int, sides: int) -> list[int]:
    """Return decreasing shares of `rest`: half of it, then half of the remainder, and so on. Each is at most `most`."""
    shares = [0] * sides
    for side in range(sides):
        room = most * (sides - side - 1)  # the most that the later sides can get together
        half = rest // 2 // step * step if side < sides - 1 else rest
        shares[side] = max(rest - room, min(most, half))
        rest -= shares[side]
    return shares


def _places(_rules: RuleSet, _options: Options, sides: int) -> Lines:
    return [{"place": side + 1} for side in range(sides)]


def _result(_rules: RuleSet, _options: Options, _sides: int) -> Lines:
    return [{"result": "win"}, {"result": "loss"}]


EXAMPLES: Mapping[str, Callable[[RuleSet, Options, int], Lines]] = {
    "points": _points,
    "places": _places,
    "result": _result,
}
