"""Hands of Burraco with real cards: melded, left in hands, or lying aside, by dice that a seed settles."""

from collections import Counter
from itertools import product

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACK = [rank + suit for rank, suit in product(RANKS, "cdhs")] * 2 + ["*"] * 4
WORTH = {"A": 15, "2": 20, "*": 30} | dict.fromkeys("34567", 5) | dict.fromkeys(["8", "9", "10", "J", "Q", "K"], 10)


def value(card):
    """Return a card's value by its rank."""
    return WORTH[card[:-1] or card]


def a_set(dice, longest):
    """Cards of one rank, two or more: of twos there is none."""
    rank = dice.choice([rank for rank in RANKS if rank != "2"])
    return dice.sample([rank + suit for suit in "cdhs"] * 2, dice.randint(3, min(longest, 8)))


def a_run(dice, longest):
    """Cards of one suit in their order, the ace at either end."""
    ranks, suit = [*RANKS, "A"], dice.choice("cdhs")
    many = dice.randint(3, min(longest, 13))
    start = dice.randint(0, len(ranks) - many)
    return [rank + suit for rank in ranks[start : start + many]]


def a_meld(dice, longest):
    """A set or a run, and how many of its cards lie in a row without a wild card."""
    ordered = dice.random() < 0.5
    cards = (a_run if ordered else a_set)(dice, longest)
    many, wild = len(cards), dice.choice(["*", "2" + dice.choice("cdhs")])
    if dice.random() < 0.6:
        return cards, many
    if not ordered or many < 4 or dice.random() < 0.5:
        return [*cards, wild], many
    gap = dice.randint(1, many - 2)
    return [*cards[:gap], wild, *cards[gap + 1 :]], max(gap, many - gap - 1)


def kind(cards, in_a_row):
    """The field that counts such a meld; nothing for one of fewer than seven cards."""
    if len(cards) < 7:
        return None
    if in_a_row == len(cards):
        return "clean"
    return "semi_clean" if in_a_row >= 7 else "dirty"


def melded(dice):
    """The melds and hands of both sides, who took a pozzetto and who went out; the other cards are elsewhere."""
    while True:
        taken = [dice.random() < 0.7 for _side in range(2)]
        left, aside = Counter(PACK), 11 * taken.count(False) + 3
        tables = ([], [])
        for _attempt in range(dice.choice([0, 6, 12, 60])):
            cards, in_a_row = a_meld(dice, dice.choice([3, 5, 7, 7, 8, 9, 13]))
            if left.total() - len(cards) >= aside + 4 and Counter(cards) <= left:
                left -= Counter(cards)
                dice.choice(tables).append((cards, in_a_row))
        laid = [sum(len(cards) for cards, _row in table) for table in tables]
        if all(many >= 11 for many, took in zip(laid, taken, strict=True) if took):
            return _with_hands(dice, left, tables, taken, laid, aside)


def _with_hands(dice, left, tables, taken, laid, aside):
    may = [s for s in (0, 1) if taken[s] and laid[s] >= 22 and any(kind(*meld) for meld in tables[s])]
    out = dice.choice([None, *may])
    rest = dice.sample(sorted(left.elements()), left.total())
    hands = [[rest.pop() for _player in range(2 - (side == out))] for side in (0, 1)]
    for hand in hands:
        hand += [rest.pop() for _card in range(min(dice.choice([0, 3, 12, 40]), len(rest) - aside))]
    return tables, hands, taken, out


def lines_of(tables, hands, taken, out):
    """The tally of such a hand."""
    lines = []
    for side in (0, 1):
        kinds = Counter(kind(*meld) for meld in tables[side])
        counted = {name: kinds[name] for name in ("clean", "semi_clean", "dirty")}
        cards = sum(value(card) for meld, _row in tables[side] for card in meld)
        ending = {"went_out": side == out, "pozzetto": "taken" if taken[side] else "not_taken"}
        lines.append({"cards": cards, "hand": sum(map(value, hands[side])), **counted, **ending})
    return lines
