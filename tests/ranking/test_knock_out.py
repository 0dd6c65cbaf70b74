"""Who qualifies from tables of a knock-out that were not played to their end."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.ranking.build import BUSCA, table, tournament, waiting
from tournaments.ranking import Award, ClosedRound, Scoring, cut_tables, order_of_cut, rank
from tournaments.ranking.knock_out import TableCut


def cuts(results, scoring, going_on):
    standing = rank(results, scoring, order_of_cut((), "lot"), after_round=9, lot_seed=1, for_draw=True)
    return cut_tables(standing, going_on, "lot")


def test_a_table_closed_with_hands_missing_is_cut_by_its_places():
    whole = table(9, [1, 2, 3, 4], [1, 2, 4, 5], low=True)
    cut_short = table(9, [5, 6, 7, 8], [1, 4, 0, 3], low=True, number=2, outstanding=True)
    closed = (ClosedRound(9, unfinished="as-unplayed"),)
    results = tournament(8, whole, cut_short, closed=closed, knock_out=frozenset({9}))
    assert cuts(results, BUSCA, 2) == ([TableCut(1, (1, 2), "place"), TableCut(2, (7, 5), "place")], [])
    without = replace(results, tables=(whole, waiting(9, [5, 6, 7, 8], number=2)))
    (by_place, by_lot), _byes = cuts(without, BUSCA, 2)
    assert (by_place, by_lot.decided_by) == (TableCut(1, (1, 2), "place"), "lot")


def test_the_lot_is_not_named_if_an_earlier_round_decided():
    """1 and 2 have equal scores and are level in round 3; in round 2 the second had more."""
    results = tournament(
        6,
        *(table(1, [1, 3], [10, 1]), table(1, [2, 4], [8, 1], number=2), table(1, [5, 6], [9, 0], number=3)),
        *(table(2, [1, 5], [8, 1]), table(2, [2, 6], [10, 1], number=2)),
        *(table(3, [1, 2, 5], [7, 7, 1]), table(3, [6, 3], [9, 1], number=2)),
        knock_out=frozenset({1, 2, 3}),
    )
    for ties in ("lot", "all", "decide"):
        order = order_of_cut(("last_round",), ties)
        standing = rank(results, Scoring(), order, after_round=3, lot_seed=1, for_draw=True)
        assert cut_tables(standing, 1, ties)[0][0] == TableCut(1, (2,), "last_round", (2, 1))


@pytest.mark.parametrize(
    ("of_other", "expected"),
    [
        (Award(9, 2, Fraction(0)), TableCut(1, (2,), "place")),
        (Award(9, 2, None, "forfeit"), TableCut(1, (1,), "score", (1, 2))),
    ],
)
def test_who_did_not_come_goes_on_only_if_the_other_did_not_either(of_other, expected):
    before = table(1, [1, 2], [90, 10])
    results = tournament(
        4,
        before,
        waiting(9, [1, 2]),
        table(9, [3, 4], [5, 1], number=2),
        awards=(Award(9, 1, None, "absent"), of_other),
        closed=(ClosedRound(9),),
        knock_out=frozenset({9}),
    )
    assert cuts(results, Scoring(), 1)[0] == [expected, TableCut(2, (3,), "place")]


def test_an_award_at_a_table_without_hands_is_no_bye():
    open_table = waiting(9, [1, 2]), table(9, [3, 4], [5, 1], number=2)
    results = tournament(4, *open_table, awards=(Award(9, 1, Fraction(3)),), knock_out=frozenset({9}))
    tables, byes = cuts(results, Scoring(), 1)
    assert ([each.ins for each in tables], byes) == ([(1,), (3,)], [])
