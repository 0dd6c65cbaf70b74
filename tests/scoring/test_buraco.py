"""Buraco: GameDesire, Buraco Classic."""

import pytest

from scoring.buraco import CANASTRAS, PACK
from scoring.wire import answer
from tests.scoring.cases import codes, hand, places, table

RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
VALUES = {"ace": 15, "2": 10, "joker": 50}
VALUES |= dict.fromkeys("34567", 5) | dict.fromkeys(["8", "9", "10", "jack", "queen", "king"], 10)


def line(table_points=0, hand_points=0, *, morto="taken", went_out=False, **canastras):
    counts = dict.fromkeys(("dirty", "clean", "real", "real_ace"), 0) | canastras
    ending = {"morto": morto, "went_out": went_out}
    return {"table_points": table_points, "hand_points": hand_points, **counts, **ending}


def score(first, second=None, **options):
    return answer(hand("buraco", first, second or line(), options=options))


class TestAHand:
    def test_table_less_hand(self):
        assert score(line(120, 45), line(0, 60)) == {"scores": [75, -60]}

    @pytest.mark.parametrize(("canastra", "bonus"), [("dirty", 100), ("clean", 200), ("real", 500), ("real_ace", 1000)])
    def test_canastras(self, canastra, bonus):
        assert score(line(500, **{canastra: 2})) == {"scores": [500 + 2 * bonus, 0]}

    def test_going_out(self):
        assert score(line(90, went_out=True)) == {"scores": [190, 0]}

    @pytest.mark.parametrize(("morto", "points"), [("taken", 90), ("not_taken", -10)])
    def test_the_morto(self, morto, points):
        assert score(line(90, morto=morto)) == {"scores": [points, 0]}

    def test_a_morto_never_played_counts_as_not_taken(self):
        assert score(line(90, morto="unplayed")) == {"scores": [-10, 0]}


class TestWhatCannotBe:
    def test_two_went_out(self):
        result = score(line(went_out=True), line(went_out=True))
        assert places(result) == [("two_went_out", None, "went_out")]

    @pytest.mark.parametrize("morto", ["not_taken", "unplayed"])
    def test_going_out_without_the_morto(self, morto):
        result = score(line(morto=morto, went_out=True))
        assert places(result) == [("went_out_without_morto", 0, "morto")]

    def test_going_out_with_cards(self):
        out = line(90, 20, went_out=True)
        assert places(score(out, players=2)) == [("went_out_with_cards", 0, "hand_points")]
        assert score(out, players=4) == {"scores": [170, 0]}

    def test_more_cards_than_two_packs(self):
        assert codes(score(line(600, 100), line(200, 180))) == []
        result = score(line(600, 100), line(200, 185))
        assert places(result) == [("over_1080", None, "table_points")]

    @pytest.mark.parametrize("name", ["table_points", "hand_points"])
    @pytest.mark.parametrize(
        ("value", "code"), [(7, "not_multiple_of_5"), (-5, "out_of_range"), ("5", "not_an_integer")]
    )
    def test_points_come_in_fives(self, name, value, code):
        assert places(score(line() | {name: value})) == [(code, 0, name)]

    @pytest.mark.parametrize(("canastra", "least"), [("dirty", 40), ("clean", 35), ("real", 110), ("real_ace", 125)])
    def test_canastras_without_their_cards(self, canastra, least):
        assert codes(score(line(least, **{canastra: 1}))) == []
        result = score(line(least - 5, **{canastra: 1}))
        assert places(result) == [("table_below_canastras", 0, "table_points")]

    @pytest.mark.parametrize(
        ("first", "second", "possible"),
        [
            ({"real_ace": 4}, {}, True),
            ({"real_ace": 3}, {"real_ace": 2}, False),
            ({"real": 8}, {}, True),
            ({"real": 5}, {"real": 4}, False),
            ({"real": 4, "real_ace": 2}, {}, True),
            ({"real": 3, "real_ace": 2}, {"real": 2}, False),
        ],
    )
    def test_more_real_canastras_than_aces(self, first, second, possible):
        result = score(line(535, **first), line(545, **second))
        assert ("too_many_real_canastras" not in codes(result)) is possible

    @pytest.mark.parametrize("morto", ["", "Taken", True, None, 0, []])
    def test_a_morto_is_one_of_three(self, morto):
        assert places(score(line(morto=morto))) == [("not_a_choice", 0, "morto")]

    @pytest.mark.parametrize("players", [0, 1, 3, 6, "2"])
    def test_two_or_four_play(self, players):
        assert places(score(line(), players=players)) == [("bad_option", None, "players")]

    def test_every_field_is_needed(self):
        found = places(score({}))
        assert found == [("missing_field", 0, name) for name in line()]


