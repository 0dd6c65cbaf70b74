"""Busca: Accademia Italiana Gioco Carte, Regolamento Busca, and GameRules.com, Busca."""

from itertools import combinations_with_replacement, product

import pytest

from scoring.busca import CARD_POINTS
from scoring.wire import answer
from tests.scoring.cases import busca, busca_table, codes, places


def quadruples():
    for north, east, south in product(range(41), repeat=3):
        if north + east + south <= 40:
            yield north, east, south, 40 - north - east - south


# The texts' own table: points of the highest total and the buscas they cost.
COST = {**dict.fromkeys(range(19), 1), 19: 2, 20: 2, 21: 2, 22: 2}
COST |= {points: 3 + points - 23 for points in range(23, 41)}


def plainly(points, *, level):
    """Score a hand the long way, player by player, as one would with paper and pencil."""
    bare = [player for player in range(4) if points[player] == 0]
    best = [player for player in range(4) if points[player] == max(points)]
    taken = []
    for player in range(4):
        if bare:
            taken.append(len(bare) if player in bare else 0)
        elif len(best) == 4:
            taken.append(level)
        elif player in best:
            taken.append(COST[points[player]] * len(best))
        else:
            taken.append(0)
    return taken


def test_there_are_12341_ways_to_share_40_points():
    assert sum(1 for _ in quadruples()) == 12_341


@pytest.mark.parametrize(("slug", "level"), [("busca-accademia", 1), ("busca-elimination", 4)])
def test_every_way_to_share_40_points_is_scored(slug, level):
    for points in quadruples():
        found = answer(busca(*points, slug=slug))
        assert found == {"scores": plainly(points, level=level)}, points


