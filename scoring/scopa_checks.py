"""The checks of Scopa and Scopone tallies against possible piles and captures."""

from collections.abc import Iterator

from scoring.primiera import best_cards, holder
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.scopa_piles import MINE, NOBODY, THEIRS, holds
from scoring.scopa_sweeps import is_unplayed
from scoring.values import ALL_LINES, Line, Tally

ALL = {"cards": 40, "coins": 10}
"""The cards and the coins of the pack."""


def check_bounds(tally: Tally, most_sweeps: int) -> Iterator[Problem]:
    """Yield problems for contradictions between cards, coins, sweeps, settebello and primiera.

    A capture takes two cards of one rank, or at least three cards. A sweep leaves the table empty, so the next card is
    never a sweep. The last card of the hand is not a sweep either.
    """
    cards, coins = tally.column("cards"), tally.column("coins")
    if cards is None or coins is None or tally.column("sweeps") is None:
        return
    if sum(cards) != ALL["cards"] or sum(coins) != ALL["coins"]:
        return
    found = [p.under("lines", side) for side, line in tally.sides() for p in _check_side(line, most_sweeps)]
    found += [*_check_sweeps(tally, most_sweeps), *_check_nobody(tally)]
    yield from found or _check_piles(tally, most_sweeps)


def _check_side(line: Line, most_sweeps: int) -> Iterator[Problem]:
    cards, coins, sweeps = int(line["cards"]), int(line["coins"]), int(line["sweeps"])
    least = _least_cards(sweeps, most_sweeps)
    if cards in (1, 39):
        message = _("A capture takes at least two cards, so a side cannot have only one")
        yield Problem("one_card_alone", message, {}, ("cards",))
    elif cards < least:
        message = _("%(sweeps)d sweeps take at least %(least)d cards")
        yield Problem("sweeps_impossible_for_cards", message, {"sweeps": sweeps, "least": least}, ("sweeps",))
    if line.get("settebello") and not coins:
        yield Problem("settebello_without_coins", _("The settebello is a card of coins"), {}, ("coins",))
    if line.get("primiera") and _lacks_a_suit(line):
        message = _("The primiera needs a card of each suit: at least one of coins and three others")
        yield Problem("primiera_without_suits", message, {}, ("primiera",))


def _least_cards(sweeps: int, most_sweeps: int) -> int:
    """Return the fewest cards that a side with this number of sweeps can have.

    Each sweep takes two cards. With one sweep less than the maximum, the side has one card more. With the maximum, it
    has all 40 cards.
    """
    return ALL["cards"] if sweeps == most_sweeps else 2 * sweeps + (sweeps == most_sweeps - 1)


def _check_piles(tally: Tally, most_sweeps: int) -> Iterator[Problem]:
    """Yield problems for a side's numbers if each is possible alone, but no captures give them together."""
    has = tally.column("primiera")
    best = best_cards(tally) if has is None else None
    if tally.column("settebello") is None or (best is None and has is None):
        return
    first = holder(best) if best else 0 if has and has[0] else 1 if has and has[1] else None
    made = tally.column("sweeps") or []
    for side, line in tally.sides():
        cards, coins, sweeps = int(line["cards"]), int(line["coins"]), made[side]
        primiera = NOBODY if first is None else MINE if first == side else THEIRS
        seven = bool(line["settebello"])
        held = holds(cards, coins, sweeps, primiera, settebello=seven)
        if not held or is_unplayed(most_sweeps, (sweeps, made[1 - side]), cards, coins, primiera, settebello=seven):
            message = _(
                "%(cards)d cards with %(sweeps)d sweeps are not possible with these coins, settebello and "
                "primiera: check them"
            )
            params = {"cards": cards, "sweeps": sweeps}
            yield Problem("coins_impossible_for_cards", message, params, ("lines", side, "coins"))


def _check_sweeps(tally: Tally, most_sweeps: int) -> Iterator[Problem]:
    """Yield a problem for too many sweeps.

    If both sides have sweeps, the maximum is one less: a turn between them is lost.
    """
    sweeps = tally.column("sweeps") or []
    most = most_sweeps - all(sweeps)
    if sum(sweeps) > most:
        message = _("A hand has no more than %(most)d sweeps, one fewer if both sides make some")
        yield Problem("too_many_sweeps", message, {"most": most_sweeps, "field": "sweeps"}, ALL_LINES)


def _check_nobody(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for a hand without a primiera if only one side can have cards of each suit."""
    if tally.column("primiera") != [False, False]:
        return
    for side, line in tally.sides():
        other = tally.lines[1 - side]
        if _has_each_suit(line) and other is not None and _lacks_a_suit(other):
            message = _("The primiera belongs to this side, because the other side lacks a suit")
            yield Problem("primiera_of_one_side", message, {}, ("lines", side, "primiera"))


def _lacks_a_suit(line: Line) -> bool:
    return not line["coins"] or int(line["cards"]) - int(line["coins"]) < 3


def _has_each_suit(line: Line) -> bool:
    """Return whether a side certainly has each suit: a coin, and more than the 20 cards of two other suits."""
    return bool(line["coins"]) and int(line["cards"]) - int(line["coins"]) > 20
