"""Scopone scientifico and Scopa: most cards, most coins, the settebello, the primiera and the sweeps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.bounds import HandBounds
from scoring.fields import Choice, Field, Kind
from scoring.primiera import BEST, best_cards, check_best_cards, holder
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, PLAYERS, TARGET, RuleSet
from scoring.scopa_checks import ALL, check_bounds
from scoring.values import ALL_LINES, Options, TableRules, Tally

CARDS = Field("cards", _("Cards"), _("More than 20 cards are worth a point"), maximum=40)
COINS = Field("coins", _("Coins"), _("Or diamonds; more than 5 are worth a point"), maximum=10)
SWEEPS = Field("sweeps", _("Sweeps"), _("A point each; the last card makes no sweep"))
SETTEBELLO = Field("settebello", _("Settebello"), _("The seven of coins: a point"), kind=Kind.BOOLEAN)
PRIMIERA = Field("primiera", _("Primiera"), _("By the best card of each suit"), kind=Kind.BOOLEAN, optional=True)
WRONG_SUM = {
    "cards": _("The cards total %(total)d: the pack has %(pack)d"),
    "coins": _("The coins total %(total)d: the pack has %(pack)d"),
}
GAME = replace(
    TARGET,
    help=_("The table ends when a side is ahead with this many points"),
    choices=(Choice(11, _("11 points")), Choice(16, _("16 points")), Choice(21, _("21 points"))),
)


@dataclass(frozen=True, kw_only=True)
class Scopa(RuleSet):
    """A game of captures between two sides. `most_sweeps` is the greatest number of sweeps of one side in a hand."""

    most_sweeps: int
    sides: range = range(2, 3)
    page: str = "scopa"
    method: str = "match-points"
    must_lead: bool = True
    table_fields: tuple[Field, ...] = (GAME, HANDS)

    def seats_per_side(self, options: Options) -> int:
        """Return 2, or 1 if two players play."""
        return int(options.get("players", 4)) // 2

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the cards and the coins of the pack."""
        return ALL

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for wrong sums, for a settebello of no side or both, two primiere, and wrong best cards."""
        for name, total in ALL.items():
            column = tally.column(name)
            if column is not None and sum(column) != total:
                params = {"total": sum(column), "pack": total, "field": name}
                yield Problem(f"{name}_sum", WRONG_SUM[name], params, ALL_LINES)
        settebello = tally.column("settebello")
        if settebello is not None and sum(settebello) != 1:
            message = _("Exactly one side has the settebello")
            yield Problem("settebello", message, {"field": "settebello"}, ALL_LINES)
        if tally.column("primiera") == [True, True]:
            message = _("Only one side can have the primiera")
            yield Problem("two_primiere", message, {"field": "primiera"}, ALL_LINES)
        yield from check_best_cards(tally)

    def check_cards(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for numbers that no piles can have or no captures can give."""
        return check_bounds(tally, self.most_sweeps)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return each side's points: 1 for most cards, most coins, settebello, primiera, and each sweep."""
        best = best_cards(tally)
        primiera = None if best is None else holder(best)
        points = []
        for side, line in tally.sides():
            has_primiera = line["primiera"] if best is None else primiera == side
            most = (int(line["cards"]) > 20) + (int(line["coins"]) > 5)
            points.append(most + int(line["settebello"]) + int(has_primiera) + int(line["sweeps"]))
        return tuple(points)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a side: 0 and all points.

        Both sides together have at least the point for the settebello.
        """
        most = 4 + self.most_sweeps
        return HandBounds(0, most, 1, most)


def _line(most_sweeps: int) -> tuple[Field, ...]:
    return (CARDS, COINS, replace(SWEEPS, maximum=most_sweeps), SETTEBELLO, PRIMIERA, *BEST)


SCOPONE = Scopa(
    slug="scopone",
    title="Scopone scientifico",
    source="Scopone scientifico Rules",
    most_sweeps=19,
    line=_line(19),
    usual_table=TableRules(target=21),
)
SCOPA = Scopa(
    slug="scopa",
    title="Scopa",
    source="The Penguin Book of Card Games, Scopa",
    most_sweeps=18,
    line=_line(18),
    option_fields=(PLAYERS,),
    usual_table=TableRules(target=11),
)
