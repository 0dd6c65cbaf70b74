"""Tressette dealt and played trick by trick, counted in thirds; shares nothing with the rule set."""

from fractions import Fraction

STRENGTH = [4, 5, 6, 7, 8, 9, 10, 1, 2, 3]
FIELDS = {"aces": 1, "twos": 2, "threes": 3}


def worth(card):
    """The points of a card."""
    rank = card[0]
    return Fraction(3 if rank == 1 else rank in (2, 3, 8, 9, 10), 3)


def dealt(dice):
    """Four hands of ten cards, as (rank, suit)."""
    pack = dice.sample([(rank, suit) for suit in range(4) for rank in range(1, 11)], 40)
    return [pack[player::4] for player in range(4)]


def played(dice, hands):
    """The points of both sides after ten tricks, in which suit is followed."""
    hands, points, lead = [list(hand) for hand in hands], [Fraction(0), Fraction(0)], 0
    for _trick in range(10):
        trick = []
        for player in ((lead + turn) % 4 for turn in range(4)):
            following = [card for card in hands[player] if trick and card[1] == trick[0][1][1]]
            card = dice.choice(following or hands[player])
            hands[player].remove(card)
            trick.append((player, card))
        suit = trick[0][1][1]
        lead = max((STRENGTH.index(card[0]), player) for player, card in trick if card[1] == suit)[1]
        points[lead % 2] += sum(worth(card) for _player, card in trick)
    points[lead % 2] += 1
    return points


def written(points):
    """A side's whole points, and the thirds beside them."""
    return {"points": int(points), "thirds": int(3 * points) % 3}


def held(hands):
    """Return what each side can accuse: three or four of a rank in one hand, and napoletane."""
    sides = [{"napoletane": 0}, {"napoletane": 0}]
    for player, hand in enumerate(hands):
        mine = sides[player % 2]
        for name, wanted in FIELDS.items():
            count = sum(rank == wanted for rank, _suit in hand)
            mine |= {name: count} if count >= 3 else {}
        mine["napoletane"] += sum({(1, suit), (2, suit), (3, suit)} <= set(hand) for suit in range(4))
    return sides


def accused(dice, hands):
    """Return a part of what each side holds; sometimes four of a rank are accused as three."""
    sides = []
    for mine in held(hands):
        some = {name: dice.randint(3, count) for name, count in mine.items() if name in FIELDS and dice.random() < 0.8}
        sides.append({**some, "napoletane": dice.randint(0, mine["napoletane"])})
    return sides


def rich(dice):
    """Four hands among which the aces, twos and threes are dealt unevenly."""
    honours = [(rank, suit) for suit in range(4) for rank in (1, 2, 3)]
    hands, weights = [[] for _player in range(4)], [dice.random() ** 3 for _player in range(4)]
    for card in honours:
        open_to = [player for player in range(4) if len(hands[player]) < 10]
        hands[dice.choices(open_to, [weights[player] + 0.01 for player in open_to])[0]].append(card)
    others = dice.sample([(rank, suit) for suit in range(4) for rank in range(4, 11)], 28)
    for hand in hands:
        while len(hand) < 10:
            hand.append(others.pop())
    return hands


def uneven(dice):
    """Return four hands of which one side's have most of the strong cards."""
    noise = dice.choice([0, 2, 4, 8, 20])
    pack = [(rank, suit) for suit in range(4) for rank in range(1, 11)]
    pack.sort(key=lambda card: STRENGTH.index(card[0]) + noise * dice.random())
    weak, strong = (dice.sample(half, 20) for half in (pack[:20], pack[20:]))
    return [weak[:10], strong[:10], weak[10:], strong[10:]]


def hand_of(dice, *, deal=dealt):
    """The lines of a hand and its scores, summed up by its own counting."""
    hands = deal(dice)
    points, sides = played(dice, hands), accused(dice, hands)
    lines = [{**written(mine), **side} for mine, side in zip(points, sides, strict=True)]
    if dice.random() < 0.5:
        lines = [{name: value for name, value in line.items() if name != "thirds"} for line in lines]
    scores = [line["points"] + 3 * line["napoletane"] + sum(line.get(name, 0) for name in FIELDS) for line in lines]
    return lines, scores
