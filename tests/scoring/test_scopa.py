"""Scopone and Scopa: scores, and refusal of impossible tallies."""

import random
from functools import cache
from itertools import product

import pytest

from scoring.registry import find
from scoring.table import judge
from scoring.wire import answer
from tests.games import captures
from tests.games.divisions import most_sweeps
from tests.games.piles import piles
from tests.parameters import slowly
from tests.scoring.cases import codes, hand, places, table

LAID = {"scopone": 0, "scopa": 4}
MOST = {"scopone": 19, "scopa": 18}
ENUMERATED = {"scopone": 17, "scopa": 15}
"""From so many sweeps of both sides together on, all orders of play were enumerated (`scopa_sweeps.UNPLAYED`)."""


def pair(cards=23, coins=6, sweeps=(0, 0), settebello=0, primiera=0):
    """Both lines of a hand by the cards and coins of the first side."""
    both = ((cards, 40 - cards), (coins, 10 - coins), sweeps)
    lines = [dict(zip(("cards", "coins", "sweeps"), mine, strict=True)) for mine in zip(*both, strict=True)]
    for side, line in enumerate(lines):
        line |= {"settebello": settebello == side, "primiera": primiera == side}
    return lines


def of(*lines, slug="scopone", **more):
    return answer(hand(slug, *lines, **more))


def with_best(first, second, **more):
    """The lines with the best cards, coins first, and without who has the primiera."""
    lines = pair(**more)
    for line, best in zip(lines, (first, second), strict=True):
        del line["primiera"]
        line |= dict(zip(captures.BEST, best, strict=True))
    return lines


def test_a_point_for_each_of_four_and_for_each_sweep():
    assert of(*pair()) == {"scores": [4, 0]}
    assert of(*pair(sweeps=(1, 2), settebello=1, primiera=1)) == {"scores": [3, 4]}


def test_level_cards_coins_and_primiera_are_nobodys():
    assert of(*pair(20, 5, primiera=None)) == {"scores": [1, 0]}


def test_the_primiera_is_worked_out_from_the_best_cards():
    assert of(*with_best([7, 7, 6, 1], [6, 6, 7, 7])) == {"scores": [3, 1]}
    assert of(*with_best([7, 7, 6, 6], [6, 6, 7, 7])) == {"scores": [3, 0]}
    assert of(*with_best([7, 7, 7, 0], [6, 6, 6, 7])) == {"scores": [3, 1]}


def test_a_table_ends_when_a_side_is_ahead_at_its_target():
    hands = [pair(sweeps=(3, 0)), pair(17, 4, (0, 3), 1, 1), pair(20, 5, (3, 4), primiera=None)]
    level = answer(table("scopa", *hands, target=11))
    assert (level["totals"], level["over"]) == ([11, 11], False)
    assert answer(table("scopa", *hands, pair(20, 5, primiera=None), target=11))["over"] is True
    assert places(answer(table("scopa", pair(), target=12))) == [("bad_option", None, "target")]


def test_two_play_scopa_or_four():
    assert [find("scopa").seats_per_side({"players": players}) for players in (2, 4)] == [1, 2]
    assert find("scopone").seats_per_side({}) == 2


