"""Brisca: Wikipedia, Brisca."""

import random
from itertools import product

import pytest

from scoring.brisca_pack import points_of_cards
from scoring.registry import find
from scoring.values import TableRules
from scoring.wire import answer
from tests.parameters import slowly
from tests.scoring.cases import codes, hand, places, table


def lines(first, second, cards=None):
    both = [{"points": first}, {"points": second}]
    for one, count in zip(both, cards or [], strict=False):
        if count is not None:
            one["cards"] = count
    return both


def score(first, second, cards=None, ruleset="brisca", options=None, **facts):
    return answer(hand(ruleset, *lines(first, second, cards), options=options, **facts))


def sums_of(pack):
    """Return (cards, points) of every choice of cards, by counting each rank out."""
    blanks = pack - 20
    names = set()
    for ranks in product(range(5), repeat=5):
        points = sum(n * value for n, value in zip(ranks, (11, 10, 4, 3, 2), strict=True))
        names |= {(sum(ranks) + blank, points) for blank in range(blanks + 1)}
    return names


class TestAHand:
    def test_more_than_60_wins(self):
        assert score(61, 59) == {"scores": [1, 0]}
        assert score(59, 61) == {"scores": [0, 1]}

    def test_level_the_cards_decide(self):
        assert score(60, 60, [24, 16]) == {"scores": [1, 0]}
        assert score(60, 60, [16, 24]) == {"scores": [0, 1]}

    def test_level_in_cards_too_nobody_wins(self):
        assert score(60, 60, [20, 20]) == {"scores": [0, 0]}

    def test_level_the_cards_are_needed(self):
        assert places(score(60, 60)) == [("cards_needed", 0, "cards"), ("cards_needed", 1, "cards")]

    @pytest.mark.parametrize(("cards", "side"), [([20, None], 1), ([None, 20], 0)])
    def test_cards_come_from_both_or_from_nobody(self, cards, side):
        assert places(score(70, 50, cards)) == [("cards_needed", side, "cards")]

    def test_cards_that_were_refused_are_not_asked_for_again(self):
        assert places(score(60, 60, ["x", 20])) == [("not_an_integer", 0, "cards")]

    def test_the_points_total_120(self):
        result = score(70, 49)
        message = "Total 119: add 1"
        assert result == {"problems": [{"code": "sum_not_120", "message": message, "field": "points"}]}

    def test_no_cards_make_1_or_119(self):
        assert places(score(1, 119)) == [("unreachable_points", 0, "points"), ("unreachable_points", 1, "points")]

    def test_every_other_total_can_be(self):
        everything = {points for _cards, points in sums_of(40)}
        assert everything == set(range(121)) - {1, 119}
        for points in everything:
            level = [20, 20] if points == 60 else None
            assert "scores" in score(points, 120 - points, level)


class TestCards:
    @pytest.mark.parametrize("pack", [40, 48])
    def test_points_of_cards_by_counting_ranks(self, pack):
        found = sums_of(pack)
        for cards, points in product(range(pack + 1), range(121)):
            assert (points in points_of_cards(pack)[cards]) is ((cards, points) in found)

    @pytest.mark.parametrize(("players", "pack"), [(2, 40), (4, 40), (6, 48)])
    def test_they_total_the_pack(self, players, pack):
        half = pack // 2 // players * players
        options = {"players": players}
        assert codes(score(70, 50, [half, pack - half], options=options)) == []
        result = score(70, 50, [half, pack - half - players], options=options)
        assert places(result) == [("cards_sum", None, "cards")]

    @pytest.mark.parametrize(("players", "pack"), [(2, 40), (4, 40), (6, 48)])
    def test_they_come_in_whole_tricks(self, players, pack):
        for cards in range(10, pack - 9):
            result = score(70, 50, [cards, pack - cards], options={"players": players})
            broken = bool(cards % players)
            assert ("cards_not_whole_tricks" in codes(result)) is broken

    @pytest.mark.parametrize("cards", [-1, 41])
    def test_they_are_not_more_than_the_pack(self, cards):
        assert ("out_of_range", 0, "cards") in places(score(70, 50, [cards, 0]))

    @pytest.mark.parametrize(
        ("points", "cards", "possible"),
        [(44, 4, True), (45, 4, False), (120, 20, True), (120, 16, False), (110, 40, False)],
    )
    def test_they_hold_the_points(self, points, cards, possible):
        found = places(score(points, 120 - points, [cards, 40 - cards]))
        assert (("points_impossible_for_cards", 0, "points") not in found) is possible


class TestDoubleOver100:
    @pytest.mark.parametrize(
        ("option", "points", "worth"),
        [("off", 120, 1), ("total", 100, 1), ("total", 101, 2), ("margin", 110, 1), ("margin", 111, 2)],
    )
    def test_when_a_hand_is_worth_two(self, option, points, worth):
        options = {"double_over_100": option}
        assert score(points, 120 - points, options=options) == {"scores": [worth, 0]}
        assert score(120 - points, points, options=options) == {"scores": [0, worth]}


@pytest.mark.parametrize("players", [0, 1, 3, 5, 8, "4", 4.0, True, None, [4]])
def test_two_four_or_six_play(players):
    result = score(70, 50, options={"players": players})
    assert places(result) == [("bad_option", None, "players")]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_brisca_needs_two_sides(count):
    result = answer(hand("brisca", *[{"points": 60}] * count))
    assert places(result) == [("wrong_number_of_sides", None, "lines")]


WON, LOST = lines(61, 59), lines(59, 61)