class TestTheNumbersOfTwoPacks:
    def test_all_cards(self):
        assert 4 * VALUES["joker"] + 8 * sum(VALUES[rank] for rank in RANKS) == PACK.points

    def test_the_cheapest_canastras(self):
        """A set of seven, or a sequence of seven in one suit with the ace at either end."""
        low_to_high = [VALUES[rank] for rank in [*RANKS, "ace"]]
        runs = [low_to_high[start : start + 7] for start in range(8)]
        sets = [[VALUES[rank]] * 7 for rank in RANKS]
        clean = min(map(sum, runs + sets))
        wild = min(VALUES["2"], VALUES["joker"])
        dirty = min(sum(cards) - max(cards) + wild for cards in runs + sets)
        real, real_ace = sum(low_to_high[:13]), sum(low_to_high)
        least = {"dirty": dirty, "clean": clean, "real": real, "real_ace": real_ace}
        none = dict.fromkeys(CANASTRAS.sorts, 0)
        assert least == {name: CANASTRAS.least_points(none | {name: 1}) for name in CANASTRAS.sorts}


class TestTable:
    big, small = line(1000, real=1), line(0, 80)

    def test_it_goes_to_3000_by_itself(self):
        result = answer(table("buraco", *[[self.big, self.small]] * 2))
        assert (result["totals"], result["over"]) == ([3000, -160], True)
        assert result["places"] == [1, 2]

    def test_or_to_the_target_agreed(self):
        hands = [[self.big, self.small]] * 2
        assert answer(table("buraco", *hands, target=3005))["over"] is False
        assert answer(table("buraco", hands[0], target=1500))["over"] is True

    def test_both_past_it_the_higher_wins(self):
        hands = [[line(500), line(520)]]
        result = answer(table("buraco", *hands, target=400))
        assert (result["over"], result["places"]) == (True, [2, 1])

    def test_level_there_another_hand_is_played(self):
        level, more = [line(500), line(500)], [line(500), line(505)]
        result = answer(table("buraco", level, target=400))
        assert (result["over"], result["places"]) == (False, [1, 1])
        assert answer(table("buraco", level, more, target=400))["over"] is True

    def test_with_a_number_of_hands_the_usual_target_does_not_count(self):
        hands = [[self.big, self.small]] * 3
        assert answer(table("buraco", *hands, hands=4))["over"] is False
        result = answer(table("buraco", [line(500), line(500)], hands=1))
        assert (result["over"], result["places"]) == (True, [1, 1])

    def test_level_at_the_target_after_the_last_hand_agreed_the_place_is_shared(self):
        result = answer(table("buraco", [line(500), line(500)], target=400, hands=1))
        assert (result["over"], result["places"]) == (True, [1, 1])

    def test_less_than_nothing_is_ranked_too(self):
        cards, none = line(0, 100, morto="not_taken"), line(0, 5, morto="not_taken")
        result = answer(table("buraco", [cards, none], hands=1))
        assert (result["totals"], result["places"]) == ([-200, -105], [2, 1])
