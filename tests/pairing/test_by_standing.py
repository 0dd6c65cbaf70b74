"""Properties of every draw by standings: Swiss, Danish, modified Danish and interval."""

import random
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.pairing.check_draw import judge
from tests.pairing.requests import refusal, request
from tournaments.pairing import BY_STANDING, Participant, draw

ALL = [method for method in BY_STANDING if method != "knock-out"]  # whose byes and pairs differ: test_knock_out.py
METHODS = st.sampled_from(ALL)


def evening(method, players, rounds, *, seed=1, **options):
    """Rounds drawn one after the other while scores grow by chance."""
    chance, scores, history = random.Random(seed), [0] * players, ()
    for number in range(rounds):
        entrants = [Participant(n, score=score) for n, score in enumerate(scores, 1)]
        asked = request(method, entrants, seed=seed + number, history=history, **options)
        history += (draw(asked).tables,)
        scores = [score + chance.randrange(40) for score in scores]
    return history


def ranked(players, *, apart=1, **options):
    """Return entrants in order, each ahead of the next by so much."""
    return [Participant(number, -apart * number, **options) for number in range(1, players + 1)]


def groups(tables):
    return sorted(sorted(table) for table in tables)


@pytest.mark.slow
@given(
    method=METHODS,
    players=st.integers(4, 26),
    rounds=st.integers(1, 3),
    sizes=st.sampled_from([(4,), (4, 3), (4, 5), (4, 3, 5), (2,), (3,), (5, 4), (6, 5)]),
    seed=st.integers(0, 2**63),
)
@example(method="swiss", players=22, rounds=3, sizes=(2,), seed=1)  # two who need the same seat
@settings(max_examples=30, deadline=None)
def test_everybody_sits_once_and_takes_turns(method, players, rounds, sizes, seed):
    players = max(players, *sizes)
    tables = evening(method, players, rounds, seed=seed, sizes=sizes)
    verdict = judge(tables, range(1, players + 1), sizes=sizes)
    assert verdict.errors == ()
    assert (verdict.sit_out_gap, verdict.unusual_gap) <= (1, 1)
    assert verdict.seat_spread <= 2


@pytest.mark.slow
@given(METHODS, st.integers(4, 26), st.integers(0, 2**63))
@settings(max_examples=12, deadline=None)
def test_the_same_request_gives_the_same_draw(method, players, seed):
    history = evening(method, players, 1, seed=seed)
    asked = request(method, ranked(players), seed=seed, history=history)
    assert draw(asked) == draw(asked)


@pytest.mark.slow
@given(METHODS, st.integers(0, 2**63))
@settings(max_examples=12, deadline=None)
def test_separated_entries_never_sit_together(method, seed):
    forbidden = ((1, 2), (2, 3), (1, 3), (4, 5), (1, 5))
    tables = evening(method, 16, 3, seed=seed, forbidden=forbidden)
    assert judge(tables, range(1, 17), forbidden=forbidden).errors == ()


@pytest.mark.slow
@given(METHODS, st.integers(0, 2**63))
@settings(max_examples=12, deadline=None)
def test_fixed_entry_stays_at_its_table(method, seed):
    fixed = {3: 1, 7: 4, 8: 4}
    tables = evening(method, 18, 3, seed=seed, fixed=fixed)
    assert judge(tables, range(1, 19), fixed=fixed).errors == ()


MIXED_SIZES = st.sampled_from([(4, 3, 5), (5, 4, 6), (4, 5)])


def check_turns_past_the_fixed(method, sizes, seed):
    fixed = {3: 1, 7: 2, 8: 2}
    tables = evening(method, 21, 3, seed=seed, fixed=fixed, sizes=sizes)
    verdict = judge(tables, range(1, 22), fixed=fixed, sizes=sizes)
    assert (verdict.errors, verdict.unusual_gap) <= ((), 1)


@pytest.mark.slow
@given(METHODS, MIXED_SIZES, st.integers(0, 2**63))
@settings(max_examples=4, deadline=None)
def test_tables_of_another_size_go_round_past_those_who_are_fixed(method, sizes, seed):
    check_turns_past_the_fixed(method, sizes, seed)


