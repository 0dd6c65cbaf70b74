"""Brisca rematada: three players bid, and the declarer wins the bid or loses it to the defenders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.bounds import HandBounds
from scoring.brisca import POINTS
from scoring.brisca_pack import VALUES, brisca_pack, check_points
from scoring.fields import Choice, Field, Kind
from scoring.marriages import MARRIAGES, check_all_marriages, check_marriages, check_split, marriage_points
from scoring.packs import LAST_TRICK_PILE, Pack
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet
from scoring.values import ALL_LINES, Line, Options, TableRules, Tally

PACK_SIZE = 32
LAST_TRICK_POINTS = 10

LAST_TRICK = Field("last_trick", _("Last trick"), _("Its winner gets 10 points more"), kind=Kind.BOOLEAN, default=False)
DECLARER = Field("declarer", _("Declarer"), _("Who won the auction"), kind=Kind.SIDE, maximum=2)
MOST_POINTS = {"suits": 230, "trumps": 170}
"""The highest bid, by the marriages that count: all card points, the last trick and these marriages."""

BID = Field(
    "bid",
    _("Bid"),
    _("From 100 to 230 (the highest possible total); to 170 if only the marriage in trumps counts"),
    minimum=100,
    maximum=MOST_POINTS["suits"],
)
COUNTED_MARRIAGES = Field(
    "marriages",
    _("Marriages"),
    _("Which kings and knights of one suit count"),
    choices=(
        Choice("suits", _("In trumps 40, in the other suits 20 each, as in Mariaje")),
        Choice("trumps", _("In trumps alone: 40")),
    ),
    default="suits",
)
AWARD = Field(
    "award",
    _("Award"),
    _("What the declarer scores, or the defenders share"),
    choices=(Choice("bid", _("The bid")), Choice("counted", _("The declarer’s points as counted"))),
    default="bid",
)


@dataclass(frozen=True, kw_only=True)
class BriscaRematada(RuleSet):
    """Brisca rematada for three players. Only the declarer's award counts; if the bid fails, the defenders get it."""

    sides: range = range(3, 4)
    page: str = "brisca"
    hand_total: int | None = 120
    card_points: str | None = "points"
    option_fields: tuple[Field, ...] = (AWARD, COUNTED_MARRIAGES)
    hand_fields: tuple[Field, ...] = (DECLARER, BID)
    count_fields: tuple[Field, ...] = (VALUES, LAST_TRICK_PILE)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the fields for points, the last trick and the marriages that count."""
        return (POINTS, LAST_TRICK, *_marriages(options))

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Yield problems for points that no cards make, and marriages without points for them."""
        yield from check_points(line)
        yield from check_marriages(line)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for wrong totals, no or several last tricks, too many marriages, and too high a bid."""
        yield from self.check_total(tally)
        winners = tally.column("last_trick")
        if winners is not None and sum(winners) != 1:
            message = _("Exactly one player won the last trick")
            yield Problem("last_trick", message, {"field": "last_trick"}, ALL_LINES)
        yield from check_all_marriages(tally)
        most = _most_points(tally.options)
        if (tally.fact("bid") or 0) > most:
            message = _("Enter a number from %(least)d to %(most)d.")
            yield Problem("out_of_range", message, {"least": BID.minimum, "most": most}, ("hand", "bid"))

    def check_cards(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for points and marriages that no division of the pack gives together."""
        yield from check_split(tally, _marriages(tally.options), PACK_SIZE, trick=3)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the award for the declarer; if the bid is not reached, the two defenders share it."""
        declarer, bid = tally.facts["declarer"], int(tally.facts["bid"])
        totals = [
            int(line["points"]) + LAST_TRICK_POINTS * int(line["last_trick"]) + marriage_points(line)
            for _side, line in tally.sides()
        ]
        award = bid if tally.options["award"] == "bid" else totals[int(declarer)]
        if totals[int(declarer)] >= bid:
            return tuple(award if side == declarer else 0 for side in range(3))
        right = (int(declarer) - 1) % 3
        shares = {right: award - award // 2, declarer: 0}
        return tuple(shares.get(side, award // 2) for side in range(3))

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return 0 and the highest possible bid as the bounds of a side.

        The lower bound of all sides together is the lowest bid, or 0 if counted points are awarded.
        """
        most = _most_points(options)
        return HandBounds(0, most, BID.minimum if options["award"] == "bid" else 0, most)

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the 32 cards and the last trick's points; marriages are not counted."""
        return brisca_pack(PACK_SIZE, str(facts["values"]), LAST_TRICK_POINTS)


def _marriages(options: Options) -> Sequence[Field]:
    """Return the marriages that count; both kinds for a tournament that was created before this option existed."""
    return MARRIAGES[:1] if options.get("marriages") == "trumps" else MARRIAGES


def _most_points(options: Options) -> int:
    return MOST_POINTS[str(options.get("marriages", "suits"))]


REMATADA = BriscaRematada(
    slug="brisca-rematada",
    usual_table=TableRules(hands=6),
    title="Brisca rematada",
    source="Wikipedia, Brisca: Brisca Rematada",
)
