"""King: the score of each deal, and its possible divisions."""

import random
from itertools import count, product

import pytest

from scoring.wire import answer
from tests.games import tricks
from tests.parameters import slowly
from tests.scoring.cases import codes, hand, places, table

DEALS = {
    "kings_jacks": (8, [-2, -6, 0, -8]),
    "queens": (4, [-3, -9, 0, 0]),
    "eight_of_diamonds": (1, [0, -8, 0, 0]),
    "king_of_hearts": (1, [-8, 0, 0, 0]),
    "hearts": (13, [0, -13, 0, 0]),
    "last_two": (2, [-4, 0, -4, 0]),
    "tricks": (13, [-5, -4, -3, -1]),
    "trumps": (13, [5, 4, 3, 1]),
    "no_trumps": (13, [10, 8, 6, 2]),
}
TAKEN = {
    "kings_jacks": (1, 3, 0, 4),
    "queens": (1, 3, 0, 0),
    "eight_of_diamonds": (0, 1, 0, 0),
    "king_of_hearts": (1, 0, 0, 0),
    "hearts": (0, 13, 0, 0),
    "last_two": (1, 0, 1, 0),
    "tricks": (5, 4, 3, 1),
    "trumps": (5, 4, 3, 1),
    "no_trumps": (5, 4, 3, 1),
}


def lines(taken):
    return [{"taken": each} for each in taken]


def of(deal, *taken):
    return answer(hand("king", *lines(taken), deal=deal))


@pytest.mark.parametrize("deal", DEALS)
def test_each_deal_of_king_has_its_worth(deal):
    assert of(deal, *TAKEN[deal]) == {"scores": DEALS[deal][1]}


@pytest.mark.parametrize("deal", DEALS)
def test_every_division_of_a_deal_is_accepted_and_no_other(deal):
    number = DEALS[deal][0]
    for taken in product(range(number + 2), repeat=3):
        rest = max(number - sum(taken), 0)
        right = sum(taken) + rest == number
        if number + 1 < 14 or max(taken) < 14:
            assert codes(of(deal, *taken, rest)) == ([] if right else ["wrong_number_taken"]), taken


def test_the_first_out_of_the_domino_gets_what_the_others_lose():
    assert of("domino", 3, 0, 1, 7) == {"scores": [-3, 11, -1, -7]}


def test_a_domino_ends_with_one_player_out():
    assert places(of("domino", 3, 0, 0, 7)) == [("domino_without_end", None, "taken")]
    assert places(of("domino", 3, 1, 2, 7)) == [("domino_without_end", None, "taken")]
    assert places(of("domino", 13, 11, 13, 0)) == [("too_many_left", None, "taken")]
    assert of("domino", 13, 10, 13, 0) == {"scores": [-13, -10, -13, 36]}


def test_at_most_36_cards_are_left_and_not_twelve_in_each_hand():
    for left in product(range(1, 14), repeat=3):
        is_possible = sum(left) <= 36 and left != (12, 12, 12)
        assert codes(of("domino", 0, *left)) == ([] if is_possible else ["too_many_left"]), left


WORTH = {
    "kings_jacks": lambda cards, _numbers: -2 * sum(rank in (tricks.JACK, tricks.KING) for rank, _suit in cards),
    "queens": lambda cards, _numbers: -3 * sum(rank == tricks.QUEEN for rank, _suit in cards),
    "eight_of_diamonds": lambda cards, _numbers: -8 * cards.count((8, tricks.DIAMONDS)),
    "king_of_hearts": lambda cards, _numbers: -8 * cards.count((tricks.KING, tricks.HEARTS)),
    "hearts": lambda cards, _numbers: -sum(suit == tricks.HEARTS for _rank, suit in cards),
    "last_two": lambda _cards, numbers: -4 * sum(number > 11 for number in numbers),
    "tricks": lambda _cards, numbers: -len(numbers),
    "trumps": lambda _cards, numbers: len(numbers),
    "no_trumps": lambda _cards, numbers: 2 * len(numbers),
}
"""What a player gets for the cards and the numbers of the tricks that this player won."""
EACH = {"kings_jacks": 2, "queens": 3, "eight_of_diamonds": 8, "king_of_hearts": 8, "last_two": 4, "no_trumps": 2}


@pytest.mark.parametrize("many", [50, *slowly(600)])
def test_deals_that_were_played_score_by_their_cards(many):
    """In each of the nine deals of tricks: 5,400 tallies in the slow case, and as many with one card too many."""
    dice = random.Random(many)
    for _game in range(many):
        won = tricks.at_random(dice)
        for deal, worth in WORTH.items():
            scores = [worth(tricks.cards_of(each), [number for number, _cards in each]) for each in won]
            taken = [abs(score) // EACH.get(deal, 1) for score in scores]
            assert of(deal, *taken) == {"scores": scores}, deal
            taken[dice.randrange(4)] += 1
            assert "problems" in of(deal, *taken), (deal, taken)


def domino(dice):
    """Deal and play a domino: any suit begins with the rank of the first card; the cards left when one is out."""
    pack = dice.sample(range(52), 52)
    hands = [set(pack[player::4]) for player in range(4)]
    start = dice.choice(sorted(hands[0])) % 13
    down = set()
    for turn in count():
        mine = hands[turn % 4]
        legal = [card for card in mine if card % 13 == start or card + (1 if card % 13 < start else -1) in down]
        if legal:
            card = dice.choice(sorted(legal))
            mine.remove(card)
            down.add(card)
        if not mine:
            return [len(left) for left in hands]
    return None


@pytest.mark.parametrize("many", [500, *slowly(5_000)])
def test_every_domino_that_is_played_is_accepted(many):
    dice = random.Random(many)
    for _game in range(many):
        left = domino(dice)
        assert of("domino", *left) == {"scores": [-each or sum(left) for each in left]}


def test_thirteen_deals_add_up_to_nothing():
    deals = [*TAKEN, "trumps", "trumps", "trumps", "domino"]
    hands = [(lines(TAKEN.get(deal, (2, 0, 9, 4))), {"deal": deal}) for deal in deals]
    result = answer(table("king", *hands, hands=13))
    assert (sum(result["totals"]), result["over"]) == (0, True)
    assert places(answer(table("king", *hands, target=50, hands=13))) == [("bad_option", None, "target")]