@pytest.mark.parametrize(
    ("lines", "problems"),
    [
        (pair()[:1] + pair(22)[1:], [("cards_sum", None, "cards")]),
        (pair()[:1] + pair(23, 5)[1:], [("coins_sum", None, "coins")]),
        (pair(settebello=None), [("settebello", None, "settebello")]),
        ([pair()[0], pair(primiera=1)[1]], [("two_primiere", None, "primiera")]),
        (pair(39, 10), [("one_card_alone", 0, "cards"), ("one_card_alone", 1, "cards")]),
        (pair(3, 2, (2, 0), primiera=1), [("sweeps_impossible_for_cards", 0, "sweeps")]),
        (pair(2, 2, primiera=1), [("coins_impossible_for_cards", 0, "coins")]),
        (pair(35, 4), [("coins_impossible_for_cards", 1, "coins")]),
        (pair(10, 10, primiera=None), [("coins_impossible_for_cards", 0, "coins")]),
        (pair(4, 1, (2, 0), settebello=1), [("coins_impossible_for_cards", 0, "coins")]),
        (pair(23, 0, settebello=0, primiera=1), [("settebello_without_coins", 0, "coins")]),
        (pair(7, 5), [("primiera_without_suits", 0, "primiera")]),
        (pair(7, 5, primiera=None), [("primiera_of_one_side", 1, "primiera")]),
        (pair(20, 5, (10, 9)), [("too_many_sweeps", None, "sweeps")]),
    ],
)
def test_tallies_that_the_cards_cannot_give_are_refused(lines, problems):
    assert places(of(*lines)) == problems


@pytest.mark.parametrize(
    ("lines", "problems"),
    [
        ([{**pair()[0]}, {**pair()[1], "best_cups": 7}], {"missing_field"}),
        (with_best([7, 7, 6, 6], [7, 6, 7, 7]), {"sevens"}),
        (with_best([6, 7, 7, 7], [7, 6, 6, 6]), {"settebello_contradicts"}),
        (with_best([7, 7, 7, 0], [0, 6, 6, 7]), {"best_cards_impossible"}),
        (with_best([7, 7, 7, 6], [6, 6, 6, 7], cards=8, coins=6), {"best_cards_impossible"}),
    ],
)
def test_impossible_best_cards_are_refused(lines, problems):
    assert set(codes(of(*lines))) == problems


def test_who_has_the_primiera_is_said_once_or_follows_from_the_best_cards():
    lines = with_best([7, 7, 6, 1], [6, 6, 7, 7])
    assert "scores" in of({**lines[0], "primiera": False}, {**lines[1], "primiera": True})
    assert places(of({**lines[0], "primiera": True}, lines[1])) == [("primiera_contradicts", 0, "primiera")]
    for line in lines:
        for name in captures.BEST:
            del line[name]
    assert places(of(*lines)) == [("primiera_needed", 0, "primiera"), ("primiera_needed", 1, "primiera")]


@pytest.mark.parametrize("many", [150, *slowly(5_000)])
@pytest.mark.parametrize("slug", LAID)
def test_hands_that_were_played_score_as_their_piles(slug, many):
    dice = random.Random(f"{slug} {many}")
    for number in range(many):
        piles, sweeps = captures.at_random(dice, LAID[slug], eager=number % 3 / 2)
        for by_best_cards in (False, True):
            lines = captures.lines(piles, sweeps, by_best_cards=by_best_cards)
            assert of(*lines, slug=slug) == {"scores": captures.scores(piles, sweeps)}, lines


def of_a_suit():
    """For a suit, in each way to share its cards: the first side's number and sum, and the best of both sides."""
    worth = [captures.PRIMIERA[rank] for rank in range(1, 11)]
    for mine in range(1024):
        both = [[at for at in range(10) if bool(mine >> at & 1) == is_mine] for is_mine in (True, False)]
        best = [max((worth[at] for at in side), default=-100) for side in both]
        yield len(both[0]), sum(at + 1 for at in both[0]) % 2, *best, bool(mine >> 6 & 1)


@cache
def possible_piles():
    """Every (cards, coins, settebello, primiera) of the first side, if the ranks of its cards add up evenly."""
    of_coins = set(of_a_suit())
    of_another = {(cards, odd, mine, theirs) for cards, odd, mine, theirs, _seven in of_coins}
    others = {(0, 0, 0, 0)}
    for _suit in range(3):
        sums = product(others, of_another)
        others = {(n + k, odd ^ more, a + mine, b + theirs) for (n, odd, a, b), (k, more, mine, theirs) in sums}
    found = set()
    for (coins, odd, mine, theirs, seven), (cards, more, a, b) in product(of_coins, others):
        first, second = max(0, mine + a), max(0, theirs + b)
        if odd == more:
            found.add((cards + coins, coins, 1 - seven, None if first == second else int(second > first)))
    return found


