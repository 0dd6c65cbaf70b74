"""Random tables: no repeated meetings without need."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.check_draw import judge
from tests.pairing.requests import play, refusal, request
from tournaments.pairing import Participant, draw
from tournaments.pairing.values import MAX_SEATS


@pytest.mark.slow
@given(
    players=st.integers(4, 60),
    rounds=st.integers(1, 4),
    sizes=st.sampled_from([(4,), (4, 3), (4, 5), (4, 3, 5), (2,), (3,), (5, 4), (6, 5)]),
    seed=st.integers(0, 2**63),
)
@settings(max_examples=25, deadline=None)
def test_everybody_sits_once_and_takes_turns(players, rounds, sizes, seed):
    players = max(players, *sizes)
    tables = play("random", players, rounds, seed=seed, sizes=sizes)
    verdict = judge(tables, range(1, players + 1), sizes=sizes)
    assert verdict.errors == ()
    assert verdict.sit_out_gap <= 1
    assert verdict.unusual_gap <= 1


@pytest.mark.slow
@given(st.integers(4, 40), st.integers(0, 2**63))
@settings(max_examples=12, deadline=None)
def test_the_same_request_gives_the_same_draw(players, seed):
    asked = request("random", players, seed=seed, history=play("random", players, 2))
    assert draw(asked) == draw(asked)


def test_another_seed_gives_another_draw():
    assert draw(request("random", 32, seed=1)).tables != draw(request("random", 32, seed=2)).tables


def test_nobody_meets_again_while_the_field_is_large_enough():
    verdict = judge(play("random", 32, 6), range(1, 33))
    assert (verdict.errors, verdict.repeats) == ((), 0)


@pytest.mark.slow
def test_nobody_meets_the_players_of_the_last_round_where_that_can_be():
    history = play("random", 16, 12)
    for before, after in pairwise(history):
        met = {frozenset(pair) for table in before for pair in combinations(table, 2)}
        again = {frozenset(pair) for table in after for pair in combinations(table, 2)}
        assert not met & again


def test_players_of_one_club_are_kept_apart():
    entrants = [Participant(number, club=f"club {number % 9}") for number in range(1, 37)]
    tables = draw(request("random", entrants, avoid_same_club=True)).tables
    same_club = [pair for pair in combinations(range(1, 37), 2) if (pair[0] - pair[1]) % 9 == 0]
    assert judge([tables], range(1, 37), forbidden=same_club).errors == ()


@pytest.mark.slow
def test_forbidden_pairs_never_sit_together():
    forbidden = ((1, 2), (2, 3), (1, 3), (4, 5))
    rounds = play("random", 12, 6, forbidden=forbidden)
    assert judge(rounds, range(1, 13), forbidden=forbidden).errors == ()


def test_fixed_players_stay_at_their_tables():
    fixed = {3: 1, 7: 4, 8: 4}
    rounds = play("random", 18, 5, fixed=fixed)
    assert judge(rounds, range(1, 19), fixed=fixed).errors == ()


def test_inactive_entries_count_in_history_and_are_not_seated():
    history = (draw(request("random", 9)).tables,)
    left = history[0][0][0]
    entrants = [Participant(number, active=number != left) for number in range(1, 10)]
    drawn = draw(request("random", entrants, history=history))
    assert sorted(player for table in drawn.tables for player in table) == [
        number for number in range(1, 10) if number != left
    ]


def test_entry_with_the_fewest_sit_outs_sits_out():
    entrants = [Participant(number, sit_outs=int(number != 5)) for number in range(1, 10)]
    assert draw(request("random", entrants)).sit_out == (5,)


@pytest.mark.slow
def test_seats_and_tables_change():
    history = play("random", 32, 8)
    seats = {player: [0] * 4 for player in range(1, 33)}
    numbers = {player: set() for player in range(1, 33)}
    for tables in history:
        for number, table in enumerate(tables):
            for seat, player in enumerate(table):
                seats[player][seat] += 1
                numbers[player].add(number)
    assert max(max(counts) - min(counts) for counts in seats.values()) <= 2
    assert min(len(tables) for tables in numbers.values()) >= 5


def test_the_report_names_what_is_repeated():
    report = draw(request("random", 4, history=(((1, 2, 3, 4),),))).report
    assert report["repeats"] == 6
    assert report["repeats_lower_bound"] == 6
    assert sorted(report["repeated_pairs"], key=sorted)[0][2] == 1


def test_a_pair_that_cannot_be_kept_apart_is_named():
    refused = refusal(request("random", 4, forbidden=((1, 2),)))
    assert [(problem.code, problem.params["pairs"]) for problem in refused] == [("impossible_constraints", ((1, 2),))]


@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_tables_of_every_size(seats):
    played = play("random", 2 * seats, 2, sizes=(seats,))
    assert [[len(table) for table in tables] for tables in played] == [[seats, seats]] * 2
