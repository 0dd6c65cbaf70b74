"""Which points and marriages the cards can give: compared with all ways to share the pack, told another way."""

from itertools import product

import pytest

from scoring.brisca_rematada import REMATADA
from scoring.marriages import STRIDE, marriage_splits
from scoring.wire import answer
from tests.scoring.cases import codes, hand, places
from tests.scoring.test_brisca_rematada import LAST, line, score

KINGS_AND_KNIGHTS = list(product(range(2), repeat=2))


def shared(size):
    """Return all (points, cards) of one side without kings and knights: by how many of each rank it has."""
    blanks = size - 20
    ways = product(range(5), range(5), range(5), range(blanks + 1))
    return {(11 * a + 10 * b + 2 * c, a + b + c + d) for a, b, c, d in ways}


def possible(size, trick):
    """Return all (points, cards, marriages of both) that two sides can have, the first suit being trumps."""
    found = set()
    for suits in product(KINGS_AND_KNIGHTS, repeat=4):
        points = sum(4 * (king == 0) + 3 * (knight == 0) for king, knight in suits)
        cards = sum((king == 0) + (knight == 0) for king, knight in suits)
        wed = tuple(
            number
            for side in (0, 1)
            for number in (int(suits[0] == (side, side)), sum(suit == (side, side) for suit in suits[1:]))
        )
        found |= {(points + p, cards + c, wed) for p, c in shared(size) if (cards + c) % trick == 0}
    return found


def mariaje(points, wed, cards=None, players=2):
    first, second = ({"trump_marriages": t, "plain_marriages": p} for t, p in (wed[:2], wed[2:]))
    first["points"], second["points"] = points, 120 - points
    if cards is not None:
        pack = 48 if players == 6 else 40
        first["cards"], second["cards"] = cards, pack - cards
    return hand("brisca-mariaje", first, second, options={"players": players})


WEDS = list(product(range(2), range(4), repeat=2))


@pytest.mark.slow
def test_mariaje_takes_what_the_cards_can_give_and_no_more():
    splits = {(points, wed) for points, _cards, wed in possible(40, 2)}
    for points, wed in product(range(121), WEDS):
        found = set(codes(answer(mariaje(points, wed)))) - {"cards_needed"}
        assert (not found) is ((points, wed) in splits), (points, wed, found)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size"), [(4, 40), (6, 48)])
def test_with_the_cards_written_down_they_count_too(players, size):
    splits = possible(size, players)
    weds = [wed for wed in WEDS if wed[0] + wed[2] <= 1 and wed[1] + wed[3] <= 3][::3]
    for points, wed, cards in product(range(2, 119, 9), weds, range(0, size + 1, players)):
        found = codes(answer(mariaje(points, wed, cards, players)))
        assert (not found) is ((points, cards, wed) in splits), (points, wed, cards, found)


@pytest.mark.parametrize("wed", [(0, 0, 0, 0), (1, 2, 0, 0), (0, 3, 0, 0)])
def test_side_with_all_points_has_all_marriages(wed):
    assert places(answer(mariaje(120, wed))) == [("marriages", None, "points")]
    assert codes(answer(mariaje(120, (1, 3, 0, 0)))) == []


def test_one_mistake_gives_one_problem():
    assert places(answer(mariaje(6, (1, 0, 0, 0)))) == [("marriages", 0, "points")]
    assert codes(answer(mariaje(70, (0, 3, 1, 1)))) == ["marriages"]


@pytest.mark.slow
def test_rematada_by_all_ways_to_share_32_cards():
    """Without the cards that count nothing, which fill the tricks up."""
    others = {0}
    for value in [11] * 4 + [10] * 4 + [2] * 4:
        others = {split + more for split in others for more in (value, value * STRIDE, 0)}
    couples = {}
    for suits in product(product(range(3), repeat=2), repeat=4):
        points = [sum(4 * (king == side) + 3 * (knight == side) for king, knight in suits) for side in range(3)]
        couple = [tuple(suit == (side, side) for suit in suits) for side in range(3)]
        wed = tuple((int(mine[0]), sum(mine[1:])) for mine in couple)
        couples.setdefault(wed, set()).add(points[0] + STRIDE * points[1])
    splits = marriage_splits(32, 3, 2)
    assert splits.keys() == couples.keys()
    for wed, bits in splits.items():
        ways = {split + more for split in couples[wed] for more in others}
        assert {bit for bit in range(bits.bit_length()) if bits >> bit & 1} == ways


def test_in_rematada_the_other_cards_always_fill_the_tricks_up():
    """Twelve cards have no value: with any other cards, each side gets whole tricks, the declarer two cards more."""
    for counting in ((a, b, 20 - a - b) for a in range(21) for b in range(21 - a)):
        for declarer, last in product(range(3), repeat=2):
            blanks = 0
            for side, cards in enumerate(counting):
                laid_aside = 2 * (side == declarer)
                least = max(cards, laid_aside + 3 * (side == last))
                blanks += least - cards + (laid_aside - least) % 3
            assert blanks <= 12
            assert (12 - blanks) % 3 == 0


class TestRematada:
    def test_points_that_the_marriages_cannot_have(self):
        assert places(score(line(120, **LAST), line(0), line(0))) == [("marriages", None, "points")]
        assert codes(score(line(120, **LAST, trump=1, plain=3), line(0), line(0), bid=230)) == []

    def test_where_trumps_alone_count_the_others_are_not_asked(self):
        first, *others = ({"points": points} for points in (120, 0, 0))
        lines = ({**first, "last_trick": True, "trump_marriages": 1}, *others)
        assert score(*lines, bid=170, marriages="trumps") == {"scores": [170, 0, 0]}
        assert places(score(*lines, bid=171, marriages="trumps")) == [("out_of_range", None, "bid")]
        asked = score({**lines[0], "plain_marriages": 0}, *others, marriages="trumps")
        assert places(asked) == [("unknown_field", 0, "plain_marriages")]

    def test_where_trumps_alone_count_they_are_still_those_of_the_cards(self):
        lines = ({"points": 120, "last_trick": True}, {"points": 0}, {"points": 0})
        assert places(score(*lines, marriages="trumps")) == [("marriages", None, "points")]

    def test_the_highest_bid_follows_from_the_marriages(self):
        for marriages, most in (("suits", 230), ("trumps", 170)):
            assert REMATADA.hand_bounds({"award": "bid", "marriages": marriages}, 3).most == most
            assert codes(score(line(20), line(90, **LAST), line(10), bid=231, marriages=marriages))

    def test_options_stored_before_the_choice_mean_all_suits(self):
        assert REMATADA.hand_bounds({"award": "bid"}, 3).most == 230
        assert [field.name for field in REMATADA.line_fields({"award": "bid"})][-1] == "plain_marriages"
