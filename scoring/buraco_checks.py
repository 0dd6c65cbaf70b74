"""The checks of Buraco tallies against the cards of the packs and against the way a hand is played."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.buraco_cards import CHEAPEST, HAND, MORTO, Canastras
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import ALL_LINES, Line, Tally

TWO_PACKS = 1080
SMALLEST_MELD = 3


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The canastras of a game, the names of its fields, and its own messages, for the checks.

    `aside` is the value of the field for the morto which says that the cards of the morto are not counted. If
    `partner_holds`, the partner of the player who went out still has a card.
    """

    canastras: Canastras
    table: str = "table_points"
    hand: str = "hand_points"
    morto: str = "morto"
    aside: str = "unplayed"
    partner_holds: bool = False
    too_many: str = _("These canastras take at least %(cards)d cards: two packs do not have so many")
    both_worth: str = _("Too few points: the cards of both sides’ canastras are worth at least %(least)d")
    alone_worth: str = _("Too few points: the cards of these canastras are worth at least %(least)d")
    left: str = _(
        "All cards together are worth %(total)d. "
        "Without the cards of an unplayed morto, at most %(most)d points are possible"
    )
    to_take: str = _("To take the morto, a side lays down at least %(cards)d cards: enter at least %(least)d points")
    out_first: str = _("Only a side that took its morto and played it can go out")

    def counts_of(self, line: Line) -> dict[str, int]:
        """Return the number of canastras of each kind in a line; none of these fields may be missing."""
        return {name: int(line[name]) for name in self.canastras.sorts}

    def laid_down(self, line: Line) -> int:
        """Return the least number of cards that a side has laid down.

        A side lays down eleven cards to take the morto, and eleven more to go out. If its canastras have fewer cards,
        it has laid down others: at least a whole meld if all canastras are dirty, because one or two cards more would
        make one of them clean.
        """
        counts, cards = self.counts_of(line), HAND * (line[self.morto] != "not_taken") * (1 + int(line["went_out"]))
        own = self.canastras.cards_of(counts)
        only_dirty = self.canastras.one_wild and sum(counts.values()) == counts["dirty"]
        return own + SMALLEST_MELD if only_dirty and 0 < cards - own < SMALLEST_MELD else max(own, cards)

    def of_both(self, tally: Tally) -> dict[str, int] | None:
        """Return the number of canastras of each kind for both sides together; None if any number is missing."""
        columns = {name: tally.column(name) for name in self.canastras.sorts}
        return None if None in columns.values() else {name: sum(column or ()) for name, column in columns.items()}

    def uncounted_mortos(self, tally: Tally) -> int:
        """Return the number of mortos whose cards are not counted."""
        return sum(line.get(self.morto) == self.aside for _side, line in tally.sides())

    def points_of(self, tally: Tally) -> int:
        """Return the points of all cards that were counted."""
        return sum(tally.column(self.table) or ()) + sum(tally.column(self.hand) or ())


def check_cards(terms: Terms, tally: Tally) -> Iterator[Problem]:
    """Yield problems for canastras that need more cards than the packs have, and for points of an uncounted morto."""
    poor = [problem.under("lines", side) for side, line in tally.sides() for problem in _below_canastras(terms, line)]
    yield from poor
    both = terms.of_both(tally)
    if both is None or both.get("real", 0) + 2 * both.get("real_ace", 0) > 8:
        return
    elsewhere, table = MORTO * terms.uncounted_mortos(tally), tally.column(terms.table)
    least = terms.canastras.least_points(both, elsewhere=elsewhere)
    if least is None:
        yield too_many(terms, both)
    elif table and sum(table) < least and not poor:
        params = {"least": least, "field": terms.table}
        yield Problem("table_below_canastras", terms.both_worth, params, ALL_LINES)
    most = TWO_PACKS - CHEAPEST * elsewhere
    if most < terms.points_of(tally) <= TWO_PACKS:
        yield over(terms, tally, terms.left, most)


def too_many(terms: Terms, both: dict[str, int]) -> Problem:
    """Return the problem that there are too few cards for these canastras."""
    field = "dirty" if both["dirty"] > both["clean"] else "clean"
    params = {"cards": terms.canastras.cards_of(both), "field": field}
    return Problem("too_many_canastras", terms.too_many, params, ALL_LINES)


def over(terms: Terms, tally: Tally, message: str, most: int) -> Problem:
    """Return the problem that there are more points than possible."""
    params = {"total": terms.points_of(tally), "most": most, "field": terms.table}
    return Problem("over_1080", message, params, ALL_LINES)


def _below_canastras(terms: Terms, line: Line) -> Iterator[Problem]:
    """Yield a problem for fewer points than a side's canastras are worth.

    If the side has too many canastras, another check reports this for both sides together.
    """
    if not line.keys() >= {terms.table, *terms.canastras.sorts}:
        return
    least = terms.canastras.least_points(terms.counts_of(line))
    if least is not None and int(line[terms.table]) < least:
        yield Problem("table_below_canastras", terms.alone_worth, {"least": least}, (terms.table,))


def check_end(terms: Terms, tally: Tally, players: int) -> Iterator[Problem]:
    """Yield problems for impossible endings of a hand; `players` is the number of players of a side.

    A player without cards takes the morto or goes out, so every other player has a card. In each turn a player takes a
    card and discards one. So a player who had eleven cards and has none left has laid down eleven.
    """
    for side, line in tally.sides():
        for problem in (*_check_hand(terms, line, players), *_check_laid_down(terms, line)):
            yield problem.under("lines", side)


def _check_hand(terms: Terms, line: Line, players: int) -> Iterator[Problem]:
    if not line.keys() >= {terms.hand, terms.morto, "went_out"} or (line["went_out"] and not terms.partner_holds):
        return
    points, holders = int(line[terms.hand]), players - (line[terms.morto] == "unplayed") - int(line["went_out"])
    if holders == 0 and points:
        message = _("The cards of an unplayed morto are not counted: enter 0")
        yield Problem("morto_counted", message, {}, (terms.hand,))
    elif points < CHEAPEST * holders:
        message = _("A side that did not go out holds at least one card: enter at least %(least)d points for it")
        if line["went_out"]:
            message = _("The partner holds at least one card: enter at least %(least)d points for this side")
        yield Problem("no_cards_left", message, {"least": CHEAPEST * holders}, (terms.hand,))


def _check_laid_down(terms: Terms, line: Line) -> Iterator[Problem]:
    if not line.keys() >= {terms.table, terms.morto, "went_out", *terms.canastras.sorts}:
        return
    if line[terms.morto] == "not_taken":
        return
    canastras, cards = terms.counts_of(line), terms.laid_down(line)
    least, alone = terms.canastras.least_points(canastras, cards), terms.canastras.least_points(canastras)
    if least is not None and alone is not None and alone <= int(line[terms.table]) < least:
        message = terms.to_take
        if line["went_out"]:
            message = _("To go out, a side lays down at least %(cards)d cards: enter at least %(least)d points")
        yield Problem("too_few_on_table", message, {"cards": cards, "least": least}, (terms.table,))
