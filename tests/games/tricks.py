"""Thirteen tricks of four players, dealt and won at random; shares nothing with the rule sets."""

JACK, QUEEN, KING = 11, 12, 13
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def at_random(dice):
    """The tricks that each player won, as (number of the trick, its four cards); often one player wins most or all."""
    pack = dice.sample([(rank, suit) for suit in range(4) for rank in range(1, 14)], 52)
    winners = range(4) if dice.random() < 0.7 else [dice.randrange(4)] * dice.choice([1, 9]) + [dice.randrange(4)]
    won = [[] for _player in range(4)]
    for number in range(13):
        won[dice.choice(winners)].append((number + 1, pack[4 * number : 4 * number + 4]))
    return won


def cards_of(tricks):
    """The cards of these tricks."""
    return [card for _number, cards in tricks for card in cards]
