"""Scopa and Scopone played card by card, and scored from the piles; shares nothing with the rule sets."""

from itertools import combinations

PRIMIERA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
COINS = 0
BEST = ("best_coins", "best_cups", "best_swords", "best_batons")


def whole_pack():
    """The forty cards as (rank, suit); suit 0 is coins."""
    return [(rank, suit) for suit in range(4) for rank in range(1, 11)]


def taken_by(card, table):
    """Every capture that the card may make: one card of its rank, else several that add up to it."""
    alike = [[other] for other in table if other[0] == card[0]]
    if alike:
        return alike
    several = (cards for size in range(2, len(table) + 1) for cards in combinations(table, size))
    return [list(cards) for cards in several if sum(rank for rank, _suit in cards) == card[0]]


def played(next_card, choose, table):
    """The piles and sweeps of both sides after a hand; `next_card` gives None when no card is left."""
    table, piles, sweeps, last, turn = list(table), ([], []), [0, 0], 0, 0
    while (card := next_card(table)) is not None:
        captures, side = taken_by(card, table), turn % 2
        turn += 1
        if not captures:
            table.append(card)
            continue
        capture = choose(captures)
        table = [other for other in table if other not in capture]
        piles[side].extend([card, *capture])
        sweeps[side] += not table
        last = side
    if not table and captures:
        sweeps[last] -= 1  # the last card of a hand makes no sweep
    piles[last].extend(table)
    return piles, sweeps


def at_random(dice, laid, eager=0.0):
    """A hand with so many cards laid on the table first; who plays looks for a sweep as often as it is `eager`."""
    pack = dice.sample(whole_pack(), 40)
    table, pack = pack[:laid], pack[laid:]

    def next_card(table):
        if not pack:
            return None
        looks = dice.random() < eager
        sweeping = [card for card in pack if looks and any(len(each) == len(table) for each in taken_by(card, table))]
        pack.remove(card := (sweeping or pack)[0])
        return card

    return played(next_card, dice.choice, table)


def best_cards(pile):
    """The best card of each suit, 8 for a figure and 0 for none."""
    best = [
        max((card for card in pile if card[1] == suit), key=lambda c: PRIMIERA[c[0]], default=(0, 0))
        for suit in range(4)
    ]
    return [min(rank, 8) for rank, _suit in best]


def primiera(piles):
    """Return the side with the primiera, None if neither has it."""
    worth = [0 if 0 in best else sum(PRIMIERA[rank] for rank in best) for best in map(best_cards, piles)]
    return None if worth[0] == worth[1] else worth.index(max(worth))


def lines(piles, sweeps, *, by_best_cards=False):
    """Return the lines of a hand's tally."""
    written = []
    for side, pile in enumerate(piles):
        line = {"cards": len(pile), "coins": sum(suit == COINS for _rank, suit in pile), "sweeps": sweeps[side]}
        line["settebello"] = (7, COINS) in pile
        more = zip(BEST, best_cards(pile), strict=True) if by_best_cards else [("primiera", primiera(piles) == side)]
        written.append({**line, **dict(more)})
    return written


def scores(piles, sweeps):
    """The points of both sides, counted from their cards."""
    points = list(sweeps)
    for count in (len, lambda pile: sum(suit == COINS for _rank, suit in pile), lambda pile: (7, COINS) in pile):
        first, second = map(count, piles)
        points[0] += first > second
        points[1] += second > first
    ahead = primiera(piles)
    return [mine + (side == ahead) for side, mine in enumerate(points)]
