"""Buddha: bid a number of tricks, and take exactly as many."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.bounds import HandBounds, each_side
from scoring.fields import Choice, Field
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, RuleSet
from scoring.values import ALL_LINES, Options, TableRules, Tally

CARDS = {3: 15, 4: 14, 5: 14, 6: 11}
"""The cards that each player gets, by number of players."""

ROUNDS = {3: 6, 4: 4, 5: 5, 6: 6}
"""The number of hands, by number of players."""

BID = Field("bid", _("Bid"), _("The tricks announced before play"))
TRICKS = Field("tricks", _("Tricks"), _("The tricks taken"))
LINES = {cards: (replace(BID, maximum=cards), replace(TRICKS, maximum=cards)) for cards in CARDS.values()}
ALL_YIN_TRICKS = Field(
    "all_yin_tricks",
    _("Tricks of Yin cards only"),
    _("A trick that nobody won because it held nothing but Yin cards"),
    maximum=1,
    default=0,
)
HIGHEST_BID = Field(
    "highest_bid",
    _("Highest bid"),
    _("A zero bid that is made scores 20 points plus 20 times the highest bid"),
    choices=(
        Choice("announced", _("The highest bid announced")),
        Choice("fulfilled", _("The highest bid that was made")),
    ),
    default="announced",
)
NUMBER_OF_HANDS = replace(
    HANDS,
    help=_("Set by the number of players"),
    choices=(Choice(4, _("4 hands")), Choice(5, _("5 hands")), Choice(6, _("6 hands"))),
)


@dataclass(frozen=True, kw_only=True)
class Buddha(RuleSet):
    """Buddha for three to six players, each for himself; their number determines the number of hands."""

    sides: range = range(3, 7)
    needs_end: bool = False
    announced: tuple[str, ...] = ("bid",)
    option_fields: tuple[Field, ...] = (HIGHEST_BID,)
    table_fields: tuple[Field, ...] = (NUMBER_OF_HANDS,)
    hand_fields: tuple[Field, ...] = (ALL_YIN_TRICKS,)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the fields for bid and tricks; the maximum of each is the number of a player's cards."""
        return LINES[max(CARDS.values()) if playing is None else CARDS[playing]]

    def sums(self, options: Options, playing: int) -> Mapping[str, int]:
        """Return the number of tricks that count: all but the trick that the Black Hole makes void.

        Yin cards can make another trick void.
        """
        return {"tricks": CARDS[playing] - 1}

    def default_method(self, rules: TableRules) -> str:
        """Return "total" if the rules fit only one number of players, else "places"."""
        players = [each for each, hands in ROUNDS.items() if rules.hands in (None, hands)]
        return "total" if len(players) == 1 else "places"

    def complete(self, rules: TableRules) -> TableRules:
        """Return the rules with the number of hands for these players, unless it is set or the players are unknown."""
        if rules.sides is None or rules.hands is not None:
            return rules
        return replace(rules, hands=ROUNDS[rules.sides])

    def table_problems(self, rules: TableRules) -> Iterator[Problem]:
        """Yield a problem for a number of hands that does not fit the number of players."""
        if rules.sides is not None and rules.hands != ROUNDS[rules.sides]:
            message = _("%(sides)d players play %(hands)d hands")
            params = {"sides": rules.sides, "hands": ROUNDS[rules.sides]}
            yield Problem("bad_option", message, params, ("table", "hands"))

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for tricks that do not add up.

        The Black Hole makes one trick void, Yin cards one more at most.
        """
        players = len(tally.lines)
        all_yin = tally.fact("all_yin_tricks")
        if all_yin and players == 3:
            message = _("With three players the pack has too few Yin cards for such a trick")
            yield Problem("all_yin_impossible", message, {}, ("hand", "all_yin_tricks"))
        tricks = tally.column("tricks")
        if tricks is not None and all_yin is not None:
            won = CARDS[players] - 1 - (all_yin if players > 3 else 0)
            if sum(tricks) != won:
                message = _("The tricks total %(total)d: there must be %(won)d")
                params = {"total": sum(tricks), "won": won, "field": "tricks"}
                yield Problem("tricks_sum", message, params, ALL_LINES)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a player's score.

        A player who bids zero and wins all tricks has the lowest score. A player who bids zero and wins none has the
        highest score if another player bids all cards.
        """
        cards = CARDS[sides]
        return each_side(-20 * (cards - 1), 20 + 20 * cards, sides)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the points of each player for the bid and the tricks."""
        lines = [(int(line["bid"]), int(line["tricks"])) for _side, line in tally.sides()]
        counted = [bid for bid, tricks in lines if bid == tricks or tally.options["highest_bid"] == "announced"]
        highest = max(counted, default=0)
        return tuple(_points(bid, tricks, highest) for bid, tricks in lines)


def _points(bid: int, tricks: int, highest: int) -> int:
    if bid == tricks:
        return 20 + (10 * bid if bid else 20 * highest)
    return -10 * abs(bid - tricks) if bid else -20 * tricks


BUDDHA = Buddha(slug="buddha", title="Buddha", source="Tabletopia, Buddha", page="buddha")
