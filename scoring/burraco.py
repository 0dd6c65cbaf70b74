"""Burraco between two pairs, by the code of the Italian federation."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.buraco import HAND_POINTS, TABLE_POINTS, WENT_OUT, Buraco, two_packs
from scoring.buraco_cards import CHEAPEST, MORTO, Canastra, Canastras
from scoring.buraco_checks import SMALLEST_MELD, TWO_PACKS, Terms, over, too_many
from scoring.fields import Choice, Field
from scoring.packs import Pack
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS, TARGET
from scoring.values import ALL_LINES, Line, Options, Tally

LINE = (
    replace(TABLE_POINTS, name="cards", help=_("Jokers 30, twos 20, aces 15, eights to kings 10, threes to sevens 5")),
    replace(
        HAND_POINTS,
        name="hand",
        help=_(
            "The cards left in the pair’s hands are subtracted, and so is a pozzetto that was taken and never played"
        ),
    ),
    Field(
        "clean",
        _("Clean burracos"),
        _("Seven cards or more without a joker or a two in another card’s place: 200 each"),
        short=_("Clean ones"),
        maximum=15,
    ),
    Field(
        "semi_clean",
        _("Semi-clean burracos"),
        _("Seven cards or more, and a joker or a two beside them: 150 each"),
        short=_("Semi-clean ones"),
        maximum=15,
    ),
    Field(
        "dirty",
        _("Dirty burracos"),
        _("Seven cards or more with a joker or a two among them: 100 each"),
        short=_("Dirty ones"),
        maximum=15,
    ),
    WENT_OUT,
    Field(
        "pozzetto",
        _("Pozzetto"),
        _("If it was not taken, 100 points are subtracted"),
        choices=(Choice("taken", _("Taken")), Choice("not_taken", _("Not taken"))),
    ),
)
DEARER: dict[tuple[int, ...], tuple[int, ...]] = {
    **{(13 - semi, semi, 0): (5, 5, 5, 5) for semi in range(8)},
    **{(13 - semi, semi, 0): (15, 15, 10, 5) for semi in range(8, 12)},
    (1, 12, 0): (20, 15, 10, 5),
    (14, 0, 0): (30, 25, 20, 15, 5),
    (13, 1, 0): (40, 35, 25, 15, 5),
    (12, 2, 0): (50, 45, 35, 25, 15),
    (11, 3, 0): (60, 55, 45, 35, 15),
    (10, 4, 0): (70, 65, 55, 35),
    (9, 5, 0): (85, 75, 55, 35),
    **{(14 - semi, semi, 0): () for semi in range(6, 11)},
    **{(15 - semi, semi, 0): () for semi in range(4)},
}
"""The cost, beyond that of the cheapest cards, of clean and semi-clean burracos without a dirty one."""

TERMS = Terms(
    canastras=Canastras(
        {
            "clean": Canastra(bonus=200, natural=7),
            "semi_clean": Canastra(bonus=150, natural=7, wild=1),
            "dirty": Canastra(bonus=100, natural=6, wild=1),
        },
        two=20,
        joker=30,
        dearer=DEARER,
    ),
    table="cards",
    hand="hand",
    morto="pozzetto",
    aside="not_taken",
    partner_holds=True,
    too_many=_("These burracos take at least %(cards)d cards: two packs do not have so many"),
    both_worth=_("Too few points: the cards of both sides’ burracos are worth at least %(least)d"),
    alone_worth=_("Too few points: the cards of these burracos are worth at least %(least)d"),
    left=_(
        "All cards together are worth %(total)d. "
        "Without the pozzetti that were not taken, at most %(most)d points are possible"
    ),
    to_take=_("To take the pozzetto, a side lays down at least %(cards)d cards: enter at least %(least)d points"),
    out_first=_("Only a side that took its pozzetto can go out"),
)
PACK = two_packs(TERMS.canastras.joker, TERMS.canastras.two)
MOST_POINTS = 4_080
"""The most points of a side in a hand: 1080 on the table, fourteen clean burracos, a dirty burraco, and going out."""

LEFT_OVER = 3
"""The number of cards that are not counted: the last two of the stock, never drawn, and the last discard."""

PAIR = 2


@dataclass(frozen=True, kw_only=True)
class Burraco(Buraco):
    """Burraco: the scores of Buraco with other cards and canastras, always between two pairs."""

    page: str = "burraco"
    terms: Terms = TERMS
    most_points: int = MOST_POINTS
    line: tuple[Field, ...] = LINE
    option_fields: tuple[Field, ...] = ()
    sit_out: tuple[int, int] | None = (14, 355)
    table_fields: tuple[Field, ...] = (
        replace(
            TARGET,
            help=_(
                "2005 if neither a target nor a number of hands is set; a game that is level at its target continues"
            ),
        ),
        replace(HANDS, help=_("A turn of a tournament has 2, 3 or 4 hands")),
    )

    def seats_per_side(self, options: Options) -> int:
        """Return 2."""
        return PAIR

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Yield Buraco's problems, and problems for going out without a burraco and for points that no meld gives."""
        yield from super().check_line(tally, side, line)
        counted = line.keys() >= self.terms.canastras.sorts.keys()
        if counted and line.get("went_out") and not any(self.terms.counts_of(line).values()):
            yield Problem("went_out_without_burraco", _("To go out a side needs a burraco"), {}, ("clean",))
        if 0 < int(line.get("cards", 0)) < CHEAPEST * SMALLEST_MELD:
            message = _("A meld has at least three cards: enter 0, or at least 15")
            yield Problem("less_than_a_meld", message, {}, ("cards",))

    def check_play(self, tally: Tally) -> Iterator[Problem]:
        """Yield the problems of Buraco, and problems for points or burracos that would need cards from elsewhere.

        Such cards are uncounted, or belong to the other side.
        """
        found = [*super().check_play(tally)]
        yield from found
        whole = all(tally.column(field.name) is not None for field in LINE)
        more = (
            [*_check_rest_of_stock(self.terms, tally), *_check_together(self.terms, tally)]
            if whole and not found
            else []
        )
        if more and next(iter(self.check_cards(tally)), None) is None:
            yield more[0]

    def pack(self, options: Options, facts: Line) -> Pack:
        """Return the two packs with the values of the cards."""
        return PACK


