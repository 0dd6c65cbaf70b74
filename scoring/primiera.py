"""The primiera: the best card of each suit on each side, and the side that wins with these."""

from collections.abc import Iterator, Sequence

from scoring.fields import Field, missing
from scoring.packs import LATIN_SUITS
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import ALL_LINES, Tally

NONE, FIGURE, SEVEN = 0, 8, 7
WORTH = {SEVEN: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, FIGURE: 10}
"""The points of each card, from the best on."""

BETTER = {**{card: place for place, card in enumerate(WORTH)}, NONE: 10}
"""For each best card of a suit, the least number of cards of that suit that the other side can have."""

LABELS = {
    "coins": _("Best of coins"),
    "cups": _("Best of cups"),
    "swords": _("Best of swords"),
    "batons": _("Best of batons"),
}
HELP = _("The best card: 1 to 7, 8 for a figure, 0 for none")
BEST = tuple(Field(f"best_{suit}", LABELS[suit], HELP, maximum=FIGURE, optional=True) for suit in LATIN_SUITS)
NAMES = tuple(field.name for field in BEST)

Cards = Sequence[tuple[int, int]]
"""For each suit, the best card of the first side and the best card of the second side."""


def best_cards(tally: Tally) -> Cards | None:
    """Return the best cards of both sides; None if a card is missing."""
    best = []
    for name in NAMES:
        column = tally.column(name)
        if column is None:
            return None
        best.append((column[0], column[1]))
    return best


def holder(best: Cards) -> int | None:
    """Return the side with the primiera; None if both sides have the same points."""
    first, second = (_points([cards[side] for cards in best]) for side in range(2))
    return None if first == second else int(second > first)


def _points(cards: Sequence[int]) -> int:
    """Return the points of a side's best cards; 0 if it lacks a suit."""
    return 0 if NONE in cards else sum(WORTH[card] for card in cards)


def check_best_cards(tally: Tally) -> Iterator[Problem]:
    """Yield problems for best cards that are missing, impossible for the piles, or contradict the primiera."""
    mentioned = any(tally.mentions(name) for name in NAMES)
    for name in NAMES if mentioned else ("primiera",):
        for side in tally.silent(name):
            message = _("Choose who has the primiera, or enter the best cards")
            needed = Problem("primiera_needed", message, pointer=("primiera",))
            yield (missing(name) if mentioned else needed).under("lines", side)
    best = best_cards(tally)
    if best is None:
        return
    wrong = [suit for suit, cards in zip(NAMES, best, strict=True) if cards.count(SEVEN) != 1]
    for name in wrong:
        message = _("Only one side has the seven of a suit: enter 7 for that side alone")
        yield Problem("sevens", message, {"field": name}, ALL_LINES)
    if not wrong:
        yield from _check_against_piles(tally, best)


def _check_against_piles(tally: Tally, best: Cards) -> Iterator[Problem]:
    primiera, settebello = holder(best), best[0].index(SEVEN)
    for side, line in tally.sides():
        if line.get("settebello", side == settebello) != (side == settebello):
            message = _("The settebello is the seven of coins")
            yield Problem("settebello_contradicts", message, {}, ("lines", side, "best_coins"))
        if line.get("primiera", side == primiera) != (side == primiera):
            message = _("The primiera does not agree with the best cards")
            yield Problem("primiera_contradicts", message, {}, ("lines", side, "primiera"))
    line = tally.lines[0] or {}
    if "coins" not in line or "cards" not in line:
        return
    coins, others = int(line["coins"]), int(line["cards"]) - int(line["coins"])
    ranges = [_cards_of_suit(*cards) for cards in best]
    for name, cards, held in (("best_coins", coins, ranges[:1]), ("best_cups", others, ranges[1:])):
        least, most = sum(one[0] for one in held), sum(one[-1] for one in held)
        if not least <= cards <= most:
            yield _impossible(name, cards, least, most)


def _impossible(name: str, cards: int, least: int, most: int) -> Problem:
    message = _("With these best cards this side has %(least)d to %(most)d coins, not %(cards)d")
    if name != "best_coins":
        message = _("With these best cards this side has %(least)d to %(most)d cards of other suits, not %(cards)d")
    params = {"least": least, "most": most, "cards": cards}
    return Problem("best_cards_impossible", message, params, ("lines", 0, name))


def _cards_of_suit(mine: int, theirs: int) -> range:
    """Return the possible numbers of cards of a suit on the first of two sides, if one side has the seven."""
    if mine != SEVEN:
        other = _cards_of_suit(theirs, mine)
        return range(10 - other[-1], 11 - other[0])
    return range(BETTER[theirs], 11 if theirs == NONE else 10)
