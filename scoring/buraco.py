"""Buraco: a side scores its cards on the table and its canastras, minus the cards left in the hand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.bounds import HandBounds, each_side
from scoring.buraco_cards import Canastra, Canastras
from scoring.buraco_checks import TWO_PACKS, Terms, check_cards, check_end, over
from scoring.fields import Choice, Field, Kind
from scoring.packs import FRENCH_SUITS, CardKind, Pack, suited
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, PLAYERS, TARGET, RuleSet
from scoring.values import ALL_LINES, Line, Options, TableRules, Tally

TABLE_POINTS = Field(
    "table_points",
    _("Cards on the table"),
    _("Jokers 50, aces 15, twos and eights to kings 10, threes to sevens 5"),
    short=_("On the table"),
    maximum=9_995,
    multiple_of=5,
)
HAND_POINTS = Field(
    "hand_points",
    _("Cards in the hand"),
    _("The cards left in the side’s hands are subtracted, except those of an unplayed morto"),
    short=_("In the hand"),
    maximum=9_995,
    multiple_of=5,
)
DIRTY = Field(
    "dirty",
    _("Dirty canastras"),
    _("Seven cards or more with a joker or a two in another card’s place: 100 each"),
    short=_("Dirty"),
    maximum=15,
)
CLEAN = Field(
    "clean",
    _("Clean canastras"),
    _("Seven cards or more with no joker or two in another card’s place: 200 each"),
    short=_("Clean"),
    maximum=15,
)
REAL = Field("real", _("Real canastras"), _("One suit from ace to king: 500 each"), short=_("Real"), maximum=15)
REAL_ACE = Field(
    "real_ace",
    _("Real canastras with both aces"),
    _("One suit from ace to ace: 1000 each"),
    short=_("Real, two aces"),
    maximum=15,
)
MORTO = Field(
    "morto",
    _("Morto"),
    _("100 points are subtracted if it was not taken, or was taken but not played"),
    choices=(Choice("taken", _("Taken")), Choice("not_taken", _("Not taken")), Choice("unplayed", _("Unplayed"))),
)
WENT_OUT = Field("went_out", _("Went out"), _("100 points more"), kind=Kind.BOOLEAN)
LINE = (TABLE_POINTS, HAND_POINTS, DIRTY, CLEAN, REAL, REAL_ACE, MORTO, WENT_OUT)
MOST_POINTS = 6_480
"""The most points of a side in a hand.

They are 1080 for the cards on the table, the bonuses of four real canastras with both aces, six clean canastras and a
dirty canastra, and 100 for going out.
"""

HIGH, LOW = ("8", "9", "10", "jack", "queen", "king"), "34567"


def two_packs(joker: int, two: int) -> Pack:
    """Return the two packs with the values of the cards; the values of jokers and twos depend on the game."""
    return Pack(
        kinds=(
            CardKind("joker", _("Jokers"), joker, ("joker",) * 4),
            CardKind("ace", _("Aces"), 15, suited(["ace"], FRENCH_SUITS, packs=2)),
            CardKind("high", _("Kings to eights"), 10, suited(HIGH, FRENCH_SUITS, packs=2)),
            CardKind("two", _("Twos"), two, suited("2", FRENCH_SUITS, packs=2)),
            CardKind("low", _("Sevens to threes"), 5, suited(LOW, FRENCH_SUITS, packs=2)),
        )
    )


CANASTRAS = Canastras(
    {
        "dirty": Canastra(bonus=100, wild=1, free=6),
        "clean": Canastra(bonus=200, natural=7),
        "real": Canastra(bonus=500, natural=13, aces=1),
        "real_ace": Canastra(bonus=1000, natural=14, aces=2),
    },
    two=10,
    joker=50,
)
PACK, TERMS = two_packs(CANASTRAS.joker, CANASTRAS.two), Terms(canastras=CANASTRAS)

MATCH = replace(
    TARGET,
    help=_("3000 if neither a target nor a number of hands is set; a match that is level at its target continues"),
)


@dataclass(frozen=True, kw_only=True)
class Buraco(RuleSet):
    """Buraco between two players or two pairs, to a target or for a number of hands."""

    default_target: int
    terms: Terms = TERMS
    most_points: int = MOST_POINTS
    sides: range = range(2, 3)
    page: str = "buraco"
    step: int = 5
    method: str = "victory-points"
    must_lead: bool = True
    needs_end: bool = False
    line: tuple[Field, ...] = LINE
    option_fields: tuple[Field, ...] = (PLAYERS,)
    table_fields: tuple[Field, ...] = (MATCH, HANDS)

    def complete(self, rules: TableRules) -> TableRules:
        """Return the rules with the usual target if the table agreed on no end."""
        if rules.target is None and rules.hands is None:
            return replace(rules, target=self.default_target)
        return rules

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Yield problems for going out before playing the morto and, for a single player, with cards in the hand."""
        terms = self.terms
        if line.get("went_out") and line.get(terms.morto, "taken") != "taken":
            yield Problem("went_out_without_morto", terms.out_first, {}, (terms.morto,))
        if line.get("went_out") and line.get(terms.hand) and self.seats_per_side(tally.options) == 1:
            message = _("The player who went out has no cards left: enter 0")
            yield Problem("went_out_with_cards", message, {}, (terms.hand,))

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for two sides that went out, more points than two packs have, and too many real canastras."""
        out = tally.column("went_out")
        if out is not None and sum(out) > 1:
            message = _("Only one side can go out")
            yield Problem("two_went_out", message, {"field": "went_out"}, ALL_LINES)
        table, hand = tally.column(self.terms.table), tally.column(self.terms.hand)
        if table is not None and hand is not None and sum(table) + sum(hand) > TWO_PACKS:
            message = _("All cards together are worth %(total)d: two packs have no more than 1080")
            yield over(self.terms, tally, message, TWO_PACKS)
        yield from _check_real_canastras(tally)

    def check_cards(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for canastras with more cards than two packs have, or more points than the table has."""
        return check_cards(self.terms, tally)

    def check_play(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for cards in the hand and for mortos that cannot be left when a hand is played to its end."""
        return check_end(self.terms, tally, self.seats_per_side(tally.options))

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return each side's points, which may be negative."""
        return tuple(_points(self.terms, line) for _side, line in tally.sides())

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds of a side's points.

        A side with all cards in the hand and no morto has the lowest points. A side with all cards in the most valuable
        canastras has the highest.
        """
        return each_side(-TWO_PACKS - 100, self.most_points, sides)

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the two packs with the values of the cards."""
        return PACK


def _points(terms: Terms, line: Line) -> int:
    bonus = sum(bonus * int(line[name]) for name, bonus in terms.canastras.bonuses.items())
    ending = 100 * int(line["went_out"]) - (0 if line[terms.morto] == "taken" else 100)
    return int(line[terms.table]) + bonus + ending - int(line[terms.hand])


def _check_real_canastras(tally: Tally) -> Iterator[Problem]:
    real, with_aces = tally.column("real"), tally.column("real_ace")
    if with_aces is not None and sum(with_aces) > 4:
        message = _("There are four suits: at most 4 real canastras with both aces")
        yield Problem("too_many_real_canastras", message, {"field": "real_ace"}, ALL_LINES)
    elif real is not None and with_aces is not None and sum(real) + 2 * sum(with_aces) > 8:
        message = _("These real canastras need more than the eight aces of two packs")
        yield Problem("too_many_real_canastras", message, {"field": "real"}, ALL_LINES)


BURACO = Buraco(slug="buraco", title=_("Buraco"), source="GameDesire, Buraco Classic", default_target=3000)
