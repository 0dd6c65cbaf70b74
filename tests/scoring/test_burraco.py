"""Burraco: Federazione Italiana Burraco, Codice di gara."""

from functools import cache
from random import Random

import pytest

from scoring.burraco import PACK
from scoring.registry import find
from scoring.table import judge
from scoring.values import Checks
from scoring.wire import answer
from tests.games.burraco import PACK as CARDS
from tests.games.burraco import lines_of, melded, value
from tests.scoring.cases import codes, hand, places, table

SORTS = ("clean", "semi_clean", "dirty")
DEALT = 5_000


def line(cards=0, left=0, *, pozzetto="taken", went_out=False, **burracos):
    counts = dict.fromkeys(SORTS, 0) | burracos
    return {"cards": cards, "hand": left, **counts, "went_out": went_out, "pozzetto": pozzetto}


def score(first, second=None):
    return answer(hand("burraco", first, second or line()))


def recorded(first, second):
    """Return the problems of a hand that is to be recorded, as (code, side, field)."""
    verdict = judge(find("burraco"), {}, {"lines": [first, second]}, checks=Checks.PLAY)
    return [(one.code, *one.pointer[1:]) for one in verdict] if isinstance(verdict, list) else []


class TestAHand:
    def test_cards(self):
        worth = {kind.name: (kind.value, len(kind.cards)) for kind in PACK.kinds}
        expected = {"joker": (30, 4), "two": (20, 8), "ace": (15, 8), "high": (10, 48), "low": (5, 40)}
        assert (worth, PACK.points, sum(map(value, CARDS))) == (expected, 1080, 1080)

    @pytest.mark.parametrize(("sort", "bonus"), [("clean", 200), ("semi_clean", 150), ("dirty", 100)])
    def test_burracos(self, sort, bonus):
        assert score(line(300, 45, **{sort: 2})) == {"scores": [255 + 2 * bonus, 0]}

    @pytest.mark.parametrize(
        ("ending", "points"), [({"went_out": True}, 400), ({}, 300), ({"pozzetto": "not_taken"}, 200)]
    )
    def test_endings(self, ending, points):
        assert score(line(200, dirty=1, **ending)) == {"scores": [points, 0]}

    def test_a_hand_that_is_broken_off_counts_as_it_lies(self):
        assert score(line(200, 60, clean=1), line(15, 110, pozzetto="not_taken")) == {"scores": [340, -195]}


