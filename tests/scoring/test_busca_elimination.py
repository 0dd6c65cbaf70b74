"""Busca until one is left: GameRules.com, Busca."""

import pytest

from scoring.registry import find
from scoring.table import judge_next, state
from scoring.values import TableRules
from scoring.wire import answer
from tests.scoring.cases import busca, busca_table, codes, places


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

    def test_eliminated_player_has_no_line(self):
        found = self.table(*self.north_leaves, (0, 20, 10, 10))
        assert places(found) == [("eliminated_side", 0, None)]

    def test_remaining_player_needs_a_line(self):
        found = self.table(*self.north_leaves, (None, 20, 20, None))
        assert places(found) == [("missing_field", 3, None)]
        assert places(answer(busca(None, 20, 10, 10, slug=self.slug))) == [("missing_field", 0, None)]

    def test_three_play_for_the_whole_pack(self):
        found = self.table(*self.north_leaves, (None, 20, 10, 9))
        assert codes(found) == ["sum_not_40"]

    def test_three_write_no_tricks(self):
        request = busca_table(*self.north_leaves, (None, 20, 10, 10), slug=self.slug)
        request["hands"][2]["lines"][1]["tricks"] = 3
        assert places(answer(request)) == [("unknown_field", 1, "tricks")]

    def test_eliminated_player_cannot_win_the_last_trick(self):
        request = busca_table(*self.north_leaves, (None, 20, 10, 10), slug=self.slug)
        request["hands"][2]["hand"] = {"last_trick": 0}
        assert places(answer(request)) == [("eliminated_side", None, "last_trick")]

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
        result = answer(busca_table(*self.north_leaves, slug=self.slug, options=options))
        assert (result["over"], result["places"]) == (True, [4, 1, 1, 1])

    @pytest.mark.parametrize("end", ["never", None, 1, True, [], {}])
    def test_it_ends_in_one_of_two_ways(self, end):
        result = answer(busca_table(slug=self.slug, options={"end": end}))
        assert places(result) == [("bad_option", None, "end")]

    def test_the_lead_moves_to_the_right_each_hand(self):
        leads = [self.table(*[(10, 10, 10, 10)] * played)["next_lead"] for played in range(6)]
        assert leads == [0, 3, 2, 1, 0, 3]

    def test_the_lead_passes_who_is_out(self):
        west_leaves = [(1, 1, 1, 37), (1, 1, 1, 37)]
        rest = [(20, 10, 10, None)] * 4
        leads = [self.table(*(west_leaves + rest)[:played])["next_lead"] for played in range(6)]
        assert leads == [0, 3, 2, 1, 0, 2]

    def test_the_dealers_right_leads_past_who_is_out(self):
        game, rules = find(self.slug), TableRules(first_lead=0)
        tallies = [*[(1, 1, 1, 37)] * 2, *[(20, 10, 10, None)] * 4]
        hands, deals = [], []
        for points in tallies:
            now = state(game, {"end": "last-standing"}, rules, hands)
            deals.append(game.next_dealer(now))
            lines = [each if each is None else {"points": each} for each in points]
            hands.append(judge_next(game, now, {"lines": lines}))
        assert deals == [1, 0, 0, 2, 1, 0]

    def test_the_lead_is_open_if_nobody_wrote_down_the_first(self):
        result = answer(busca_table((10, 10, 10, 10), slug=self.slug))
        assert result["next_lead"] is None

    def test_a_table_may_also_agree_on_an_end(self):
        result = answer(busca_table((10, 10, 10, 10), slug=self.slug, hands=1))
        assert result["over"] is True

    def test_after_a_problem_nobody_knows_who_is_in(self):
        found = self.table((37, 1, 1, 0), (37, 1, 1, 1), (None, 20, 10, 10))
        assert [(p["code"], p["hand"]) for p in found["problems"]] == [("sum_not_40", 1)]

    def test_the_last_two_may_leave_in_one_hand_and_share_the_first_place(self):
        two = [*self.north_leaves, *[(None, 38, 1, 1)] * 2, *[(None, None, 20, 20)] * 8]
        found = self.table(*two)
        assert (found["totals"], found["over"]) == ([34, 36, 32, 32], True)
        assert (found["places"], found["next_lead"]) == ([4, 3, 1, 1], None)
