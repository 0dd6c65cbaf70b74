"""Points: any game in which the points of each side are recorded for each hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.bounds import HandBounds
from scoring.fields import Choice, Field, Value
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, LIMIT, TARGET, RuleSet, wrong_total
from scoring.values import Options, TableRules, Tally

MOST = 1_000_000
"""The highest number that can be entered; the lowest is its negative."""

USUAL_SIDES = range(3, 6)
MOST_PLAYERS = 8
"""The most players at one table."""

POINTS = Field("points", _("Points"), minimum=-MOST, maximum=MOST)
DIRECTION = Field(
    "direction",
    _("Who wins"),
    choices=(Choice("high", _("The highest total")), Choice("low", _("The lowest total"))),
    default="high",
    asked=True,
)
PLAYERS = Field("players", _("Players on each side"), minimum=1, maximum=4, default=1)
SIDES = Field(
    "sides",
    _("Sides at a table"),
    _("If empty: 4 players (3 or 5 if the number of players requires it), or two sides of partners"),
    minimum=2,
    maximum=MOST_PLAYERS,
    optional=True,
)
SUM = Field(
    "sum",
    _("Sum of a hand"),
    _("The total points of all sides in a hand, if it is always the same"),
    minimum=-MOST,
    maximum=MOST,
    optional=True,
)
MINIMUM = Field(
    "minimum",
    _("Fewest points in a hand"),
    _("Below zero, such as -500, where a hand can cost points"),
    minimum=-MOST,
    maximum=MOST,
    default=0,
)
MAXIMUM = Field("maximum", _("Most points in a hand"), minimum=-MOST, maximum=MOST, optional=True)
STEP = Field("step", _("Step"), _("5 where all points are multiples of 5"), minimum=1, maximum=1000, default=1)
EITHER = replace(TARGET, label=_("Target or limit"), help=_("The table ends when a total reaches it"))
"""The total that ends a table, until it is known whether high or low totals win."""


@dataclass(frozen=True, kw_only=True)
class Points(RuleSet):
    """A game of points; `configured` returns it with the sides, bounds and direction that its options set."""

    page: str = "points"
    score_field: str | None = "points"
    sides: range = range(2, MOST_PLAYERS + 1)
    total: int | None = None
    line: tuple[Field, ...] = (POINTS,)
    table_fields: tuple[Field, ...] = (EITHER, HANDS)
    option_fields: tuple[Field, ...] = (DIRECTION, PLAYERS, SIDES, SUM, MINIMUM, MAXIMUM, STEP)
    main_options: tuple[str, ...] = ("direction", "players", "sides", "minimum", "sum")

    def seats_per_side(self, options: Options) -> int:
        """Return the number of players in the options."""
        return int(options["players"])

    def configured(self, options: Options) -> RuleSet:
        """Return the game with the sides, the bounds and the direction that these options set."""
        return _configured(self, tuple(options.items()))

    def option_problems(self, options: Options) -> Iterator[Problem]:
        """Yield a problem for each contradiction between options that are valid by themselves."""
        yield from seat_problems(options)
        for field in (SUM, MINIMUM, MAXIMUM):
            stepped = replace(field, multiple_of=int(options["step"]))
            if not stepped.accepts(options.get(field.name, 0)):
                yield stepped.problem(options[field.name])
        least, most = int(options["minimum"]), int(options.get("maximum", MOST))
        if least > most:
            message = _("“Most points in a hand” must be at least %(least)d, the value of “Fewest points in a hand”.")
            yield Problem("below_minimum", message, {"least": least}, ("maximum",))
        elif "sum" in options:
            yield from self._sum_problems(options, least, most)

    def _sum_problems(self, options: Options, least: int, most: int) -> Iterator[Problem]:
        if not any(sides * least <= int(options["sum"]) <= sides * most for sides in side_counts(options)):
            message = _("The sides cannot reach this sum with these fewest and most points.")
            yield Problem("sum_out_of_reach", message, {}, ("sum",))

    def table_problems(self, rules: TableRules) -> Iterator[Problem]:
        """Yield a problem if the table rules have no end, or a target that no points can reach."""
        yield from super().table_problems(rules)
        agreed = rules.target is not None and rules.sides is None
        if agreed and all(self.hand_bounds({}, sides).most <= 0 for sides in self.sides):
            message = _("Totals cannot rise above 0: leave the target empty, or allow more points in a hand.")
            yield Problem("target_out_of_reach", message, {}, ("table", "target"))

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the sum of a hand's points if it is fixed, else {}."""
        return {} if self.total is None else {"points": self.total}

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for points that do not add up to the fixed sum."""
        points = tally.column("points")
        if points is not None and self.total not in (None, sum(points)):
            yield wrong_total(points, self.total or 0, "points", "wrong_sum")

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a side's points. If the sum is fixed, the other sides must be able to have the rest."""
        least, most = self.line[0].minimum, self.line[0].maximum
        if self.total is None:
            return HandBounds(least, most, least * sides, most * sides)
        others = sides - 1
        return HandBounds(
            max(least, self.total - others * most), min(most, self.total - others * least), self.total, self.total
        )

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the points as recorded."""
        return tuple(int(line["points"]) for _side, line in tally.sides())


def seat_problems(options: Options) -> Iterator[Problem]:
    """Yield a problem if these options seat more than `MOST_PLAYERS` players at a table."""
    if int(options.get("sides", 2)) * int(options["players"]) > MOST_PLAYERS:
        message = _("Up to %(most)d players sit at a table: choose fewer sides, or fewer players on each.")
        yield Problem("too_many_seats", message, {"most": MOST_PLAYERS}, ("sides",))


def side_counts(options: Options) -> range:
    """Return the numbers of sides that a table may have."""
    if "sides" in options:
        return range(int(options["sides"]), int(options["sides"]) + 1)
    return USUAL_SIDES if options["players"] == 1 else range(2, 3)


@lru_cache(maxsize=256)  # limited, because any request can have new options
def _configured(game: Points, options: tuple[tuple[str, Value], ...]) -> Points:
    named = dict(options)
    least, most, step = int(named["minimum"]), int(named.get("maximum", MOST)), int(named["step"])
    low_wins = named["direction"] == "low"
    return replace(
        game,
        sides=side_counts(named),
        low_wins=low_wins,
        table_fields=(LIMIT if low_wins else TARGET, HANDS),
        step=step,
        total=int(named["sum"]) if "sum" in named else None,
        line=(replace(POINTS, minimum=least, maximum=most, multiple_of=step),),
    )


ANY = Points(slug="points", title=_("Points"), source=_("The rules of your club"), usual_table=TableRules(hands=4))
