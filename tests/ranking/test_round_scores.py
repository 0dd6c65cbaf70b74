"""The score of a round that was not played as drawn."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.ranking.build import (
    BUSCA,
    PLACES,
    WINS,
    entrants,
    order,
    scores,
    standing,
    table,
    tournament,
    values,
    waiting,
    without_games,
)
from tournaments.ranking import Award, PenaltyPoints, RoundSatOut, RoundScore


def evening(**more):
    """Entry 5 sits out round 1 and plays the next two, with 6 and then 8 buscas."""
    return tournament(
        5,
        table(1, [1, 2, 3, 4], [2, 4, 6, 9], low=True),
        table(2, [5, 1, 2, 3], [6, 1, 3, 4], low=True),
        table(3, [5, 1, 2, 4], [8, 5, 5, 5], low=True),
        **{"sit_outs": (RoundSatOut(1, 5), RoundSatOut(2, 4), RoundSatOut(3, 3)), **more},
    )


def rounds_of(results, scoring, entry, **more):
    rows = without_games(standing(results, scoring, **more)).rows
    return next(row.rounds for row in rows if row.entry == entry)


def test_a_sit_out_is_the_mean_of_what_the_entry_got_where_it_played():
    assert scores(evening(), BUSCA)[5] == 6 + 8 + 7
    assert rounds_of(evening(), BUSCA, 5)[0] == RoundScore(1, "sit-out", Fraction(7))


def test_a_sit_out_before_any_round_was_played_is_the_average_of_the_field():
    assert scores(evening(), BUSCA, after_round=1)[5] == Fraction(21, 4)


def test_a_sit_out_may_be_the_average_of_its_round():
    by_field = replace(BUSCA, sit_out="field-average")
    assert scores(evening(), by_field)[5] == Fraction(21, 4) + 14


def test_a_sit_out_may_have_a_fixed_worth_at_once():
    fixed = replace(BUSCA, sit_out=Fraction(5, 2))
    results = tournament(5, waiting(1, [1, 2, 3, 4]), sit_outs=(RoundSatOut(1, 5),))
    assert scores(results, fixed) == {1: 0, 2: 0, 3: 0, 4: 0, 5: Fraction(5, 2)}


def test_everybody_absent_gets_the_worst_of_the_field():
    results = evening(sit_outs=())
    assert rounds_of(results, BUSCA, 5)[0] == RoundScore(1, "absent", Fraction(9))
    assert rounds_of(results, PLACES, 5)[0] == RoundScore(1, "absent", Fraction(1))


def test_absence_may_have_a_fixed_worth():
    results = evening(sit_outs=())
    assert rounds_of(results, replace(PLACES, absent=Fraction(0)), 5)[0] == RoundScore(1, "absent", Fraction(0))


def test_a_late_entry_was_absent_in_the_rounds_before():
    late = entrants(5, e5={"from_round": 2})
    results = replace(evening(sit_outs=()), entrants=late)
    assert rounds_of(results, BUSCA, 5)[0] == RoundScore(1, "absent", Fraction(9))


def test_a_table_without_a_counted_hand_is_pending_and_not_an_absence():
    results = tournament(8, table(1, [1, 2, 3, 4], [2, 4, 6, 9], low=True), waiting(1, [5, 6, 7, 8], number=2))
    assert rounds_of(results, BUSCA, 6) == (RoundScore(1, "table", None),)
    assert scores(results, BUSCA)[6] == 0


def test_sit_outs_and_absences_are_pending_until_the_round_has_a_result():
    results = tournament(6, waiting(1, [1, 2, 3, 4]), sit_outs=(RoundSatOut(1, 5),))
    assert rounds_of(results, BUSCA, 5) == (RoundScore(1, "sit-out", None),)
    assert rounds_of(results, BUSCA, 6) == (RoundScore(1, "absent", None),)


def test_award_replaces_the_result_of_the_round():
    results = evening(awards=(Award(1, 5, Fraction(3)), Award(3, 1, Fraction(1, 2))))
    assert rounds_of(results, BUSCA, 5)[0] == RoundScore(1, "award", Fraction(3))
    assert scores(results, BUSCA)[1] == 2 + 1 + Fraction(1, 2)
    assert scores(results, BUSCA)[5] == 3 + 6 + 8


def test_an_award_for_a_played_round_counts_in_averages_as_what_the_entry_got():
    results = evening(awards=(Award(2, 5, Fraction(2)),))
    assert scores(results, BUSCA)[5] == 2 + 8 + 5


def test_an_award_for_a_round_not_played_counts_in_no_average():
    results = tournament(
        3,
        table(1, [1, 2], [3, 1]),
        table(2, [1, 3], [3, 1]),
        table(3, [2, 3], [3, 1]),
        sit_outs=(RoundSatOut(2, 2), RoundSatOut(3, 1)),
        awards=(Award(1, 3, Fraction(2)),),
    )
    assert rounds_of(results, replace(WINS, sit_out="field-average"), 1)[2].value == 1
    assert scores(results, WINS) == {1: 6, 2: 0 + 1 + 2, 3: 2}


def test_several_awards_for_a_round_add_up():
    results = evening(awards=(Award(1, 5, Fraction(3)), Award(1, 5, Fraction(-1))))
    assert rounds_of(results, BUSCA, 5)[0] == RoundScore(1, "award", Fraction(2))


@pytest.mark.parametrize("kind", ["forfeit", "absent"])
def test_a_forfeited_round_counts_as_an_absence_and_the_others_keep_theirs(kind):
    results = evening(awards=(Award(2, 5, None, kind),))
    assert rounds_of(results, BUSCA, 5)[1] == RoundScore(2, kind, Fraction(4))
    assert scores(results, BUSCA) == {1: 2 + 1 + 5, 2: 4 + 3 + 5, 3: 6 + 4 + 5, 4: 9 + 7 + 5, 5: 8 + 4 + 8}


def test_a_forfeit_may_be_worth_a_number_and_counts_in_no_average():
    results = evening(awards=(Award(2, 5, Fraction(20), "forfeit"),))
    assert rounds_of(results, BUSCA, 5)[:2] == (
        RoundScore(1, "sit-out", Fraction(8)),
        RoundScore(2, "forfeit", Fraction(20)),
    )
    assert values(results, BUSCA, "table_wins")[5] == 0


def test_who_forfeited_all_that_he_played_is_no_measure_of_his_opponents():
    results = tournament(2, table(1, [1, 2], [3, 1]), awards=(Award(1, 2, None, "forfeit"),))
    assert values(results, WINS, "opponents") == {1: None, 2: None}


def test_who_is_disqualified_stands_below_without_a_place_and_the_others_keep_what_they_got():
    out = replace(evening(sit_outs=()), entrants=entrants(5, e1={"disqualified_from": 3}, e4={"until_round": 3}))
    assert order(out, BUSCA) == [(1, 2), (2, 3), (3, 5), (4, 4), (None, 1)]
    assert scores(out, BUSCA)[2] == scores(evening(sit_outs=()), BUSCA)[2]


def test_a_withdrawn_entry_keeps_what_it_got_and_gets_nothing_more():
    left = replace(evening(sit_outs=()), entrants=entrants(5, e3={"until_round": 2}))
    assert rounds_of(left, BUSCA, 3) == (RoundScore(1, "table", Fraction(6)), RoundScore(2, "table", Fraction(4)))


def test_a_withdrawn_entry_was_absent_in_a_round_before_its_last():
    left = replace(evening(sit_outs=()), entrants=entrants(5, e4={"until_round": 3}))
    assert [score.source for score in rounds_of(left, BUSCA, 4)] == ["table", "absent", "table"]


def test_a_withdrawn_entry_was_absent_up_to_the_last_round_it_took_part_in():
    sources = []
    for until in (1, 2):
        who = entrants(5, e4={"until_round": until})
        left = replace(evening(sit_outs=()), entrants=who, tables=evening().tables[:2])
        sources.append([score.source for score in rounds_of(left, BUSCA, 4)])
    assert sources == [["table"], ["table", "absent"]]


def test_an_entry_that_comes_back_was_absent_while_it_had_left():
    back = replace(evening(sit_outs=()), entrants=entrants(5, e4={"gaps": ((2, 2),)}))
    assert [score.source for score in rounds_of(back, BUSCA, 4)] == ["table", "absent", "table"]


def test_nobody_expects_a_stand_in_in_a_round_that_it_does_not_play():
    helped = replace(evening(sit_outs=()), entrants=entrants(5, e5={"stand_in": True}))
    assert [score.round for score in rounds_of(helped, BUSCA, 5)] == [2, 3]


def test_stand_ins_and_withdrawn_entries_are_part_of_the_field():
    who = entrants(5, e4={"stand_in": True}, e3={"until_round": 2})
    results = replace(evening(sit_outs=(RoundSatOut(1, 5),)), entrants=who)
    by_field = replace(BUSCA, sit_out="field-average")
    assert rounds_of(results, by_field, 5)[0].value == Fraction(21, 4)


@pytest.mark.parametrize(("scoring", "without", "with_it"), [(BUSCA, 8, 11), (PLACES, 11, 8)])
def test_a_penalty_hurts(scoring, without, with_it):
    assert scores(evening(), scoring)[1] == without
    assert scores(evening(penalties=(PenaltyPoints(1, Fraction(3)),)), scoring)[1] == with_it


def test_a_penalty_of_a_round_counts_from_that_round_on_and_any_other_always():
    results = evening(penalties=(PenaltyPoints(1, Fraction(3), round=2), PenaltyPoints(2, Fraction(1))))
    assert [scores(results, BUSCA, after_round=n)[1] for n in (1, 2, 3)] == [2, 6, 11]
    assert scores(results, BUSCA, after_round=1)[2] == 5


def test_penalties_change_no_average():
    results = evening(penalties=(PenaltyPoints(5, Fraction(4), round=2),))
    assert rounds_of(results, BUSCA, 5)[0].value == 7


def test_a_penalty_below_zero_is_no_penalty():
    with pytest.raises(ValueError, match="cannot help"):
        PenaltyPoints(1, Fraction(-1))


def test_rounds_that_are_not_listed_do_not_count():
    draft = replace(evening(), rounds=(1, 2))
    assert standing(draft, BUSCA).rows == standing(draft, BUSCA, after_round=2).rows
    assert standing(draft, BUSCA).rows == standing(evening(), BUSCA, after_round=2).rows