@pytest.mark.slow
def test_every_share_of_the_cards_is_taken_and_no_other():
    """All 2,700 of them, less those of one card alone and of two coins that were captured together."""
    possible = possible_piles()
    for cards, coins, settebello, primiera in product(range(41), range(11), (0, 1), (0, 1, None)):
        captured = cards not in (1, 39) and (cards, coins) not in ((2, 2), (38, 8))
        is_possible = (cards, coins, settebello, primiera) in possible and captured
        result = of(*pair(cards, coins, (0, 0), settebello, primiera))
        assert ("scores" in result) == is_possible, (cards, coins, settebello, primiera, result)


@pytest.mark.parametrize("spare", [0, 1, *slowly(2)])
@pytest.mark.parametrize("slug", LAID)
def test_every_pile_with_few_cards_beside_its_sweeps_is_taken_and_no_other(slug, spare):
    possible = piles(spare)
    every_sweeps = range(1, ENUMERATED[slug])
    for sweeps, coins, settebello, primiera in product(every_sweeps, range(11), (0, 1), (0, 1, None)):
        lines = pair(2 * sweeps + spare, coins, (sweeps, 0), settebello, primiera)
        is_possible = (sweeps, coins, settebello, primiera) in possible
        assert ("scores" in of(*lines, slug=slug)) == is_possible, lines


@pytest.mark.slow
@pytest.mark.parametrize("slug", LAID)
def test_captures_make_the_piles_of_every_tally_that_is_taken(slug):
    """A tally that no division of the pack gives is refused: more sweeps than both sides' captures."""
    ruleset, most, divided = find(slug), MOST[slug], most_sweeps()
    for cards, coins, settebello, primiera in product(range(41), range(11), (0, 1), (0, 1, None)):
        both = divided.get((cards, coins, settebello, primiera), ())
        for mine in range(min(most, cards // 2) + 1):
            possible = max((theirs for first, theirs in both if first >= mine), default=-1)
            for theirs in range(possible + 1, min(most - mine, (40 - cards) // 2) + 1):
                lines = pair(cards, coins, (mine, theirs), settebello, primiera)
                assert isinstance(judge(ruleset, {}, {"lines": lines}), list), lines


@pytest.mark.parametrize("many", [500, *slowly(5_000)])
@pytest.mark.parametrize("slug", LAID)
def test_impossible_tallies_are_refused(slug, many):
    dice, possible, refused = random.Random(slug), possible_piles(), 0
    ruleset, most = find(slug), MOST[slug]
    while refused < many:
        cards, coins, sweeps = dice.randrange(41), dice.randrange(11), [dice.randrange(most + 1) for _side in range(2)]
        settebello, primiera = dice.choice([0, 1]), dice.choice([0, 1, None])
        fits = 2 * sweeps[0] <= cards <= 40 - 2 * sweeps[1] and sum(sweeps) <= most
        if fits and (cards, coins, settebello, primiera) in possible:
            continue
        lines = pair(cards, coins, sweeps, settebello, primiera)
        assert isinstance(judge(ruleset, {}, {"lines": lines}), list), lines
        refused += 1


@pytest.mark.parametrize(
    ("slug", "sweeps", "cards"),
    [("scopone", 19, 38), ("scopone", 18, 36), ("scopa", 18, 38), ("scopa", 17, 34), ("scopa", 16, 31)],
)
def test_sweeps_need_enough_cards(slug, sweeps, cards):
    result = of(*pair(cards, 9, (sweeps, 0)), slug=slug)
    assert places(result) == [("sweeps_impossible_for_cards", 0, "sweeps")]
