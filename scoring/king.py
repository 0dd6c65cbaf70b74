"""King: seven deals with cards or tricks to avoid, five with tricks to take, and the domino."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.bounds import HandBounds
from scoring.fields import Choice, Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, RuleSet, wrong_total
from scoring.values import ALL_LINES, Options, TableRules, Tally

CARDS = 13
"""The cards of each player."""

DOMINO_LEFT = 36
"""The most cards that three players can hold when the domino ends: at least three of their cards are on the table."""

WORTH = {
    "kings_jacks": (8, -2),
    "queens": (4, -3),
    "eight_of_diamonds": (1, -8),
    "king_of_hearts": (1, -8),
    "hearts": (13, -1),
    "last_two": (2, -4),
    "tricks": (13, -1),
    "trumps": (13, 1),
    "no_trumps": (13, 2),
}
"""By deal, the number of cards or tricks that count, and the points of each; for the domino the number varies."""

DEAL = Field(
    "deal",
    _("Deal"),
    choices=(
        Choice("kings_jacks", _("No kings and jacks")),
        Choice("queens", _("No queens")),
        Choice("eight_of_diamonds", _("No eight of diamonds")),
        Choice("king_of_hearts", _("No king of hearts")),
        Choice("hearts", _("No hearts")),
        Choice("last_two", _("Not the last two tricks")),
        Choice("tricks", _("No tricks (misère)")),
        Choice("domino", _("Domino")),
        Choice("trumps", _("Tricks with trumps")),
        Choice("no_trumps", _("Tricks without trumps")),
    ),
)
TAKEN = Field(
    "taken",
    _("Cards or tricks"),
    _("The cards or tricks of the deal that each player took; in the domino the cards left in hand"),
    maximum=CARDS,
)


@dataclass(frozen=True, kw_only=True)
class King(RuleSet):
    """King for four players, each for himself."""

    page: str = "king"
    sides: range = range(4, 5)
    line: tuple[Field, ...] = (TAKEN,)
    hand_fields: tuple[Field, ...] = (DEAL,)
    table_fields: tuple[Field, ...] = (HANDS,)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield a problem for a number of cards or tricks that the deal does not have."""
        taken, deal = tally.column("taken"), tally.facts.get("deal")
        if taken is None or deal is None:
            return
        if deal == "domino":
            yield from _domino_problems(taken)
        elif sum(taken) != WORTH[str(deal)][0]:
            yield wrong_total(taken, WORTH[str(deal)][0], "taken", "wrong_number_taken")

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the number of captured cards or tricks, times the points of the deal.

        In the domino, return minus the number of cards left; the player who is out gets the sum of the others' cards.
        """
        taken = [int(line["taken"]) for _side, line in tally.sides()]
        if tally.facts["deal"] == "domino":
            return tuple(-left or sum(taken) for left in taken)
        worth = WORTH[str(tally.facts["deal"])][1]
        return tuple(worth * each for each in taken)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds over all deals, because any deal may come next."""
        sums = [number * worth for number, worth in WORTH.values()]
        return HandBounds(min(sums), DOMINO_LEFT, min(sums), max(sums))


def _domino_problems(left: Sequence[int]) -> Iterator[Problem]:
    if left.count(0) != 1:
        message = _("The domino ends when one player has no card left: exactly one has 0")
        yield Problem("domino_without_end", message, {"field": "taken"}, ALL_LINES)
    elif sum(left) > DOMINO_LEFT:
        message = _("At most %(most)d cards are left in the three other hands, not %(total)d")
        yield Problem("too_many_left", message, {"most": DOMINO_LEFT, "total": sum(left), "field": "taken"}, ALL_LINES)
    elif left.count(12) == len(left) - 1:
        message = _("A domino cannot end with twelve cards in each of the three other hands")
        yield Problem("too_many_left", message, {"field": "taken"}, ALL_LINES)


KING = King(
    slug="king",
    title=_("King (card game)"),
    source=_("King, the Italian game of thirteen deals"),
    usual_table=TableRules(hands=13),
)
