"""Brisca rematada: three players bid; the declarer scores the bid or gives it away."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import marriages
from scoring.brisca import POINTS
from scoring.brisca_pack import VALUES, brisca_pack, check_points
from scoring.cards import LAST_TRICK_PILE, Pack
from scoring.core import ALL_LINES, Line, Options, TableRules, Tally
from scoring.fields import Choice, Field, Kind
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet

LAST_TRICK_POINTS = 10

LAST_TRICK = Field(
    name="last_trick",
    label=_("Last trick"),
    help=_("Who won it has 10 points more"),
    kind=Kind.BOOLEAN,
    required=False,
    default=False,
)
DECLARER = Field(name="declarer", label=_("Declarer"), help=_("Who won the auction"), kind=Kind.SIDE, maximum=2)
BID = Field(name="bid", label=_("Bid"), help=_("From 100 to 230, the most that can be had"), minimum=100, maximum=230)
AWARD = Field(
    name="award",
    label=_("Award"),
    help=_("What the declarer scores, or the defenders share"),
    kind=Kind.CHOICE,
    choices=(Choice("bid", _("The bid")), Choice("counted", _("The declarer's points as counted"))),
    required=False,
    default="bid",
)


@dataclass(frozen=True, kw_only=True)
class BriscaRematada(RuleSet):
    """Brisca rematada for three players; only the bid scores."""

    page: str = "brisca"
    hand_total: int | None = 120
    card_points: str | None = "points"
    option_fields: tuple[Field, ...] = (AWARD,)
    count_fields: tuple[Field, ...] = (VALUES, LAST_TRICK_PILE)

    def sides(self, options: Options) -> range:
        """Return three: each plays for himself."""
        return range(3, 4)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return points, last trick and marriages."""
        return (POINTS, LAST_TRICK, *marriages.FIELDS)

    def hand_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the declarer and his bid."""
        return (DECLARER, BID)

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Refuse points that no cards make, and marriages without points for them."""
        yield from check_points(line)
        yield from marriages.check_line(line)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Refuse a wrong total, no last trick or several, and more marriages than suits."""
        yield from self.check_total(tally)
        winners = tally.column("last_trick")
        if winners is not None and sum(winners) != 1:
            message = _("Exactly one player won the last trick")
            yield Problem("last_trick", message, {"field": "last_trick"}, ALL_LINES)
        yield from marriages.check_hand(tally)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the award for the declarer, or shared by the two defenders."""
        declarer, bid = tally.facts["declarer"], int(tally.facts["bid"])
        totals = [_total(line) for _side, line in tally.sides()]
        award = bid if tally.options["award"] == "bid" else totals[int(declarer)]
        if totals[int(declarer)] >= bid:
            return tuple(award if side == declarer else 0 for side in range(3))
        right = (int(declarer) - 1) % 3
        shares = {right: award - award // 2, declarer: 0}
        return tuple(shares.get(side, award // 2) for side in range(3))

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the 32 cards and the last trick's points; marriages are not counted."""
        return brisca_pack(32, str(facts["values"]), LAST_TRICK_POINTS)


def _total(line: Line) -> int:
    return int(line["points"]) + LAST_TRICK_POINTS * int(line["last_trick"]) + marriages.bonus(line)


REMATADA = BriscaRematada(
    slug="brisca-rematada",
    usual_table=TableRules(hands=6),
    title="Brisca rematada",
    source="Wikipedia, Brisca: Brisca Rematada",
)
