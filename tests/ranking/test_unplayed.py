"""Unplayed results: tables of closed rounds without all hands, and entries without a hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.ranking.build import BUSCA, PLACES, entrants, order, scores, standing, table, tournament, waiting
from tournaments.ranking import Award, ClosedRound, RoundSatOut, Scoring

PLAYED = table(1, [1, 2, 3, 4], [1, 2, 4, 5], low=True)


def evening(*tables, **closing):
    """Eight entries, the second table of the one round as given, closed so."""
    return tournament(8, PLAYED, *tables, closed=(ClosedRound(1, **closing),))


@pytest.mark.parametrize(
    ("unplayed", "worth"), [("absent", 5), ("field-average", 3), (Fraction(7, 2), Fraction(7, 2)), (Fraction(0), 0)]
)
def test_a_table_without_a_hand_is_worth_what_was_decided(unplayed, worth):
    results = evening(waiting(1, [5, 6, 7, 8], number=2), unplayed=unplayed)
    assert scores(results, BUSCA) == {1: 1, 2: 2, 3: 4, 4: 5, 5: worth, 6: worth, 7: worth, 8: worth}
    assert order(results, BUSCA)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert {place for place, _entry in order(results, BUSCA)[4:]} == {None}


def test_an_absence_that_counts_a_number_is_worth_it_at_such_a_table_too():
    results = evening(waiting(1, [5, 6, 7, 8], number=2))
    assert scores(results, replace(BUSCA, absent=Fraction(9)))[5] == 9


def test_a_closed_round_waits_for_nothing():
    results = evening(waiting(1, [5, 6, 7, 8], number=2))
    assert (standing(results, BUSCA).provisional, standing(results, BUSCA).outstanding_tables) == (False, 0)
    in_play = standing(replace(results, closed=()), BUSCA)
    assert (in_play.provisional, in_play.outstanding_tables, scores(replace(results, closed=()), BUSCA)[5]) == (
        True,
        1,
        0,
    )


UNFINISHED = table(1, [5, 6, 7, 8], [0, 1, 0, 9], low=True, number=2, outstanding=True)


def test_a_table_with_hands_missing_counts_as_played():
    results = evening(UNFINISHED, unfinished="as-played")
    assert [entry for _place, entry in order(results, BUSCA)] == [5, 7, 1, 6, 2, 3, 4, 8]


def test_unfinished_table_as_unplayed_is_never_better_than_its_hands():
    results = evening(UNFINISHED, unplayed="field-average", unfinished="as-unplayed")
    assert [scores(results, BUSCA)[entry] for entry in (5, 6, 7, 8)] == [3, 3, 3, 9]
    rows = {row.entry: row for row in standing(results, BUSCA, ["clean_hands"]).rows}
    assert (rows[5].place, rows[5].not_played, rows[5].hands, rows[5].played) == (3, False, 0, 0)
    assert rows[5].tie_breaks == {"clean_hands": None}


def test_where_the_highest_wins_the_worse_is_the_lower():
    wins = Scoring(method="total")
    results = evening(UNFINISHED, unplayed=Fraction(1), unfinished="as-unplayed")
    assert [scores(results, wins)[entry] for entry in (5, 6, 7, 8)] == [0, 1, 0, 1]


def test_a_table_that_had_played_its_minutes_has_finished():
    results = evening(UNFINISHED, unfinished="as-unplayed", timed=frozenset({2}))
    assert scores(results, BUSCA)[5] == 0
    nothing = evening(waiting(1, [5, 6, 7, 8], number=2), timed=frozenset({2}))
    assert scores(nothing, BUSCA)[5] == 5


def test_where_no_table_has_finished_all_count_as_played():
    results = tournament(4, UNFINISHED_ALONE, closed=(ClosedRound(1, unfinished="as-unplayed"),))
    assert order(results, BUSCA) == [(1, 1), (1, 3), (3, 2), (4, 4)]


def test_a_table_closed_while_its_round_is_in_play_counts_by_what_was_decided_on_it():
    alone = replace(waiting(1, [5, 6, 7, 8], number=2), closed=ClosedRound(1, unplayed=Fraction(3)))
    results = tournament(8, PLAYED, alone)
    assert [scores(results, BUSCA)[entry] for entry in (5, 6, 7, 8)] == [3] * 4
    assert standing(results, BUSCA).outstanding_tables == 0
    with_round = replace(results, closed=(ClosedRound(1, unplayed="absent"),))
    assert scores(with_round, BUSCA)[5] == 3


def test_a_closed_table_with_some_hands_counts_as_played_until_another_has_finished():
    some = replace(UNFINISHED, closed=ClosedRound(1, unfinished="as-unplayed"))
    open_yet = replace(PLAYED, outstanding=True)
    assert scores(tournament(8, open_yet, some), BUSCA)[5] == 0
    assert scores(tournament(8, PLAYED, some), BUSCA)[5] == 5


UNFINISHED_ALONE = table(1, [1, 2, 3, 4], [0, 1, 0, 9], low=True, outstanding=True)


def test_a_decision_goes_before_what_was_decided_when_closing():
    results = evening(waiting(1, [5, 6, 7, 8], number=2))
    decided = replace(results, awards=(Award(1, 5, Fraction(2)), Award(1, 6, None, "forfeit")))
    assert [scores(decided, BUSCA)[entry] for entry in (5, 6, 7)] == [2, 5, 5]


def test_entry_without_a_hand_has_no_place_even_if_all_others_withdrew():
    who = entrants(5, **{f"e{n}": {"until_round": 0} for n in (1, 2, 3, 4)})
    results = tournament(who, PLAYED)
    assert order(results, BUSCA) == [(1, 1), (2, 2), (3, 3), (4, 4), (None, 5)]


def test_sitting_out_absences_and_awards_are_no_hand():
    results = tournament(
        7, PLAYED, sit_outs=(RoundSatOut(1, 5),), awards=(Award(1, 6, Fraction(0)), Award(1, 7, Fraction(0), "absent"))
    )
    rows = {row.entry: row for row in standing(results, BUSCA).rows}
    assert [rows[entry].place for entry in (5, 6, 7)] == [None] * 3
    assert [rows[entry].not_played for entry in (4, 5, 6, 7)] == [False, True, True, True]


def test_a_forfeit_after_a_hand_keeps_a_place():
    results = tournament(4, PLAYED, awards=(Award(1, 1, None, "forfeit"),))
    assert order(results, BUSCA) == [(1, 2), (2, 3), (3, 1), (3, 4)]


def test_entry_without_a_hand_has_no_head_to_head():
    results = tournament(5, table(1, [1, 2, 3, 4], [2, 2, 4, 5], low=True), sit_outs=(RoundSatOut(1, 5),))
    level = replace(results, awards=(Award(1, 5, Fraction(2)),))
    rows = {row.entry: row for row in standing(level, BUSCA, ["head_to_head"]).rows}
    assert (rows[1].tie_breaks["head_to_head"], rows[5].tie_breaks["head_to_head"]) == (2, None)


def test_a_hand_makes_the_place_in_the_next_standing():
    results = tournament(5, PLAYED, table(2, [5, 1, 2, 3], [0, 3, 3, 3], low=True), sit_outs=(RoundSatOut(1, 5),))
    moved = {row.entry: (row.place, row.moved) for row in standing(results, BUSCA, after_round=2).rows}
    assert moved[5] == (1, None)


def test_points_for_places_keep_their_unplayed_table_below_none():
    results = evening(waiting(1, [5, 6, 7, 8], number=2))
    assert [scores(results, PLACES)[entry] for entry in (1, 4, 5)] == [4, 1, 1]