@pytest.mark.slow
@given(METHODS, MIXED_SIZES, st.integers(0, 2**63))
@settings(max_examples=12, deadline=None)
def test_tables_of_another_size_go_round_past_those_who_are_fixed_in_many_draws(method, sizes, seed):
    check_turns_past_the_fixed(method, sizes, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_who_is_fixed_stays_where_fewest_meet_again_is_proved(seed):
    fixed = {2: 3, 7: 1, 12: 2}
    tables = evening("swiss", 20, 7, seed=seed, fixed=fixed)
    assert judge(tables, range(1, 21), fixed=fixed).errors == ()


@pytest.mark.parametrize("method", ALL)
def test_players_of_one_club_are_kept_apart(method):
    entrants = [Participant(number, -number, club=str(number % 7)) for number in range(1, 29)]
    tables = draw(request(method, entrants, avoid_same_club=True)).tables
    same = [pair for pair in combinations(range(1, 29), 2) if (pair[1] - pair[0]) % 7 == 0]
    assert judge([tables], range(1, 29), forbidden=same).errors == ()


@pytest.mark.parametrize("method", ALL)
def test_a_pair_that_cannot_be_kept_apart_is_named(method):
    (problem,) = refusal(request(method, 4, forbidden=((1, 2),)))
    assert (problem.code, problem.params["pairs"]) == ("impossible_constraints", ((1, 2),))


@pytest.mark.parametrize("method", ALL)
def test_the_last_of_those_who_have_sat_out_least_sit_out(method):
    entrants = ranked(10)
    assert draw(request(method, entrants)).sit_out == (9, 10)
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert draw(request(method, entrants, history=history)).sit_out == (7, 8)


@pytest.mark.parametrize("low_wins", [False, True])
def test_danish_seats_the_first_four_together(low_wins):
    entrants = [Participant(number, number) for number in range(1, 13)]
    tables = draw(request("danish", entrants, low_wins=low_wins)).tables
    assert groups(tables) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_danish_does_not_care_who_met_before():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert groups(draw(request("danish", ranked(8), history=history)).tables) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_danish_trades_the_nearest_to_keep_a_pair_apart():
    assert groups(draw(request("danish", ranked(8), forbidden=((1, 4),))).tables) == [[1, 2, 3, 5], [4, 6, 7, 8]]


def test_modified_danish_lets_nobody_meet_twice_running():
    for before, after in pairwise(evening("danish-modified", 20, 5)):
        met = {frozenset(pair) for table in before for pair in combinations(table, 2)}
        again = {frozenset(pair) for table in after for pair in combinations(table, 2)}
        assert not met & again


def test_modified_danish_forgets_the_rounds_before_the_last():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 9, 13),))
    entrants = ranked(16)
    tables = draw(request("danish-modified", entrants, history=history)).tables
    assert groups(tables)[0] == [1, 2, 3, 4]


def test_intervals_deal_the_standing_over_the_tables():
    assert groups(draw(request("interval", ranked(12))).tables) == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]


def test_intervals_trade_neighbours_to_keep_a_pair_apart():
    assert groups(draw(request("interval", ranked(12), forbidden=((1, 4),))).tables) == [
        [1, 5, 8, 11],
        [2, 4, 7, 10],
        [3, 6, 9, 12],
    ]


def told(request_):
    return draw(request_).report


def test_the_report_says_how_equal_the_tables_are():
    report = told(request("swiss", ranked(12)))
    assert (report["spread"], report["spread_lower_bound"], report["spread_is_least"]) == (
        60, 60, True,
    )  # fmt: skip
    assert report["places_apart"] == 3


def test_the_report_keeps_numbers_that_are_not_whole_exact():
    entrants = [Participant(number, Fraction(number, 3)) for number in range(1, 5)]
    assert told(request("swiss", entrants))["spread"] == "20/9"


@pytest.mark.slow
@given(st.integers(8, 40), st.integers(0, 2**63))
@settings(max_examples=20, deadline=None)
def test_the_bound_of_the_spread_is_never_above_it(players, seed):
    chance = random.Random(seed)
    entrants = [Participant(number, chance.randrange(50)) for number in range(players)]
    report = told(request("danish", entrants, sizes=(4, 3, 5), forbidden=((0, 1), (2, 3))))
    assert Fraction(report["spread_lower_bound"]) <= Fraction(report["spread"])


@pytest.mark.parametrize(
    ("players", "rounds", "advised"), [(24, 3, True), (28, 3, False), (32, 7, True), (40, 7, False), (40, 8, True)]
)
def test_a_schedule_is_proposed_for_a_field_too_small_for_swiss(players, rounds, advised):
    advice = told(request("swiss", ranked(players), rounds=rounds))["advice"]
    assert [each["method"] for each in advice] == ["schedule"] * advised
    assert all(each["message"] % each["params"] for each in advice)
