"""Buraco: cards on the table and canastras, less the cards left in the hand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.bounds import HandBounds, each_side
from scoring.buraco_cards import CANASTRAS
from scoring.buraco_checks import check_cards, check_end
from scoring.fields import Choice, Field, Kind
from scoring.packs import FRENCH_SUITS, CardKind, Pack, suited
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, TARGET, RuleSet
from scoring.values import ALL_LINES, Line, Options, TableRules, TableState, Tally

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
    _("What is left in the side’s hands is subtracted; not the cards of a morto that was never played from"),
    short=_("In the hand"),
    maximum=9_995,
    multiple_of=5,
)
DIRTY = Field(
    "dirty",
    _("Dirty canastras"),
    _("Seven cards or more with a joker or a two for one: 100 each"),
    short=_("Dirty"),
    maximum=15,
)
CLEAN = Field("clean", _("Clean canastras"), _("Seven cards or more without: 200 each"), short=_("Clean"), maximum=15)
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
    _("Without it, or if it was never played from, 100 points are subtracted"),
    choices=(Choice("taken", _("Taken")), Choice("not_taken", _("Not taken")), Choice("unplayed", _("Unplayed"))),
)
WENT_OUT = Field("went_out", _("Went out"), _("100 points more"), kind=Kind.BOOLEAN)
LINE = (TABLE_POINTS, HAND_POINTS, DIRTY, CLEAN, REAL, REAL_ACE, MORTO, WENT_OUT)
MOST_POINTS = 6_480
"""1080 on the table with four real canastras with both aces, six clean ones and a dirty one, and going out."""

HIGH, LOW = ("8", "9", "10", "jack", "queen", "king"), "34567"
PACK = Pack(
    kinds=(
        CardKind("joker", _("Jokers"), 50, ("joker",) * 4),
        CardKind("ace", _("Aces"), 15, suited(["ace"], FRENCH_SUITS, packs=2)),
        CardKind("high", _("Kings to eights"), 10, suited(HIGH, FRENCH_SUITS, packs=2)),
        CardKind("two", _("Twos"), 10, suited("2", FRENCH_SUITS, packs=2)),
        CardKind("low", _("Sevens to threes"), 5, suited(LOW, FRENCH_SUITS, packs=2)),
    )
)

PLAYERS = Field("players", _("Players"), choices=(Choice(2, _("Two")), Choice(4, _("Four, in pairs"))), default=4)
MATCH = replace(TARGET, help=_("3000 if neither is set; a match that is level at its target goes on"))


@dataclass(frozen=True, kw_only=True)
class Buraco(RuleSet):
    """Buraco between two players or two pairs, to a target or for a number of hands."""

    default_target: int
    sides: range = range(2, 3)
    page: str = "buraco"
    method: str = "victory-points"
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
        """Refuse a going out that cannot be."""
        if line.get("went_out") and line.get("morto", "taken") != "taken":
            message = _("Only a side that took its morto and played it can go out")
            yield Problem("went_out_without_morto", message, {}, ("morto",))
        if line.get("went_out") and tally.options["players"] == 2 and line.get("hand_points"):
            message = _("Who went out has no cards left: enter 0")
            yield Problem("went_out_with_cards", message, {}, ("hand_points",))

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Reject two sides that went out, more points than two packs have, and too many real canastras."""
        out = tally.column("went_out")
        if out is not None and sum(out) > 1:
            message = _("Only one side can go out")
            yield Problem("two_went_out", message, {"field": "went_out"}, ALL_LINES)
        table, hand = tally.column("table_points"), tally.column("hand_points")
        if table is not None and hand is not None and sum(table) + sum(hand) > PACK.points:
            message = _("All cards together are worth %(total)d: two packs have no more than 1080")
            params = {"total": sum(table) + sum(hand), "field": "table_points"}
            yield Problem("over_1080", message, params, ALL_LINES)
        yield from _check_real_canastras(tally)

    def check_cards(self, tally: Tally) -> Iterator[Problem]:
        """Refuse canastras that two packs have no cards for, and canastras worth more than the table."""
        return check_cards(tally)

    def check_play(self, tally: Tally) -> Iterator[Problem]:
        """Refuse hands and mortos that no hand can end with that was played out."""
        return check_end(tally, self.seats_per_side(tally.options))

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return each side's points, which may be less than nothing."""
        return tuple(_points(line) for _side, line in tally.sides())

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return all cards left in the hand without the morto, and all cards on the table in the dearest canastras."""
        return each_side(-PACK.points - 100, MOST_POINTS, sides)

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the two packs by what the cards are worth."""
        return PACK

    def reached(self, state: TableState, target: int) -> bool:
        """Return whether a side has reached the target and is ahead; on a tie another hand is played."""
        first, second = state.totals
        return max(first, second) >= target and first != second


def _points(line: Line) -> int:
    bonus = sum(bonus * int(line[name]) for name, bonus in CANASTRAS.items())
    ending = 100 * int(line["went_out"]) - (0 if line["morto"] == "taken" else 100)
    return int(line["table_points"]) + bonus + ending - int(line["hand_points"])


def _check_real_canastras(tally: Tally) -> Iterator[Problem]:
    real, with_aces = tally.column("real"), tally.column("real_ace")
    if with_aces is not None and sum(with_aces) > 4:
        message = _("There are four suits: at most 4 real canastras with both aces")
        yield Problem("too_many_real_canastras", message, {"field": "real_ace"}, ALL_LINES)
    elif real is not None and with_aces is not None and sum(real) + 2 * sum(with_aces) > 8:
        message = _("Real canastras take more than the eight aces of two packs")
        yield Problem("too_many_real_canastras", message, {"field": "real"}, ALL_LINES)


BURACO = Buraco(slug="buraco", title=_("Buraco"), source="GameDesire, Buraco Classic", default_target=3000)
