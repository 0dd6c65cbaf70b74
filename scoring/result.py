"""Win, draw, loss: any game of two sides in which only the winner is recorded."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.bounds import HandBounds
from scoring.fields import Choice, Field, Kind
from scoring.points import MOST, MOST_PLAYERS, PLAYERS
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, RuleSet
from scoring.values import ALL_LINES, Options, TableRules, TableState, Tally

WORTH = {"win": 2, "draw": 1, "loss": 0}
"""The points of a hand: a draw is worth half a win."""

RESULT = Field(
    "result", _("Result"), choices=(Choice("win", _("Won")), Choice("draw", _("Drawn")), Choice("loss", _("Lost")))
)
POINTS = Field("points", _("Points"), _("The score, if you record it"), minimum=-MOST, maximum=MOST, optional=True)
BEST_OF = Field(
    "best_of",
    _("Best of the hands"),
    _("The table ends when one side can no longer be caught"),
    kind=Kind.BOOLEAN,
    default=False,
)


@dataclass(frozen=True, kw_only=True)
class Result(RuleSet):
    """A game that is won, drawn or lost. Points may be recorded too, but they decide nothing."""

    page: str = "result"
    sides: range = range(2, 3)
    line: tuple[Field, ...] = (RESULT, POINTS)
    table_fields: tuple[Field, ...] = (HANDS,)
    option_fields: tuple[Field, ...] = (replace(PLAYERS, maximum=MOST_PLAYERS // 2), BEST_OF)
    main_options: tuple[str, ...] = ("players", "best_of")

    def seats_per_side(self, options: Options) -> int:
        """Return the number of players in the options."""
        return int(options["players"])

    def configured(self, options: Options) -> RuleSet:
        """Return the game. If the side with the better result over all hands wins, tables may end early."""
        return _configured(self, may_end_early=bool(options["best_of"]))

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for two winners, two losers, and a draw for only one side."""
        results = [line.get("result") for _side, line in tally.sides()]
        if None not in results and sorted(map(str, results)) not in (["draw", "draw"], ["loss", "win"]):
            message = _("Choose one winner and one loser, or two draws")
            yield Problem("results_contradict", message, {"field": "result"}, ALL_LINES)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return 2 for a win, 1 for a draw, 0 for a loss."""
        return tuple(WORTH[str(line["result"])] for _side, line in tally.sides())

    def ending(self, state: TableState) -> str | None:
        """Return "hands" after the last hand; None if the table goes on.

        If the side with the better result over all hands wins, also return "hands" once no remaining hand can change
        the winner. A timed table without a number of hands plays on until the clock ends it.
        """
        hands, lead = state.rules.hands, abs(state.totals[0] - state.totals[1])
        if state.options["best_of"] and hands is not None and lead > WORTH["win"] * (hands - state.hands):
            return "hands"
        return super().ending(state)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return 0 and 2 points as the bounds of a side, and 2 points for both sides together."""
        win = WORTH["win"]
        return HandBounds(0, win, win, win)


@lru_cache(maxsize=16)
def _configured(game: Result, *, may_end_early: bool) -> Result:
    return replace(game, may_end_early=may_end_early)


ANY = Result(
    slug="result", title=_("Win, draw, loss"), source=_("The rules of your club"), usual_table=TableRules(hands=1)
)
