"""Each tie-break's values, by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.ranking.build import BUSCA, PLACES, WINS, entrants, order, table, tournament, values, waiting
from tournaments.ranking import TIE_BREAKS, Award, RoundSatOut, default_tie_breaks


def test_the_tie_breaks_there_are():
    assert list(TIE_BREAKS) == [
        "table_wins",
        "clean_hands",
        "card_points",
        "head_to_head",
        "opponents",
        "difference",
        "last_round",
        "lot",
    ]


def test_table_wins_are_shared_by_those_who_share_the_first_place():
    results = tournament(
        5, table(1, [1, 2, 3, 4], [4, 4, 4, 9], low=True), table(2, [1, 2, 3, 5], [1, 4, 6, 9], low=True)
    )
    assert values(results, BUSCA, "table_wins") == {
        1: (Fraction(1, 3) + 1) / 2,
        2: Fraction(1, 6),
        3: Fraction(1, 6),
        4: 0,
        5: 0,
    }


def test_counting_criteria_are_means_per_round_played_so_that_a_late_entry_is_level():
    results = tournament(
        entrants(4, e4={"from_round": 2}), table(1, [1, 2, 3], [3, 2, 1]), table(2, [4, 1, 2], [3, 2, 1])
    )
    assert values(results, PLACES, "table_wins") == {1: Fraction(1, 2), 2: 0, 3: 0, 4: 1}


def test_clean_hands_are_those_without_a_busca():
    hands = [((0, 2, 0, 0), ()), ((0, 0, 17, None), ()), ((1, 0, 0, None), ())]
    results = tournament(4, table(1, [1, 2, 3, 4], [1, 2, 17, 0], hands=hands, low=True))
    assert values(results, BUSCA, "clean_hands") == {1: 2, 2: 2, 3: 2, 4: 1}


def test_card_points_are_added_up_and_fewer_are_better_where_fewer_win():
    hands = [((1, 1, 0, 0), (14, 14, 9, 3)), ((0, 0, 1, 1), (5, 4, 15, None))]
    results = tournament(4, table(1, [1, 2, 3, 4], [1, 1, 1, 1], hands=hands))
    assert values(results, BUSCA, "card_points") == {1: 19, 2: 18, 3: 24, 4: 3}
    assert order(results, BUSCA, ["card_points"]) == [(1, 4), (2, 2), (3, 1), (4, 3)]
    assert order(results, PLACES, ["card_points"]) == [(1, 3), (2, 1), (3, 2), (4, 4)]


def test_card_points_that_nobody_wrote_are_no_value_and_rank_last():
    hands = [((1, 1), (None, 9))]
    results = tournament(2, table(1, [1, 2], [1, 1], hands=hands))
    assert values(results, BUSCA, "card_points") == {1: None, 2: 9}
    assert order(results, BUSCA, ["card_points"]) == [(1, 2), (2, 1)]


def test_head_to_head_counts_the_tables_at_which_all_of_the_tied_sat():
    results = tournament(
        6, table(1, [1, 2, 3, 4], [2, 5, 6, 9], low=True), table(2, [1, 2, 5, 6], [7, 4, 6, 9], low=True)
    )
    assert values(results, BUSCA, "head_to_head", after_round=1) == dict.fromkeys(range(1, 7))
    tied = replace(results, awards=(Award(2, 3, Fraction(3)),))
    assert order(tied, BUSCA)[:3] == [(1, 1), (1, 2), (1, 3)]
    assert values(tied, BUSCA, "head_to_head") == {1: 2, 2: 5, 3: 6, 4: None, 5: None, 6: None}
    assert order(tied, BUSCA, ["head_to_head"])[:3] == [(1, 1), (2, 2), (3, 3)]


def test_head_to_head_is_skipped_unless_all_of_the_tied_met_at_one_table():
    """Each beat one of the others, all three never sat together."""
    results = tournament(
        3,
        table(1, [1, 2], [2, 0]),
        table(2, [2, 3], [2, 0]),
        table(3, [3, 1], [2, 0]),
        sit_outs=(RoundSatOut(1, 3), RoundSatOut(2, 1), RoundSatOut(3, 2)),
    )
    assert values(results, WINS, "head_to_head") == {1: None, 2: None, 3: None}
    assert [place for place, _ in order(results, WINS, ["head_to_head"])] == [1, 1, 1]


def test_head_to_head_is_applied_within_the_group_that_an_earlier_tie_break_left():
    results = tournament(
        4,
        table(1, [1, 2], [1, 0]),
        table(1, [3, 4], [5, 0], number=2),
        table(2, [2, 3], [1, 0]),
        table(2, [1, 4], [0, 1], number=2),
        table(3, [4, 2], [4, 0]),
        table(3, [3, 1], [0, 5], number=2),
    )
    assert order(results, WINS) == [(1, 1), (1, 4), (3, 2), (3, 3)]
    assert order(results, WINS, ["head_to_head"]) == [(1, 4), (2, 1), (3, 2), (4, 3)]
    assert order(results, WINS, ["difference", "head_to_head"]) == [
        (1, 1), (2, 4), (3, 3), (4, 2)
    ]  # fmt: skip


def test_head_to_head_is_the_tables_worth_whatever_was_awarded():
    results = tournament(
        4, table(1, [1, 2, 3, 4], [2, 3, 6, 9], low=True), awards=(Award(1, 1, Fraction(5)), Award(1, 2, Fraction(5)))
    )
    assert values(results, BUSCA, "head_to_head") == {1: 2, 2: 3, 3: None, 4: None}
    assert order(results, BUSCA, ["head_to_head"])[:2] == [(1, 1), (2, 2)]


def test_partners_who_are_tied_met_and_stay_tied():
    results = tournament(4, table(1, [(1, 2), (3, 4)], [3, 1]))
    assert values(results, WINS, "head_to_head") == {1: 2, 2: 2, 3: 0, 4: 0}


def test_opponents_are_the_mean_of_their_means_over_the_rounds_played():
    results = tournament(
        5,
        table(1, [1, 2, 3], [3, 2, 1]),
        table(2, [1, 4, 5], [3, 2, 1]),
        table(3, [2, 4], [1, 2]),
        sit_outs=(RoundSatOut(3, 1),),
    )
    means = {2: Fraction(3), 3: Fraction(2), 4: Fraction(7, 2), 5: Fraction(2)}
    assert values(results, PLACES, "opponents")[1] == ((means[2] + means[3]) / 2 + (means[4] + means[5]) / 2) / 2


def test_a_strong_opponent_raises_an_entry_in_either_direction():
    results = tournament(
        4,
        table(1, [1, 2], [5, 5], low=True),
        table(1, [3, 4], [5, 5], low=True, number=2),
        table(2, [2, 4], [0, 9], low=True),
    )
    assert values(results, BUSCA, "opponents", after_round=2)[1] == Fraction(5, 2)
    rows = [entry for _, entry in order(results, replace(BUSCA, absent=Fraction(0)), ["opponents"])]
    assert rows.index(1) < rows.index(3)
    rows = [entry for _, entry in order(results, PLACES, ["opponents"])]
    assert rows.index(1) < rows.index(3)


def test_a_partner_is_no_opponent():
    results = tournament(4, table(1, [(1, 2), (3, 4)], [3, 1]))
    assert values(results, WINS, "opponents") == {1: 0, 2: 0, 3: 2, 4: 2}


def test_difference_is_own_totals_minus_the_others():
    results = tournament(3, table(1, [1, 2], [7, 5]), table(2, [2, 3], [7, 2]), table(3, [3, 1], [4, 1]))
    assert values(results, WINS, "difference") == {1: -1, 2: 3, 3: -2}


def test_a_sit_out_adds_to_the_difference_what_the_club_gives_for_it():
    results = tournament(3, table(1, [1, 2], [700, 500]), table(2, [2, 3], [700, 200]), table(3, [3, 1], [400, 100]))
    results = replace(results, sit_outs=(RoundSatOut(1, 3), RoundSatOut(2, 1), RoundSatOut(3, 2)))
    lame = replace(WINS, sit_out=Fraction(14), sit_out_difference=Fraction(355))
    assert values(results, lame, "difference") == {1: 255, 2: 655, 3: 155}
    assert values(results, WINS, "difference") == {1: -100, 2: 300, 3: -200}


def test_difference_needs_two_sides():
    results = tournament(3, table(1, [1, 2, 3], [7, 5, 1]))
    assert values(results, PLACES, "difference") == {1: None, 2: None, 3: None}


def test_last_round_compares_the_latest_round_then_the_one_before():
    results = tournament(
        3,
        table(1, [1, 2, 3], [1, 2, 3], low=True),
        table(2, [1, 2, 3], [3, 1, 2], low=True),
        table(3, [1, 2, 3], [2, 3, 1], low=True),
        table(4, [1, 2, 3], [1, 1, 1], low=True),
    )
    assert values(results, BUSCA, "last_round", after_round=3) == {1: 2, 2: 3, 3: 1}
    assert order(results, BUSCA, ["last_round"]) == [(1, 3), (2, 1), (3, 2)]


def test_the_lot_is_the_same_whoever_else_is_tied_and_turns_with_the_seed():
    results = tournament(12, table(1, range(1, 13), [1] * 12))
    drawn = [entry for _, entry in order(results, PLACES, ["lot"], lot_seed=5)]
    assert drawn == [entry for _, entry in order(results, PLACES, ["lot"], lot_seed=5)]
    assert drawn != [entry for _, entry in order(results, PLACES, ["lot"], lot_seed=6)]
    fewer = tournament(7, table(1, range(1, 8), [1] * 7))
    assert order(fewer, PLACES, ["lot"], lot_seed=5) == [
        (place, entry) for place, entry in enumerate([e for e in drawn if e <= 7], start=1)
    ]


def test_a_lot_once_drawn_stays_drawn_in_later_versions_of_the_program():
    """The order of `printf "2024:$number" | sha256sum` for the entries 1 to 8."""
    results = tournament(8, waiting(1, [1, 2, 3, 4]))
    assert [entry for _, entry in order(results, PLACES, ["lot"], lot_seed=2024)] == [
        3, 2, 5, 7, 1, 6, 4, 8
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("low_wins", "two_sided", "counts_cards", "codes"),
    [
        (True, False, True, ("table_wins", "clean_hands", "card_points")),
        (True, False, False, ("table_wins", "clean_hands", "last_round")),
        (False, False, True, ("table_wins", "last_round")),
        (False, True, True, ("difference", "head_to_head")),
    ],
)
def test_the_tie_breaks_that_suit_a_game(low_wins, two_sided, counts_cards, codes):
    assert default_tie_breaks(low_wins=low_wins, two_sided=two_sided, counts_cards=counts_cards) == codes