def _check_rest_of_stock(terms: Terms, tally: Tally) -> Iterator[Problem]:
    both, holders = terms.of_both(tally) or {}, 2 * PAIR - sum(tally.column("went_out") or ())
    elsewhere = MORTO * terms.uncounted_mortos(tally) + LEFT_OVER
    if terms.canastras.least_points(both, elsewhere=elsewhere + holders) is None:
        yield too_many(terms, both)
    most = TWO_PACKS - CHEAPEST * elsewhere
    if most < terms.points_of(tally) <= TWO_PACKS:
        message = _("Two cards of the stock and one discard are left over: all others are worth at most %(most)d")
        yield over(terms, tally, message, most)


def _check_together(terms: Terms, tally: Tally) -> Iterator[Problem]:
    """Yield a problem for points that both sides can have only by using the same low cards."""
    none, heaps = dict.fromkeys(terms.canastras.sorts, 0), []
    for _side, line in tally.sides():
        counts, out = terms.counts_of(line), int(line["went_out"])
        heaps.append((counts, terms.laid_down(line), int(line["cards"])))
        heaps.append((none, PAIR - out, int(line["hand"])))
    for some in [some for size in (2, 3, 4) for some in combinations(heaps, size)]:
        counts = {name: sum(each[0][name] for each in some) for name in none}
        least = terms.canastras.least_points(counts, sum(each[1] for each in some))
        if least is not None and sum(each[2] for each in some) < least:
            message = _("Too few points: the cards of both sides together are worth at least %(least)d")
            yield Problem("too_few_together", message, {"least": least, "field": "cards"}, ALL_LINES)
            return


BURRACO = Burraco(
    slug="burraco",
    title="Burraco",
    source="Federazione Italiana Burraco, Codice di gara",
    apart=_("Jokers count 30, burracos can be semi-clean and a game goes to 2005; in Buraco jokers count 50."),
    default_target=2005,
)