class TestWhatCannotBe:
    def test_going_out(self):
        without = line(200, clean=1, went_out=True, pozzetto="not_taken")
        assert places(score(without)) == [("went_out_without_morto", 0, "pozzetto")]
        assert places(score(line(200, went_out=True))) == [("went_out_without_burraco", 0, "clean")]
        both = line(200, clean=1, went_out=True)
        assert places(score(both, both)) == [("two_went_out", None, "went_out")]

    @pytest.mark.parametrize("cards", [5, 10])
    def test_less_than_a_meld(self, cards):
        assert places(score(line(cards))) == [("less_than_a_meld", 0, "cards")]
        assert codes(score(line(15))) == []

    @pytest.mark.parametrize(("sort", "least"), [("clean", 35), ("semi_clean", 55), ("dirty", 50)])
    def test_burracos_without_their_cards(self, sort, least):
        assert codes(score(line(least, **{sort: 1}))) == []
        assert places(score(line(least - 5, **{sort: 1}))) == [("table_below_canastras", 0, "cards")]

    def test_both_sides_share_the_cheap_cards(self):
        assert codes(score(line(250, clean=5), line(250, clean=5))) == []
        assert places(score(line(175, clean=5), line(175, clean=5))) == [("table_below_canastras", None, "cards")]

    @pytest.mark.parametrize(
        ("clean", "semi_clean", "dirty", "least"),
        [
            (0, 0, 5, 250),
            (0, 0, 6, 305),
            (4, 0, 2, 245),
            (2, 2, 2, 285),
            (5, 0, 1, 230),
            (6, 0, 0, 220),
            (0, 0, 7, 360),
        ],
    )
    def test_low_cards_make_five_sets_and_runs_of_five(self, clean, semi_clean, dirty, least):
        """Sets of threes to sevens first; the sixth burraco is a run from three, whose sixth card is an eight."""
        counts = {"clean": clean, "semi_clean": semi_clean, "dirty": dirty}
        assert codes(score(line(least, **counts))) == []
        assert places(score(line(least - 5, **counts))) == [("table_below_canastras", 0, "cards")]

    @pytest.mark.parametrize(
        ("clean", "semi_clean", "least"),
        [(13, 0, 730), (6, 7, 870), (5, 8, 900), (1, 12, 1025), (14, 0, 870), (10, 4, 990), (9, 5, 1025)],
    )
    def test_many_burracos_without_a_dirty_one_need_dearer_cards(self, clean, semi_clean, least):
        """A set of seven leaves one card of its rank for the runs."""
        first = line(5 * (least // 10), clean=clean // 2, semi_clean=semi_clean // 2)
        second = line(least - first["cards"], clean=clean - clean // 2, semi_clean=semi_clean - semi_clean // 2)
        assert codes(score(first, second)) == []
        assert codes(score(first, second | {"cards": second["cards"] - 5})) == ["table_below_canastras"]

    @pytest.mark.parametrize(("clean", "semi_clean"), [(8, 6), (7, 7), (15, 0), (12, 3)])
    def test_so_many_burracos_need_a_dirty_one(self, clean, semi_clean):
        first = line(535, clean=clean // 2, semi_clean=semi_clean // 2)
        second = line(535, clean=clean - clean // 2, semi_clean=semi_clean - semi_clean // 2)
        assert codes(score(first, second)) == ["too_many_canastras"]

    def test_there_are_twelve_jokers_and_twos(self):
        assert codes(score(line(540, dirty=6), line(540, dirty=6))) == []
        assert places(score(line(540, dirty=7), line(540, dirty=6))) == [("too_many_canastras", None, "dirty")]

    def test_a_pozzetto_that_was_not_taken_lies_aside(self):
        assert codes(score(line(800, 100, clean=1), line(80, 45, pozzetto="not_taken"))) == []
        result = score(line(800, 100, clean=1), line(80, 50, pozzetto="not_taken"))
        assert places(result) == [("over_1080", None, "cards")]

    def test_the_cards_that_are_left_over(self):
        assert recorded(line(800, 100, clean=1), line(150, 15)) == []
        assert recorded(line(800, 100, clean=1), line(150, 20)) == [("over_1080",)]
        many = [line(500, 10, clean=7), line(500, 10, clean=6, dirty=1)]
        assert (codes(score(*many)), recorded(*many)) == ([], [])
        more = [line(500, 10, clean=7), line(500, 10, clean=7, dirty=1)]
        assert (codes(score(*more)), recorded(*more)) == ([], [("too_many_canastras",)])

    def test_how_a_hand_ends(self):
        out = line(200, 5, clean=1, went_out=True)
        assert recorded(out, line(55, 10)) == []
        assert recorded(out | {"hand": 0}, line(55, 10)) == [("no_cards_left", 0, "hand")]
        assert recorded(out, line(55, 5)) == [("no_cards_left", 1, "hand")]
        assert recorded(out, line(50, 10)) == [("too_few_on_table", 1, "cards")]
        assert recorded(out | {"cards": 105}, line(55, 10)) == [("too_few_on_table", 0, "cards")]

    def test_a_dirty_burraco_grows_into_a_cleaner_one(self):
        """Three dirty ones are 21 cards: the 22nd, for going out, lies in a meld of its own."""
        out = line(165, 5, dirty=3, went_out=True)
        assert recorded(out, line(0, 10, pozzetto="not_taken")) == []
        assert recorded(out | {"cards": 160}, line(0, 10, pozzetto="not_taken")) == [("too_few_on_table", 0, "cards")]

    def test_tables_and_hands_share_the_cheap_cards(self):
        out = line(110, 5, clean=1, went_out=True)
        assert codes(score(out, line(110, 10, clean=3))) == []
        assert recorded(out, line(110, 10, clean=3)) == [("too_few_together",)]
        assert recorded(out, line(145, 10, clean=3)) == []


def test_a_game_goes_to_2005():
    big, small = line(700, clean=2), line(0, 100, pozzetto="not_taken")
    result = answer(table("burraco", [big, small], [big, small]))
    assert (result["totals"], result["over"]) == ([2200, -400], True)
    assert answer(table("burraco", [big, small]))["over"] is False
    level = [line(500, clean=6), line(500, clean=6)]
    assert answer(table("burraco", level, level))["over"] is False


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_a_turn_has_a_number_of_hands(hands):
    played = [[line(1000, clean=6), line()]] * hands
    assert answer(table("burraco", *played, hands=hands))["over"] is True
    assert answer(table("burraco", *played[1:], hands=hands))["over"] is False


def reckoned(tables, hands, taken, out):
    """Score a hand card by card, by article 17 of the code."""
    scores = []
    for side in (0, 1):
        points = 100 * (side == out) - 100 * (not taken[side]) - sum(map(value, hands[side]))
        for cards, in_a_row in tables[side]:
            points += sum(map(value, cards))
            if len(cards) >= 7:
                points += 200 if in_a_row == len(cards) else 150 if in_a_row >= 7 else 100
        scores.append(points)
    return scores


@cache
def dealt_hands():
    return [melded(Random(seed)) for seed in range(DEALT)]


@pytest.mark.slow
def test_hands_that_were_dealt():
    faults = []
    for seed, dealt in enumerate(dealt_hands()):
        verdict = judge(find("burraco"), {}, {"lines": lines_of(*dealt)}, checks=Checks.PLAY)
        if list(getattr(verdict, "scores", ())) != reckoned(*dealt):
            faults.append((seed, verdict))
    assert faults == []


CHEAP_FIRST = sorted(map(value, CARDS))
WILD = sorted(value(card) for card in CARDS if card[0] in "2*")
OTHERS = sorted(value(card) for card in CARDS if card[0] not in "2*")


def below_its_burracos(dice, lines):
    """Less on a table than the cheapest cards of its burracos, jokers and twos apart."""
    mine = dice.choice(lines)
    mine |= {"clean": dice.randint(0, 2), "semi_clean": dice.randint(0, 3), "dirty": dice.randint(1, 3)}
    wild = mine["semi_clean"] + mine["dirty"]
    naturals = 7 * (mine["clean"] + mine["semi_clean"]) + 6 * mine["dirty"]
    mine["cards"] = dice.randrange(15, sum(WILD[:wild]) + sum(OTHERS[:naturals]), 5)


def more_than_there_is(dice, lines):
    """More points than are left when the pozzetti, two cards of the stock and the last discard are taken away."""
    away = 3 + 11 * sum(line["pozzetto"] == "not_taken" for line in lines)
    counted = sum(line["cards"] + line["hand"] for line in lines)
    dice.choice(lines)["hand"] += 1080 - sum(CHEAP_FIRST[:away]) - counted + 5 * dice.randint(1, 40)


def too_few_laid_down(dice, lines):
    """Less on a table than eleven cards for the pozzetto, or 22 for going out, are worth."""
    mine, other = dice.sample(lines, 2)
    out = dice.random() < 0.5
    mine |= {"pozzetto": "taken", "went_out": out, "clean": int(out), "semi_clean": 0, "dirty": 0}
    mine["cards"] = dice.randrange(15, sum(CHEAP_FIRST[: 22 if out else 11]), 5)
    other["went_out"] = False


def an_empty_hand(dice, lines):
    """Fewer points in the hands of a pair than a three for each who is still in."""
    mine = dice.choice(lines)
    mine["hand"] = 0 if mine["went_out"] else dice.choice([0, 5])


def of_no_cards(dice, lines):
    """Points that no cards add up to, or no meld."""
    mine, name = dice.choice(lines), dice.choice(["cards", "hand"])
    mine[name] += dice.choice([1, 2, 3, 4])
    if dice.random() < 0.5:
        mine["cards"] = dice.choice([5, 10])


def a_wrong_end(dice, lines):
    """Two that went out, or one without the pozzetto, or without a burraco."""
    mine = dice.choice(lines)
    wrong = dice.randrange(3)
    for one in lines if wrong == 0 else [mine]:
        one["went_out"] = True
    if wrong == 1:
        mine["pozzetto"] = "not_taken"
    elif wrong == 2:
        mine |= dict.fromkeys(SORTS, 0)


def too_many_burracos(dice, lines):
    """More jokers and twos than twelve, or more cards than 108."""
    counts = dice.choice([{"semi_clean": 7, "dirty": 6}, {"clean": 8}, {"clean": 6, "dirty": 4}])
    for mine in lines:
        mine.update(dict.fromkeys(SORTS, 0) | {name: most + dice.randint(0, 2) for name, most in counts.items()})


IMPOSSIBLE = [
    below_its_burracos,
    more_than_there_is,
    too_few_laid_down,
    an_empty_hand,
    of_no_cards,
    a_wrong_end,
    too_many_burracos,
]


@pytest.mark.slow
def test_hands_that_cannot_be():
    taken = []
    for seed, dealt in enumerate(dealt_hands()):
        lines, spoil = lines_of(*dealt), IMPOSSIBLE[seed % len(IMPOSSIBLE)]
        spoil(Random(seed), lines)
        if recorded(*lines) == []:
            taken.append((seed, spoil.__name__, lines))
    assert taken == []
