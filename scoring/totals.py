"""Totals: any game in which only the total of each side at the end of the table is recorded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.bounds import HandBounds, TableBounds
from scoring.fields import Field
from scoring.points import MOST
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet, wrong_total
from scoring.table import opening
from scoring.values import Options, TableRules, TableState, Tally

TOTAL = Field("points", _("Total"), minimum=-MOST, maximum=MOST)
PLAYED = Field(
    "hands",
    _("Hands played"),
    _("Only if the table ended before its last hand"),
    minimum=1,
    maximum=MOST,
    optional=True,
)


@dataclass(frozen=True, kw_only=True)
class TableTotals(RuleSet):
    """A game that is scored by table total. A table has one hand, whose scores are the totals of all hands.

    `agreed` has the rules of the game's tables. If `timed`, a table may end before its last hand. If a table stopped
    before the agreed number of hands, the tally has the number of hands that were played.
    """

    game: RuleSet
    agreed: TableRules
    timed: bool
    score_field: str | None = "points"

    def seats_per_side(self, options: Options) -> int:
        """Return the game's number of players on a side."""
        return self.game.seats_per_side(options)

    def complete(self, rules: TableRules) -> TableRules:
        """Return the rules with one hand and no target."""
        return replace(rules, target=None, hands=1)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the field for the total, within the bounds of a table with this number of sides."""
        if playing is None:
            return (replace(TOTAL, multiple_of=self.step),)
        bounds = [self.hand_bounds(options, playing, hands) for hands in (1, None)]
        least, most = min(each.least for each in bounds), max(each.most for each in bounds)
        return (replace(TOTAL, minimum=least, maximum=most, multiple_of=self.step),)

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the sum of the totals if all tables have the same sum, else {}."""
        bounds = self.hand_bounds(options, playing)
        return {"points": bounds.least_sum} if bounds.least_sum == bounds.most_sum else {}

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield a problem for totals that no hands add up to."""
        points = tally.column("points")
        if points is None:
            return
        bounds = self.hand_bounds(tally.options, len(points), tally.fact(PLAYED.name))
        for side, line in tally.sides():
            exact = replace(TOTAL, minimum=bounds.least, maximum=bounds.most)
            if not exact.accepts(line["points"]):
                yield exact.problem(line["points"]).under("lines", side)
        right = min(max(sum(points), bounds.least_sum), bounds.most_sum)
        if sum(points) != right:
            yield wrong_total(points, right, "points", "wrong_sum")

    def check_play(self, tally: Tally) -> Iterator[Problem]:
        """Yield a problem for a table that played more hands than agreed."""
        played = tally.fact(PLAYED.name)
        agreed = self.game.complete(replace(self.agreed, sides=len(tally.lines))).hands
        if played is not None and agreed is not None and played > agreed:
            yield replace(PLAYED, maximum=agreed).problem(played).under("hand")

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the totals as recorded."""
        return tuple(int(line["points"]) for _side, line in tally.sides())

    def hand_bounds(self, options: Options, sides: int, hands: int | None = None) -> HandBounds:
        """Return the bounds of a table's totals after `hands` hands; after all hands if it is None.

        The bounds of a side are within `MOST`.
        """
        least, most, least_sum, most_sum = self._bounds(options, sides, hands)
        return HandBounds(max(least, -MOST), min(most, MOST), least_sum, most_sum)

    def table_bounds(self, state: TableState) -> TableBounds:
        """Return the bounds of the totals; a table that has no total yet may stop after its first hand."""
        whole = super().table_bounds(state)
        if state.hands or PLAYED not in self.hand_fields:
            return whole
        one = self.hand_bounds(state.options, state.sides, 1)
        return replace(
            whole,
            least=tuple(min(each, one.least) for each in whole.least),
            most=tuple(max(each, one.most) for each in whole.most),
            least_sum=min(whole.least_sum, one.least_sum),
            most_sum=max(whole.most_sum, one.most_sum),
        )

    def _bounds(self, options: Options, sides: int, hands: int | None) -> tuple[int, int, int, int]:
        agreed = self.game.complete(replace(self.agreed, sides=sides))
        if agreed.hands and not (agreed.target or self.timed or self.game.may_end_early):
            hand, played = self.game.hand_bounds(options, sides), min(hands or agreed.hands, agreed.hands)
            return hand.least * played, hand.most * played, hand.least_sum * played, hand.most_sum * played
        table = self.game.table_bounds(opening(self.game, options, agreed))
        return min(table.least), max(table.most), table.least_sum, table.most_sum


@lru_cache(maxsize=256)
def totals(game: RuleSet, agreed: TableRules, *, timed: bool = False) -> TableTotals:
    """Return the rule set that scores a game by table totals, for tables with these rules."""
    return TableTotals(
        slug=game.slug,
        title=game.title,
        source=game.source,
        page=game.page,
        sides=game.sides,
        low_wins=game.low_wins,
        unit=game.unit,
        step=game.step,
        table_fields=(),
        hand_fields=() if timed or agreed.target or game.may_end_early else (PLAYED,),
        game=game,
        agreed=agreed,
        timed=timed,
    )
