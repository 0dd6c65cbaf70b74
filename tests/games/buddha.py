"""Buddha played card by card, so that each player wins as many tricks as asked; shares nothing with the rule set."""

HIGHEST = {3: 10, 4: 11, 5: 14, 6: 13}
"""The highest number of each suit in the pack, by number of players."""
YIN, YANG, EITHER, BUDDHA, HOLE = "yYeBH"
SPECIAL = {3: "yYeBH", 4: "yyyyYYYYeeBH", 5: "yyyyyYYYYYeeBH", 6: "yyyyyYYYYYeeBH"}
LAST = {
    (3, 0): ["Hnn", "Bny", "Yne"],
    (4, 0): ["Ynnn", "Ynnn", "Ynnn", "Ynnn", "Byye", "Hyye"],
    (4, 1): ["Ynnn", "Ynnn", "Ynnn", "Ynnn", "yyyy", "HBee"],
    (5, 0): ["Ynnnn", "Ynnnn", "Ynnnn", "Ynnnn", "BYyyy", "Hyyee"],
    (5, 1): ["Ynnnn", "Ynnnn", "Ynnnn", "Ynnnn", "yyyyy", "HBYee"],
    (6, 0): ["BnnnnY", "Yyyyyy", "HYYYee"],
    (6, 1): ["BnnnnY", "yyyyye", "HYYYYe"],
}
"""The last tricks, by players and tricks of Yin cards only; n is a number, suit by suit. The first card wins."""


def whole_pack(players):
    """Every card that is dealt: a suit with its number, or a special card."""
    return [(suit, number) for suit in range(4) for number in range(HIGHEST[players], 0, -1)] + [*SPECIAL[players]]


def tricks_of(players, only_yin):
    """The pack cut into tricks, the winning card first: whole suits as far as they go, then those of `LAST`."""
    tricks, left = [], []
    for start in range(0, 4 * HIGHEST[players], HIGHEST[players]):
        suit = whole_pack(players)[start : start + HIGHEST[players]]
        whole = len(suit) // players * players
        tricks += [suit[place : place + players] for place in range(0, whole, players)]
        left += suit[whole:]
    numbers = iter(left)
    return tricks + [[next(numbers) if card == "n" else card for card in trick] for trick in LAST[players, only_yin]]


def winning_card(trick):
    """Return the winning card, None for a trick without a winner. A Yin-Yang is played as a Yin."""
    if HOLE in trick:
        return None
    numbers = [card for card in trick if isinstance(card, tuple)]
    highest = max((card for card in numbers if card[0] == numbers[0][0]), default=None)
    return next((card for card in (BUDDHA, YANG) if card in trick), highest)


def may_play(card, hand, before):
    """Return whether a player with this hand may play the card after those before: follow suit, or a special card."""
    led = next((other[0] for other in before if isinstance(other, tuple)), None)
    is_free = not isinstance(card, tuple) or led is None or before[0] in (YANG, BUDDHA, HOLE)
    return is_free or card[0] == led or all(other[0] != led for other in hand if isinstance(other, tuple))


def played(players, only_yin, winners):
    """Deal the pack so that these win the tricks in turn, play it, and return how many each has won."""
    due, dealt = iter(winners), []
    for trick in tricks_of(players, only_yin):
        first = 0 if winning_card(trick) is None else next(due)
        dealt.append([trick[(side - first) % players] for side in range(players)])
    hands, won, leader = [[*cards] for cards in zip(*dealt, strict=True)], [0] * players, 0
    assert sorted(map(str, whole_pack(players))) == sorted(str(card) for hand in hands for card in hand)
    for trick in dealt:
        turns = [(leader + turn) % players for turn in range(players)]
        cards = [trick[side] for side in turns]
        for place, side in enumerate(turns):
            assert may_play(trick[side], hands[side], cards[:place])
            hands[side].remove(trick[side])
        if (best := winning_card(cards)) is not None:
            leader = turns[cards.index(best)]
            won[leader] += 1
    return won