class TestTable:
    @pytest.mark.parametrize("slug", ["brisca", "brisca-mexican", "brisca-mariaje", "brisca-muerte-al-tres"])
    def test_a_series_has_its_trumps_in_turn(self, slug):
        trumps = [find(slug).trumps(TableRules(hands=5), number) for number in range(1, 6)]
        assert trumps == ["Coins", "Cups", "Swords", "Batons", "Coins"]

    @pytest.mark.parametrize("rules", [{"target": 3}, {"target": 3, "hands": 4}])
    def test_a_table_to_a_target_turns_a_card_up(self, rules):
        assert find("brisca").trumps(TableRules(**rules), 1) == ""

    @pytest.mark.parametrize("target", [3, 5, 7])
    def test_it_ends_at_the_target(self, target):
        hands = [LOST] + [WON] * target
        assert answer(table("brisca", *hands[:-1], target=target))["over"] is False
        result = answer(table("brisca", *hands, target=target))
        assert (result["totals"], result["over"]) == ([target, 1], True)
        assert (result["places"], result["next_lead"]) == ([1, 2], None)

    @pytest.mark.parametrize("target", [1, 2, 4, 6, 8, 0, "3", 3.0, True])
    def test_other_targets_are_refused(self, target):
        result = answer(table("brisca", target=target))
        assert places(result) == [("bad_option", None, "target")]

    def test_it_must_have_an_end(self):
        assert codes(answer(table("brisca", WON))) == ["no_end_condition"]

    def test_a_double_may_pass_the_target(self):
        hands = [lines(101, 19)] * 2
        result = answer(table("brisca", *hands, options={"double_over_100": "total"}, target=3))
        assert (result["totals"], result["over"]) == ([4, 0], True)

    def test_nobody_leads_by_rule(self):
        assert answer(table("brisca", WON, hands=4, first_lead=1))["next_lead"] is None


class TestSeries:
    def series(self, *hands, **options):
        return answer(table("brisca", *hands, options=options, hands=len(hands)))

    def test_most_victories_win(self):
        found = self.series(lines(120, 0), LOST, LOST)
        assert (found["totals"], found["places"]) == ([1, 2], [2, 1])

    def test_then_most_card_points(self):
        found = self.series(lines(70, 50), LOST)
        assert (found["totals"], found["places"]) == ([1, 1], [1, 2])

    def test_then_the_place_is_shared(self):
        assert self.series(WON, LOST)["places"] == [1, 1]

    def test_a_double_is_one_victory(self):
        found = self.series(lines(101, 19), LOST, LOST, double_over_100="total")
        assert (found["totals"], found["places"]) == ([2, 2], [2, 1])

    def test_or_card_points_alone_decide(self):
        found = self.series(lines(120, 0), LOST, LOST, series="points")
        assert (found["totals"], found["places"]) == ([1, 2], [1, 2])

    def test_a_table_with_a_target_goes_by_game_points(self):
        request = table("brisca", lines(120, 0), LOST, LOST, target=3, hands=3)
        result = answer(request | {"options": {"series": "points"}})
        assert (result["over"], result["places"]) == (True, [2, 1])

    def test_a_series_without_a_winner_in_any_hand_is_shared(self):
        found = self.series(*[lines(60, 60, [20, 20])] * 4)
        assert (found["totals"], found["over"], found["places"]) == ([0, 0], True, [1, 1])


class TestBriscola:
    @pytest.mark.parametrize("many", [200, *slowly(5_000)])
    def test_hands_that_were_played_score_by_their_cards(self, many):
        dice, pack = random.Random(many), [11, 10, 4, 3, 2, 0, 0, 0, 0, 0] * 4
        for _hand in range(many):
            cards, piles = dice.sample(pack, 40), ([], [])
            for trick in range(0, 40, 4):
                piles[dice.randrange(2)].extend(cards[trick : trick + 4])
            (points, others), counts = map(sum, piles), [*map(len, piles)]
            ahead = (points - others) or (counts[0] - counts[1])
            scores = [int(ahead > 0), int(ahead < 0)]
            assert score(points, others, counts, "briscola") == {"scores": scores}
            if points != others:
                assert score(points, others, None, "briscola") == {"scores": scores}

    @pytest.mark.parametrize("many", [200, *slowly(5_000)])
    def test_impossible_tallies_are_refused(self, many):
        dice, possible, refused = random.Random(many), sums_of(40), 0
        while refused < many:
            points, cards = dice.randrange(121), dice.randrange(41)
            others, rest = (
                dice.choice([total - part, dice.randrange(total + 1)]) for total, part in ((120, points), (40, cards))
            )
            fits = (points + others, cards + rest) == (120, 40) and (cards, points) in possible
            if fits and cards % 4 == 0:
                continue
            assert "problems" in score(points, others, [cards, rest], "briscola"), (points, others, cards, rest)
            refused += 1

    @pytest.mark.parametrize("players", [2, 4])
    def test_it_scores_as_brisca_does(self, players):
        tallies = [
            (mine, cards, {"players": players, "double_over_100": double})
            for mine, cards, double in product(range(121), [None, (20, 20), (24, 16)], ["off", "total", "margin"])
        ]
        both = ([score(mine, 120 - mine, cards, slug, options) for mine, cards, options in tallies] for slug in PAIR)
        assert next(both) == next(both)

    def test_two_or_four_play(self):
        assert places(score(70, 50, None, "briscola", {"players": 6})) == [("bad_option", None, "players")]

    def test_a_series_turns_its_trumps_up(self):
        assert find("briscola").trumps(TableRules(hands=5), 1) == ""


PAIR = ("brisca", "briscola")