class TestTheTextsExamples:
    def test_three_share_the_highest(self):
        assert answer(busca(13, 13, 13, 1)) == {"scores": [3, 3, 3, 0]}

    def test_two_do_not_cover(self):
        assert answer(busca(20, 20, 0, 0)) == {"scores": [0, 0, 2, 2]}

    def test_all_level(self):
        assert answer(busca(10, 10, 10, 10)) == {"scores": [1, 1, 1, 1]}

    def test_all_level_multiplies_in_the_elimination_game(self):
        assert answer(busca(10, 10, 10, 10, slug="busca-elimination")) == {"scores": [4, 4, 4, 4]}

    def test_one_takes_everything(self):
        assert answer(busca(40, 0, 0, 0)) == {"scores": [0, 3, 3, 3]}

    @pytest.mark.parametrize(
        ("highest", "buscas"), [(18, 1), (19, 2), (22, 2), (23, 3), (24, 4), (37, 17)]
    )
    def test_the_table_of_buscas(self, highest, buscas):
        rest = 40 - highest
        others = [rest // 3, rest // 3, rest - 2 * (rest // 3)]
        assert answer(busca(highest, *others)) == {"scores": [buscas, 0, 0, 0]}


class TestTotals:
    @pytest.mark.parametrize(
        ("points", "message"),
        [
            ((11, 10, 10, 10), "Total 41: take away 1"),
            ((10, 10, 10, 9), "Total 39: add 1"),
            ((0, 0, 0, 0), "Total 0: add 40"),
            ((40, 40, 40, 40), "Total 160: take away 120"),
        ],
    )
    def test_a_wrong_total_says_how_to_mend_it(self, points, message):
        problem = {"code": "sum_not_40", "message": message, "field": "points"}
        assert answer(busca(*points)) == {"problems": [problem]}

    @pytest.mark.parametrize("points", [(41, 0, 0, 0), (-1, 21, 10, 10)])
    def test_points_out_of_range(self, points):
        side = next(side for side, mine in enumerate(points) if not 0 <= mine <= 40)
        assert places(answer(busca(*points))) == [("out_of_range", side, "points")]

    @pytest.mark.parametrize("points", ["13", 13.0, 13.5, True, None, [], {}, 1e400])
    def test_points_that_are_no_integers(self, points):
        request = busca(10, 10, 10, 10)
        request["lines"][2]["points"] = points
        assert places(answer(request)) == [("not_an_integer", 2, "points")]

    def test_every_fault_is_told_at_once(self):
        request = busca(41, "x", 10, 10)
        request["lines"][2] = {"tricks": 3, "busche": 1}
        request["hand"] = {"last_trick": "West", "wind": 1}
        assert places(answer(request)) == [
            ("out_of_range", 0, "points"),
            ("not_an_integer", 1, "points"),
            ("missing_field", 2, "points"),
            ("unknown_field", 2, "busche"),
            ("not_an_integer", None, "last_trick"),
            ("unknown_field", None, "wind"),
            ("missing_field", 0, "tricks"),
            ("missing_field", 1, "tricks"),
            ("missing_field", 3, "tricks"),
        ]


class TestLines:
    @pytest.mark.parametrize("count", [0, 1, 3, 5, 100])
    def test_there_are_four_of_them(self, count):
        assert places(answer(busca(*[10] * count))) == [("wrong_number_of_sides", None, "lines")]

    def test_with_a_wrong_number_each_line_is_still_checked(self):
        request = busca(20, 39, tricks=[1, 2])
        assert places(answer(request)) == [
            ("wrong_number_of_sides", None, "lines"),
            ("points_impossible_for_tricks", 1, "points"),
        ]

    @pytest.mark.parametrize("line", [None, [], 10, "10", True])
    def test_a_line_is_an_object(self, line):
        request = busca(10, 10, 10, 10)
        request["lines"][1] = line
        assert places(answer(request)) == [("wrong_type", 1, None)]

    @pytest.mark.parametrize("lines", [None, {}, 4, "lines", {"0": {"points": 40}}])
    def test_the_lines_are_a_list(self, lines):
        request = {"ruleset": "busca-accademia", "lines": lines}
        assert places(answer(request)) == [("wrong_type", None, "lines")]

    @pytest.mark.parametrize("hand", [None, [], 3, "hand"])
    def test_the_facts_are_an_object(self, hand):
        request = busca(10, 10, 10, 10) | {"hand": hand}
        assert places(answer(request)) == [("wrong_type", None, "hand")]


class TestTricks:
    def test_points_of_cards_by_counting_cards(self):
        """Any cards may lie in a player's tricks, so every way to pick them is counted."""
        for tricks in range(11):
            found = set()
            for pita, aces, zeros in product(range(2), range(4), range(17)):
                figures = 4 * tricks - pita - aces - zeros
                if 0 <= figures <= 20:
                    found.add(8 * pita + 3 * aces + figures)
            assert CARD_POINTS[tricks] == found, tricks

    @pytest.mark.parametrize("tricks", range(11))
    @pytest.mark.parametrize("last_trick", [None, 0, 1])
    def test_points_must_be_possible_with_the_tricks(self, tricks, last_trick):
        other = 10 - tricks
        for points in range(41):
            request = busca(points, 40 - points, 0, 0, tricks=[tricks, other, 0, 0])
            if last_trick is not None:
                request["hand"] = {"last_trick": last_trick}
            found = answer(request)
            impossible = ("points_impossible_for_tricks", 0, "points") in places(found)
            bonuses = {None: {0, 3} if tricks else {0}, 0: {3}, 1: {0}}[last_trick]
            possible = {points - bonus for bonus in bonuses} & CARD_POINTS[tricks]
            assert impossible is not bool(possible), points

    def test_the_tricks_total_ten(self):
        found = answer(busca(20, 10, 10, 0, tricks=[3, 3, 3, 0]))
        assert places(found) == [("tricks_sum", None, "tricks")]

    def test_they_are_given_by_all_or_by_nobody(self):
        request = busca(20, 10, 10, 0, tricks=[3, 3])
        assert places(answer(request)) == [
            ("missing_field", 2, "tricks"),
            ("missing_field", 3, "tricks"),
        ]

    def test_a_line_that_cannot_be_read_is_not_asked_for_its_tricks(self):
        request = busca(20, 10, 10, 0, tricks=[3, 3, 3, 1])
        request["lines"][1] = "?"
        assert places(answer(request)) == [("wrong_type", 1, None)]

    def test_a_right_hand_with_tricks(self):
        request = busca(20, 17, 3, 0, tricks=[5, 4, 1, 0], last_trick=2)
        assert answer(request) == {"scores": [0, 0, 0, 1]}


class TestLastTrick:
    def test_its_winner_has_three_points(self):
        found = answer(busca(37, 2, 1, 0, last_trick=1))
        assert places(found) == [("last_trick_winner_below_3", 1, "points")]

    def test_its_winner_has_a_trick(self):
        found = answer(busca(20, 17, 3, 0, tricks=[5, 5, 0, 0], last_trick=2))
        assert places(found) == [("last_trick_winner_without_trick", 2, "tricks")]

    @pytest.mark.parametrize("side", [-1, 4])
    def test_its_winner_sits_at_the_table(self, side):
        found = answer(busca(10, 10, 10, 10, last_trick=side))
        assert places(found) == [("out_of_range", None, "last_trick")]

    def test_three_points_alone_cover(self):
        assert answer(busca(17, 17, 3, 3, last_trick=2)) == {"scores": [2, 2, 0, 0]}


class TestTable:
    def test_it_ends_at_the_target(self):
        found = answer(busca_table((37, 1, 1, 1), (34, 2, 2, 2), target=31))
        assert found == {
            "scores": [[17, 0, 0, 0], [14, 0, 0, 0]],
            "totals": [31, 0, 0, 0],
            "over": True,
            "places": [4, 1, 1, 1],
            "next_lead": None,
        }

    def test_it_ends_after_the_agreed_hands(self):
        found = answer(busca_table((13, 13, 13, 1), (20, 20, 0, 0), hands=2))
        assert (found["totals"], found["over"]) == ([3, 3, 5, 2], True)
        assert found["places"] == [2, 2, 4, 1]

    def test_whichever_comes_first(self):
        table = [(40, 0, 0, 0), (0, 40, 0, 0), (0, 0, 40, 0)]
        assert answer(busca_table(*table, target=9, hands=10))["over"] is True
        assert answer(busca_table(*table, target=10, hands=3))["over"] is True
        assert answer(busca_table(*table, target=10, hands=4))["over"] is False

    def test_it_must_have_an_end(self):
        assert places(answer(busca_table((10, 10, 10, 10)))) == [("no_end_condition", None, None)]

    @pytest.mark.parametrize("name", ["target", "hands"])
    @pytest.mark.parametrize(
        ("value", "code"),
        [
            (0, "out_of_range"),
            (-1, "out_of_range"),
            ("9", "not_an_integer"),
            (9.0, "not_an_integer"),
        ],
    )
    def test_its_end_is_a_number_from_one(self, name, value, code):
        assert places(answer(busca_table(**{name: value}))) == [(code, None, name)]

    def test_unknown_rules(self):
        found = answer(busca_table(target=9, minutes=50))
        assert places(found) == [("unknown_field", None, "minutes")]

    @pytest.mark.parametrize("table", [None, [], 8])
    def test_its_rules_are_an_object(self, table):
        found = answer(busca_table() | {"table": table})
        assert places(found) == [("wrong_type", None, "table")]

    @pytest.mark.parametrize("hands", [None, {}, 8])
    def test_its_hands_are_a_list(self, hands):
        found = answer(busca_table(hands=8) | {"hands": hands})
        assert places(found) == [("wrong_type", None, "hands")]

    def test_hands_after_the_end_are_refused(self):
        found = answer(busca_table(*[(37, 1, 1, 1)] * 4, target=31))
        assert [(p["code"], p["hand"]) for p in found["problems"]] == [
            ("hand_after_end", 3),
            ("hand_after_end", 4),
        ]

    def test_every_hand_with_a_problem_is_told(self):
        table = [(10, 10, 10, 9), (10, 10, 10, 10), (41, 0, 0, -1), (20, 10, 10, 0)]
        found = answer(busca_table(*table, hands=3))
        assert [(p["code"], p["hand"], p.get("side")) for p in found["problems"]] == [
            ("sum_not_40", 1, None),
            ("out_of_range", 3, 0),
            ("out_of_range", 3, 3),
            ("hand_after_end", 4, None),
        ]

    def test_nothing_played_yet(self):
        assert answer(busca_table(hands=8, first_lead=2)) == {
            "scores": [],
            "totals": [0, 0, 0, 0],
            "over": False,
            "places": [1, 1, 1, 1],
            "next_lead": 2,
        }

    @pytest.mark.parametrize(
        ("points", "lead"),
        [
            ((0, 20, 10, 10), 3),
            ((20, 0, 10, 10), 0),
            ((20, 10, 10, 0), 2),
            ((37, 1, 1, 1), 3),
            ((20, 20, 0, 0), None),
            ((10, 10, 10, 10), None),
        ],
    )
    def test_the_player_to_the_right_of_the_loser_leads(self, points, lead):
        """To the right of North sits West, since play runs anticlockwise."""
        assert answer(busca_table(points, hands=8, first_lead=1))["next_lead"] == lead


class TestElimination:
    slug = "busca-elimination"
    north_leaves = ((37, 1, 1, 1), (37, 1, 1, 1))

    def table(self, *hands, **options):
        return answer(busca_table(*hands, slug=self.slug, options=options, first_lead=0))

    def test_at_30_buscas_a_player_stays(self):
        found = self.table((37, 1, 1, 1), (33, 5, 1, 1), (10, 10, 10, 10))
        assert found["totals"] == [34, 4, 4, 4]

    def test_at_31_buscas_a_player_leaves(self):
        found = self.table((37, 1, 1, 1), (34, 2, 2, 2), (None, 20, 10, 10))
        assert found["scores"] == [[17, 0, 0, 0], [14, 0, 0, 0], [None, 2, 0, 0]]
        assert (found["totals"], found["places"]) == ([31, 2, 0, 0], [4, 3, 1, 1])

    def test_who_left_writes_no_line(self):
        found = self.table(*self.north_leaves, (0, 20, 10, 10))
        assert places(found) == [("eliminated_side", 0, None)]

    def test_who_is_in_writes_one(self):
        found = self.table(*self.north_leaves, (None, 20, 20, None))
        assert places(found) == [("missing_field", 3, None)]
        assert places(answer(busca(None, 20, 10, 10, slug=self.slug))) == [
            ("missing_field", 0, None)
        ]

    def test_three_play_for_the_whole_pack(self):
        found = self.table(*self.north_leaves, (None, 20, 10, 9))
        assert codes(found) == ["sum_not_40"]

    def test_three_write_no_tricks(self):
        request = busca_table(*self.north_leaves, (None, 20, 10, 10), slug=self.slug)
        request["hands"][2]["lines"][1]["tricks"] = 3
        assert places(answer(request)) == [("unknown_field", 1, "tricks")]

    def test_who_left_did_not_win_the_last_trick(self):
        request = busca_table(*self.north_leaves, (None, 20, 10, 10), slug=self.slug)
        request["hands"][2]["hand"] = {"last_trick": 0}
        assert places(answer(request)) == [("eliminated_side", 0, "last_trick")]

    @pytest.mark.parametrize(
        ("points", "scores"),
        [
            ((None, 20, 20, 0), [None, 0, 0, 1]),
            ((None, 40, 0, 0), [None, 0, 2, 2]),
            ((None, 18, 18, 4), [None, 2, 2, 0]),
            ((None, 24, 8, 8), [None, 4, 0, 0]),
        ],
    )
    def test_three_play_on(self, points, scores):
        assert self.table(*self.north_leaves, points)["scores"][2] == scores

    @pytest.mark.parametrize(
        ("points", "scores"),
        [
            ((None, None, 20, 20), [None, None, 4, 4]),
            ((None, None, 40, 0), [None, None, 0, 1]),
            ((None, None, 17, 23), [None, None, 0, 3]),
        ],
    )
    def test_two_play_on(self, points, scores):
        east_leaves = ((None, 38, 1, 1), (None, 38, 1, 1))
        assert self.table(*self.north_leaves, *east_leaves, points)["scores"][4] == scores

    def test_the_last_one_left_wins(self):
        hands = [*self.north_leaves, *[(None, 38, 1, 1)] * 2, *[(None, None, 39, 1)] * 2]
        found = self.table(*hands)
        assert (found["over"], found["places"]) == (True, [4, 3, 2, 1])
        assert found["totals"] == [34, 36, 38, 0]
        assert codes(self.table(*hands, (None, None, None, 40))) == ["hand_after_end"]

    def test_those_removed_together_are_placed_by_their_buscas(self):
        both = self.table((37, 1, 1, 1), (1, 36, 2, 1), *[(19, 19, 1, 1)] * 4)
        assert both["totals"] == [33, 32, 0, 0]
        assert both["places"] == [4, 3, 1, 1]

    def test_those_removed_together_with_the_same_buscas_share_a_place(self):
        both = self.table((37, 1, 1, 1), (1, 37, 1, 1), *[(19, 19, 1, 1)] * 4)
        assert (both["totals"], both["places"]) == ([33, 33, 0, 0], [3, 3, 1, 1])

    def test_all_that_remain_may_leave_in_one_hand(self):
        four_each = [(10, 10, 10, 10)] * 8
        found = self.table(*four_each)
        assert (found["totals"], found["over"]) == ([32] * 4, True)
        assert found["places"] == [1, 1, 1, 1]

    def test_the_table_may_end_with_the_first_removal(self):
        options = {"end": "first-removal"}
        found = answer(busca_table(*self.north_leaves, slug=self.slug, options=options))
        assert (found["over"], found["places"]) == (True, [4, 1, 1, 1])

    @pytest.mark.parametrize("end", ["never", None, 1, True, [], {}])
    def test_it_ends_in_one_of_two_ways(self, end):
        found = answer(busca_table(slug=self.slug, options={"end": end}))
        assert places(found) == [("bad_option", None, "end")]

    def test_the_lead_moves_to_the_right_each_hand(self):
        leads = [self.table(*[(10, 10, 10, 10)] * played)["next_lead"] for played in range(6)]
        assert leads == [0, 3, 2, 1, 0, 3]

    def test_the_lead_passes_who_is_out(self):
        west_leaves = [(1, 1, 1, 37), (1, 1, 1, 37)]
        rest = [(20, 10, 10, None)] * 4
        leads = [self.table(*(west_leaves + rest)[:played])["next_lead"] for played in range(6)]
        assert leads == [0, 3, 2, 1, 0, 2]

    def test_the_lead_is_open_if_nobody_wrote_down_the_first(self):
        found = answer(busca_table((10, 10, 10, 10), slug=self.slug))
        assert found["next_lead"] is None

    def test_a_table_may_also_agree_on_an_end(self):
        found = answer(busca_table((10, 10, 10, 10), slug=self.slug, hands=1))
        assert found["over"] is True

    def test_after_a_problem_nobody_knows_who_is_in(self):
        found = self.table((37, 1, 1, 0), (37, 1, 1, 1), (None, 20, 10, 10))
        assert [(p["code"], p["hand"]) for p in found["problems"]] == [("sum_not_40", 1)]


def test_buscas_do_not_depend_on_the_seats():
    """The score of a multiset of points, taken once, tells that of all its orders."""
    for points in combinations_with_replacement(range(41), 4):
        if sum(points) == 40:
            forward = answer(busca(*points))["scores"]
            assert answer(busca(*reversed(points)))["scores"] == forward[::-1]
