"""Schedules of all rounds: no repeated meetings, every seat equally often."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.check_draw import judge
from tests.pairing.requests import request
from tests.parameters import slowly
from tournaments.pairing import Participant, draw


def schedule(players, rounds, **options):
    drawn = draw(request("schedule", players, rounds=rounds, **options))
    return [round_.tables for round_ in drawn.rounds], drawn.report


def pairs(tables):
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def judged(players, rounds, *, sizes=(4,), **options):
    tables, _ = schedule(players, rounds, sizes=sizes, **options)
    verdict = judge(tables, range(1, players + 1), sizes=sizes)
    assert verdict.errors == ()
    return verdict


@pytest.mark.parametrize("players", [16, 20, 28, 40, 64, 100, 1000, *slowly(24, 32, 36, 44, 48, 52, 56, 60, 200, 400)])
def test_tables_of_four_without_repeats_and_with_even_seats(players):
    rounds = {16: 5, 20: 5, 24: 7, 28: 9}.get(players, 10)
    verdict = judged(players, rounds)
    assert (verdict.repeats, verdict.seat_spread) == (0, 1)


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        *[(16, rounds, 24 * rounds - 120) for rounds in range(6, 11)],
        (20, 6, 6),
        *[(20, rounds, 30 * rounds - 190) for rounds in range(7, 11)],
        (24, 9, 48),
        (24, 10, 84),
        (28, 10, 42),
        (32, 11, 32),
    ],
)
def test_beyond_the_limit_as_few_repeats_as_counting_allows(players, rounds, repeats):
    verdict = judged(players, rounds)
    assert (verdict.repeats, verdict.most_meetings) == (repeats, 2)


@pytest.mark.parametrize(("players", "rounds"), [(16, 10), (28, 12)])
def test_nobody_meets_in_two_rounds_running_where_that_can_be(players, rounds):
    tables, _ = schedule(players, rounds)
    for before, after in pairwise(tables):
        assert not pairs(before) & pairs(after)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(n, 5) for n in (18, 19, 21, 22, 23, 25, 26)] + [(n, 7) for n in (27, 29, 30, 31, 33, 34, 35, 99, 1001)],
)
def test_sit_outs_go_round(players, rounds):
    verdict = judged(players, rounds)
    assert (verdict.repeats, verdict.sit_out_gap, verdict.seat_spread) == (0, 1, 1)


@pytest.mark.parametrize(
    ("players", "rounds"), [(n, 5) for n in (17, 18, 19)] + [(n, 7) for n in (21, 22, 23, 25, 26, 27, 31, 33, 38, 99)]
)
def test_tables_of_three_go_round(players, rounds):
    verdict = judged(players, rounds, sizes=(4, 3))
    assert (verdict.repeats, verdict.sit_out_gap) == (0, 0)
    assert verdict.unusual_gap <= (2 if players == 22 else 1)
    assert verdict.seat_spread <= 1


ANY_SCHEDULE = {
    "players": st.integers(4, 30),
    "rounds": st.integers(1, 6),
    "sizes": st.sampled_from([(4,), (4, 3), (2,), (3,), (5, 4), (6, 5), (4, 3, 5)]),
    "seed": st.integers(0, 2**63),
}


def check_turns(players, rounds, sizes, seed):
    players = max(players, 6 * len(sizes))
    verdict = judged(players, rounds, sizes=sizes, seed=seed)
    assert verdict.sit_out_gap <= 1
    assert verdict.unusual_gap <= 1 + (players == 22)


@pytest.mark.slow
@given(**ANY_SCHEDULE)
@settings(max_examples=5, deadline=None)
def test_everybody_sits_once_and_takes_turns(**drawn):
    check_turns(**drawn)


@pytest.mark.slow
@given(**ANY_SCHEDULE)
@settings(max_examples=15, deadline=None)
def test_everybody_sits_once_and_takes_turns_in_many_schedules(**drawn):
    check_turns(**drawn)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [(0,), pytest.param((1, 2, 3), marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("method", "players", "sizes"),
    [
        ("individual", 6, (4,)),
        ("individual", 7, (4,)),
        ("schedule", 6, (4,)),
        ("schedule", 10, (4, 3)),
        ("schedule", 13, (4, 3)),
    ],
)
def test_turns_are_taken_in_turn_round_by_round(method, players, sizes, seeds):
    for seed in seeds:
        drawn = draw(request(method, players, seed=seed, rounds=4, sizes=sizes)).rounds
        for number in range(1, 5):
            tables = [round_.tables for round_ in drawn[:number]]
            verdict = judge(tables, range(1, players + 1), sizes=sizes)
            assert max(verdict.sit_out_gap, verdict.unusual_gap) <= 1


@pytest.mark.slow
def test_many_repeats_are_not_reported_as_separated_pairs():
    tables, _ = schedule(6, 380, sizes=(6,))
    assert len(tables) == 380


@pytest.mark.slow
@pytest.mark.parametrize("players", [20, 27, 33])
def test_the_same_request_gives_the_same_schedule(players):
    asked = request("schedule", players, rounds=7, forbidden=((1, 2),))
    assert draw(asked) == draw(asked)
    assert schedule(players, 5)[0] != schedule(players, 5, seed=2)[0]


def clubbed(players, clubs):
    return [Participant(number, club=str(number % clubs)) for number in range(1, players + 1)]


@pytest.mark.parametrize(("players", "clubs"), [(40, 4), (40, 5), (44, 8), (60, 4), (100, 5)])
def test_clubs_are_kept_apart_without_a_repeat(players, clubs):
    tables, report = schedule(clubbed(players, clubs), 7, avoid_same_club=True)
    same = [pair for pair in combinations(range(1, players + 1), 2) if not (pair[1] - pair[0]) % clubs]
    verdict = judge(tables, range(1, players + 1), forbidden=same)
    assert (verdict.errors, verdict.repeats, verdict.seat_spread) == ((), 0, 1)
    assert report["kept_apart_but_together"] == []


def test_families_are_kept_apart_without_a_repeat():
    forbidden = (*tuple((number, number + 1) for number in range(1, 48, 2)), (1, 3), (2, 4))
    tables, _ = schedule(48, 7, forbidden=forbidden)
    verdict = judge(tables, range(1, 49), forbidden=forbidden)
    assert (verdict.errors, verdict.repeats) == ((), 0)


def test_fixed_players_stay_at_their_tables():
    fixed = {1: 1, 2: 2, 9: 2, 17: 8}
    tables, _ = schedule(32, 5, fixed=fixed)
    verdict = judge(tables, range(1, 33), fixed=fixed)
    assert verdict.errors == ()
    assert verdict.repeats == 10  # players 2 and 9 alone: 1 + 2 + 3 + 4 earlier meetings


def test_players_change_tables():
    tables, _ = schedule(48, 10)
    numbers = {player: set() for player in range(1, 49)}
    for round_ in tables:
        for number, table in enumerate(round_):
            for player in table:
                numbers[player].add(number)
    assert min(len(seen) for seen in numbers.values()) >= 6


@pytest.mark.parametrize("change", [1, -1])
@pytest.mark.parametrize(("players", "rounds", "played"), [(24, 7, 2), (32, 7, 3), (100, 10, 5)])
def test_after_a_late_entry_or_a_withdrawal_the_rest_is_drawn_again(players, rounds, played, change):
    tables, _ = schedule(players, rounds)
    history = tuple(tables[:played])
    entrants = [Participant(number, active=number > -change) for number in range(1, players + 1)]
    entrants += [Participant(players + 1)] * (change > 0)
    rest, report = schedule(entrants, rounds - played, history=history)
    active = [entrant.id for entrant in entrants if entrant.active]
    verdict = judge(rest, active)
    assert (verdict.errors, verdict.sit_out_gap) == ((), 1)
    assert report["repeats"] == 0


@pytest.mark.parametrize(
    ("players", "rounds", "gone", "new"),
    [
        (25, 6, 1, 0),
        (25, 6, 2, 1),
        (23, 6, 0, 1),
        (33, 8, 1, 0),
        (16, 4, 1, 1),
        (40, 10, 4, 0),
        (30, 7, 1, 0),
        (53, 7, 0, 2),
    ],
)
def test_any_first_round_grows_into_a_schedule(players, rounds, gone, new):
    first = draw(request("random", players)).tables
    entrants = [Participant(number, active=number > gone) for number in range(1, players + 1)]
    entrants += [Participant(players + number) for number in range(1, new + 1)]
    rest, report = schedule(entrants, rounds - 1, history=(first,))
    active = [entrant.id for entrant in entrants if entrant.active]
    assert judge(rest, active).errors == ()
    assert report["repeats"] == 0
    assert {once["before"] for once in report["sit_outs"]} <= {0}


def test_an_unchanged_field_goes_on_as_planned():
    tables, _ = schedule(24, 7)
    rest, _ = schedule(24, 4, history=tuple(tables[:3]))
    assert [pairs(round_) for round_ in rest] == [pairs(round_) for round_ in tables[3:]]
