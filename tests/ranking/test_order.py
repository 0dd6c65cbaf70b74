"""Places, the order of the list, movement, and provisional standings."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.ranking.build import BUSCA, PLACES, entrants, order, standing, table, tournament, waiting, without_games
from tournaments.ranking import ClosedRound, Entrant, RankedList, RoundScore, StandingsRow, rank, rank_changed


def test_a_whole_standing_of_one_table():
    hands = [((0, 2, 0, 1), (0, 22, 8, 10)), ((1, 0, 0, 1), (16, 4, 4, 16))]
    results = tournament(4, table(1, [1, 2, 3, 4], [1, 2, 0, 2], hands=hands, low=True))
    rows = [(1, 3, 0, 12), (2, 1, 1, 16), (3, 2, 2, 26), (3, 4, 2, 26)]
    ranked = standing(results, BUSCA, ["card_points"], after_round=1)
    seats = [(row.rounds[0].game.table, row.rounds[0].game.side) for row in ranked.rows]
    assert seats == [(results.tables[0], entry - 1) for _place, entry, *_more in rows]
    assert without_games(ranked) == RankedList(
        after_round=1,
        provisional=True,
        outstanding_tables=0,
        rows=tuple(
            StandingsRow(
                place=place,
                entry=entry,
                score=Fraction(score),
                hands=2,
                tie_breaks={"card_points": Fraction(points)},
                rounds=(RoundScore(1, "table", Fraction(score)),),
                penalty=Fraction(0),
                withdrawn=False,
                stand_in=False,
                moved=None,
                played=1,
            )
            for place, entry, score, points in rows
        ),
    )


def test_shared_places_leave_out_the_next():
    results = tournament(4, table(1, [1, 2, 3, 4], [2, 1, 1, 4], low=True))
    assert order(results, BUSCA) == [(1, 2), (1, 3), (3, 1), (4, 4)]


def test_entries_with_the_same_place_are_listed_by_number():
    who = (Entrant(10, 3), Entrant(11, 1), Entrant(12, 2))
    assert order(tournament(who, table(1, [10, 11, 12], [1, 1, 1])), PLACES) == [
        (1, 11), (1, 12), (1, 10)
    ]  # fmt: skip


def test_before_any_round_nobody_has_a_place():
    assert order(tournament(3, table(1, [1, 2, 3], [3, 2, 1])), PLACES, after_round=0) == [
        (None, 1), (None, 2), (None, 3)
    ]  # fmt: skip


def test_the_withdrawn_come_after_those_still_in_and_stand_ins_last_without_a_place():
    who = entrants(6, e1={"until_round": 1}, e2={"stand_in": True}, e5={"until_round": 1})
    results = tournament(who, table(1, [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]))
    rows = standing(results, PLACES).rows
    assert [(row.place, row.entry, row.withdrawn, row.stand_in) for row in rows] == [
        (1, 3, False, False),
        (2, 4, False, False),
        (3, 6, False, False),
        (4, 1, True, False),
        (5, 5, True, False),
        (None, 2, False, True),
    ]


def left_and_returned():
    tables = [table(number, [1, 2, 3], [1, 2, 3]) for number in (1, 2, 3, 4)]
    tables[1:3] = [table(number, [1, 3], [1, 3]) for number in (2, 3)]
    return tables


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"until_round": 0}, [3, 3, 3, 3]),
        ({"until_round": 1}, [2, 3, 3, 3]),
        ({"until_round": 4}, [2, 2, 2, 2]),
        ({"gaps": ((2, 3),)}, [2, 3, 3, 2]),
        ({"disqualified_from": 3}, [2, 2, None, None]),
        ({"until_round": 1, "disqualified_from": 4}, [2, 3, 3, None]),
    ],
)
def test_withdrawn_and_disqualified_entries_keep_earlier_places(change, places):
    results = tournament(entrants(3, e2=change), *left_and_returned())
    rows = [standing(results, replace(PLACES, absent=Fraction(3)), after_round=n).rows for n in (1, 2, 3, 4)]
    assert [row.place for after in rows for row in after if row.entry == 2] == places


def test_the_lots_of_a_standing_do_not_change_when_somebody_joins_later():
    first = table(1, [1, 2, 3], [1, 1, 1])
    alone = tournament(3, first)
    joined = tournament(entrants(9, **{f"e{n}": {"from_round": 2} for n in range(4, 10)}), first)
    assert standing(alone, PLACES, ("lot",), after_round=1) == standing(joined, PLACES, ("lot",), after_round=1)


def test_a_withdrawn_entry_shares_no_place_with_one_still_in():
    who = entrants(3, e2={"until_round": 1})
    results = tournament(who, table(1, [1, 2, 3], [5, 5, 5]))
    assert order(results, PLACES) == [(1, 1), (1, 3), (3, 2)]


def test_a_late_entry_is_listed_from_the_standing_after_its_first_round():
    who = entrants(4, e4={"from_round": 3})
    tables = [table(number, [1, 2, 3], [1, 2, 3]) for number in (1, 2)]
    results = tournament(who, *tables, table(3, [1, 2, 3, 4], [1, 2, 3, 4]))
    listed = [len(standing(results, PLACES, after_round=n).rows) for n in range(4)]
    assert listed == [3, 3, 3, 4]


def test_entry_that_played_is_listed_whatever_its_first_round():
    who = entrants(2, e2={"from_round": 5})
    assert order(tournament(who, table(1, [1, 2], [1, 2])), PLACES) == [(1, 2), (2, 1)]


def test_moved_counts_the_places_gained_since_the_round_before():
    results = tournament(
        entrants(4, e4={"stand_in": True}), table(1, [1, 2, 3, 4], [9, 5, 5, 1]), table(2, [1, 2, 3, 4], [1, 9, 5, 5])
    )
    moved = {n: standing(results, PLACES, after_round=n).rows for n in (1, 2)}
    assert [row.moved for row in moved[1]] == [None] * 4
    assert [(row.place, row.entry, row.moved) for row in moved[2]] == [
        (1, 2, 1),
        (2, 1, -1),
        (2, 3, 0),
        (None, 4, None),
    ]


def test_moved_skips_rounds_that_do_not_count():
    results = tournament(2, table(1, [1, 2], [2, 1]), table(4, [1, 2], [1, 9]), table(5, [1, 2], [1, 9]))
    assert [row.moved for row in standing(results, PLACES, after_round=4).rows] == [0, 1]


def test_a_late_entry_has_not_moved_in_its_first_standing():
    who = entrants(3, e3={"from_round": 3})
    results = tournament(who, *(table(number, [1, 2], [2, 1]) for number in (1, 2, 3)))
    assert [row.moved for row in standing(results, PLACES, after_round=3).rows] == [0, 0, None]


def test_hands_are_those_that_the_entry_played():
    hands = [((1, 31, 0, 2), ()), ((1, None, 0, 2), ()), ((0, None, 1, 0), ())]
    results = tournament(5, table(1, [1, 2, 3, 4], [2, 31, 1, 4], hands=hands), waiting(2, [1, 2, 3, 5]))
    rows = standing(results, BUSCA).rows
    assert {row.entry: row.hands for row in rows} == {1: 3, 2: 1, 3: 3, 4: 3, 5: 0}


def test_a_standing_is_provisional_until_its_rounds_are_closed():
    results = tournament(
        8,
        table(1, [1, 2, 3, 4], [4, 3, 2, 1]),
        waiting(1, [5, 6, 7, 8], number=2),
        table(2, [1, 2, 3, 4], [4, 3, 2, 1], outstanding=True),
        table(3, [1, 2, 3, 4], [4, 3, 2, 1], outstanding=True),
        rounds=[1, 2],
    )
    closed = replace(results, closed=(ClosedRound(1),))
    for played, expected in (
        (results, [(True, 0), (True, 1), (True, 2), (True, 2)]),
        (closed, [(True, 0), (False, 0), (True, 1), (True, 1)]),
    ):
        after = [standing(played, PLACES, after_round=n) for n in (0, 1, 2, 3)]
        assert [(s.provisional, s.outstanding_tables) for s in after] == expected


def test_tie_breaks_are_applied_in_their_order_each_within_those_still_tied():
    results = tournament(
        4,
        table(1, [1, 2, 3, 4], [3, 3, 1, 0], hands=[((3, 3, 1, 0), (9, 5, 7, 1))]),
        table(2, [1, 2, 3, 4], [0, 0, 2, 3], hands=[((0, 0, 2, 3), (0, 1, 4, 9))]),
    )
    assert order(results, BUSCA) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert order(results, BUSCA, ["last_round"]) == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert order(results, BUSCA, ["last_round", "card_points"]) == [
        (1, 2), (2, 1), (3, 3), (4, 4)
    ]  # fmt: skip
    assert order(results, BUSCA, ["card_points", "last_round"]) == [
        (1, 2), (2, 1), (3, 4), (4, 3)
    ]  # fmt: skip


def test_every_round_at_once_is_each_round_by_itself():
    results = tournament(3, table(1, [1, 2], [2, 1]), table(2, [1, 2], [1, 2]), table(3, [2, 1], [2, 1]))
    at_once, _cached = rank_changed(results, PLACES, ("lot",), lot_seed=5)
    alone = [rank(results, PLACES, ("lot",), after_round=n, lot_seed=5) for n in (1, 2, 3)]
    assert at_once == alone
    assert [row.moved for row in at_once[0].rows] == [None] * 3


def test_before_the_first_round_there_is_one_standing():
    (standing_before,), _cached = rank_changed(tournament(0), PLACES, (), lot_seed=5)
    assert standing_before.after_round == 0
