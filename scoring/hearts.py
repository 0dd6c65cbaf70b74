"""Hearts: each captured heart is 1 point, the queen of spades 13, and the lowest total wins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.bounds import HandBounds
from scoring.fields import Choice, Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, LIMIT, RuleSet
from scoring.values import ALL_LINES, Options, TableRules, Tally

QUEEN = 13
MOON = 26
"""The points of all hearts and of the queen."""

POINTS = Field("points", _("Points"), _("1 for each heart taken, 13 for the queen of spades"), maximum=MOON)
ALL_POINTS = Field(
    "moon",
    _("If one player takes all 26 points"),
    choices=(Choice("others", _("26 more for each of the others")), Choice("own", _("26 less for that player"))),
    default="others",
)


@dataclass(frozen=True, kw_only=True)
class Hearts(RuleSet):
    """Hearts for four players."""

    own_problems: ClassVar[Mapping[str, str]] = {
        "queen_not_taken": _("One player must have at least 13 points, because somebody took the queen of spades")
    }

    page: str = "hearts"
    sides: range = range(4, 5)
    low_wins: bool = True
    hand_total: int | None = MOON
    card_points: str | None = "points"
    table_fields: tuple[Field, ...] = (LIMIT, HANDS)
    line: tuple[Field, ...] = (POINTS,)
    option_fields: tuple[Field, ...] = (ALL_POINTS,)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for points that do not add up to 26, and if no player's points can include the queen's 13."""
        yield from super().check_hand(tally)
        points = tally.column("points")
        if points is not None and max(points) < QUEEN and sum(points) == MOON:
            yield self.own_problem("queen_not_taken", ALL_LINES, field="points")

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the points; if one player took all 26, return 26 for each of the others or -26 for that player."""
        points = tuple(int(line["points"]) for _side, line in tally.sides())
        if MOON not in points:
            return points
        if tally.options["moon"] == "own":
            return tuple(-each for each in points)
        return tuple(MOON - each for each in points)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a hand, which include the case that one player takes all points."""
        if options["moon"] == "own":
            return HandBounds(-MOON, MOON, -MOON, MOON)
        return HandBounds(0, MOON, MOON, MOON * (sides - 1))


HEARTS = Hearts(
    slug="hearts",
    title=_("Hearts (card game)"),
    source=_("Hearts, as commonly played"),
    usual_table=TableRules(hands=8),
)
