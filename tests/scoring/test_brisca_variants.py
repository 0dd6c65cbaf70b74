"""Brisca's variants: Wikipedia, Brisca, "Variants"."""

import pytest

from scoring.wire import answer
from tests.scoring.cases import codes, hand, places, table
from tests.scoring.test_brisca import lines, score


class TestMexican:
    def score(self, first, **options):
        return score(first, 120 - first, ruleset="brisca-mexican", options=options)

    @pytest.mark.parametrize(("points", "scores"), [(0, [1, 0]), (11, [1, 0]), (12, [0, 1])])
    def test_11_points_or_fewer_win(self, points, scores):
        assert self.score(points) == {"scores": scores}
        assert self.score(120 - points) == {"scores": scores[::-1]}

    @pytest.mark.parametrize("option", ["total", "margin"])
    def test_that_is_never_doubled(self, option):
        assert self.score(11, double_over_100=option) == {"scores": [1, 0]}

    def test_a_win_by_points_is(self):
        assert self.score(108, double_over_100="total") == {"scores": [2, 0]}

    def test_level_the_cards_decide(self):
        result = score(60, 60, [24, 16], ruleset="brisca-mexican")
        assert result == {"scores": [1, 0]}


class TestMariaje:
    def score(self, first, second, *, cards=None, options=None):
        names = ("points", "trump_marriages", "plain_marriages")
        both = [dict(zip(names, side, strict=False)) for side in (first, second)]
        for line, count in zip(both, cards or [], strict=False):
            line["cards"] = count
        return answer(hand("brisca-mariaje", *both, options=options))

    def test_marriages_decide(self):
        assert self.score((70, 0, 0), (50, 1, 0)) == {"scores": [0, 1]}
        assert self.score((70, 0, 0), (50, 0, 1), cards=[20, 20]) == {"scores": [0, 0]}
        assert self.score((70, 0, 0), (50, 0, 2)) == {"scores": [0, 1]}

    def test_level_with_them_the_cards_decide(self):
        assert places(self.score((70, 0, 0), (50, 0, 1))) == [
            ("cards_needed", 0, "cards"),
            ("cards_needed", 1, "cards"),
        ]
        assert self.score((70, 0, 0), (50, 0, 1), cards=[16, 24]) == {"scores": [0, 1]}

    def test_level_without_them_they_decide(self):
        assert self.score((60, 0, 1), (60,)) == {"scores": [1, 0]}

    def test_there_are_four_suits(self):
        assert places(self.score((60, 1, 2), (60, 1, 2))) == [
            ("cards_needed", 0, "cards"),
            ("cards_needed", 1, "cards"),
            ("marriages", None, "trump_marriages"),
            ("marriages", None, "plain_marriages"),
        ]

    @pytest.mark.parametrize(
        ("points", "trump", "plain", "possible"),
        [(7, 1, 0, True), (6, 1, 0, False), (28, 1, 3, True), (27, 1, 3, False), (0, 0, 0, True)],
    )
    def test_each_takes_a_king_and_a_knight(self, points, trump, plain, possible):
        found = places(self.score((points, trump, plain), (120 - points,)))
        assert (("marriages", 0, "points") not in found) is possible

    @pytest.mark.parametrize(("trump", "plain"), [(2, 0), (0, 4), (-1, 0), (0, -1)])
    def test_their_numbers_have_bounds(self, trump, plain):
        assert codes(self.score((60, trump, plain), (60,), cards=[20, 20])) == ["out_of_range"]

    def test_they_do_not_double_a_hand(self):
        options = {"double_over_100": "total"}
        assert self.score((100, 1, 3), (20,), options=options) == {"scores": [1, 0]}
        assert self.score((101, 0, 0), (19,), options=options) == {"scores": [2, 0]}
        options = {"double_over_100": "margin"}
        assert self.score((110, 1, 0), (10,), options=options) == {"scores": [1, 0]}
        assert self.score((10, 1, 0), (110, 0, 2), options=options) == {"scores": [0, 1]}

    def test_a_series_by_points_counts_cards_alone(self):
        won_by_marriage = [{"points": 50, "trump_marriages": 1}, {"points": 70}]
        request = table("brisca-mariaje", won_by_marriage, hands=1)
        assert answer(request)["places"] == [1, 2]
        assert answer(request | {"options": {"series": "points"}})["places"] == [2, 1]


class TestMuerteAlTres:
    slug = "brisca-muerte-al-tres"

    def score(self, *both, options=None, **facts):
        return answer(hand(self.slug, *both, options=options, **facts))

    @pytest.mark.parametrize("side", [0, 1])
    def test_killing_the_three_wins_at_once(self, side):
        expected = {"scores": [1 - side, side]}
        assert self.score({}, {}, three_killed_by=side) == expected
        assert self.score({"points": 30}, {"points": 1}, three_killed_by=side) == expected

    def test_a_killed_three_is_not_doubled(self):
        both = ({"points": 120}, {"points": 0})
        result = self.score(*both, options={"double_over_100": "total"}, three_killed_by=0)
        assert result == {"scores": [1, 0]}

    def test_else_the_points_count(self):
        assert self.score({"points": 70}, {"points": 50}) == {"scores": [1, 0]}
        assert codes(self.score({"points": 70}, {"points": 51})) == ["sum_not_120"]
        assert codes(self.score({"points": 1}, {"points": 119})) == ["unreachable_points"] * 2

    def test_and_are_needed(self):
        assert places(self.score({"points": 70}, {})) == [("missing_field", 1, "points")]

    @pytest.mark.parametrize(("side", "code"), [(2, "out_of_range"), (-1, "out_of_range"), (True, "not_an_integer")])
    def test_the_killer_is_one_of_the_sides(self, side, code):
        result = self.score({}, {}, three_killed_by=side)
        assert places(result) == [(code, None, "three_killed_by")]

    def test_a_killed_three_leaves_no_card_points(self):
        killed = (lines(100, 10), {"three_killed_by": 1})
        counted = lines(70, 50)
        request = table(self.slug, killed, counted, hands=2)
        assert answer(request)["places"] == [1, 2]
        assert answer(request)["totals"] == [1, 1]
