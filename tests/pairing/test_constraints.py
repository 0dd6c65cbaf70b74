"""Constraints that cannot be met are refused, and a small contradicting set is named."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.requests import refusal, request
from tournaments.pairing import Participant, draw

METHODS = ("random", "schedule")


@pytest.mark.parametrize("method", METHODS)
def test_more_players_kept_apart_than_there_are_tables(method):
    forbidden = (*combinations(range(1, 6), 2), (7, 8), (9, 10))
    (problem,) = refusal(request(method, 16, forbidden=forbidden))
    assert problem.code == "impossible_constraints"
    assert problem.params["entrants"] == (1, 2, 3, 4, 5)
    assert set(problem.params["pairs"]) == set(combinations(range(1, 6), 2))


@pytest.mark.parametrize("method", METHODS)
def test_a_club_of_more_players_than_there_are_tables(method):
    entrants = [Participant(number, club="Roma" * (number < 6)) for number in range(1, 17)]
    (problem,) = refusal(request(method, entrants, avoid_same_club=True))
    assert problem.params["entrants"] == (1, 2, 3, 4, 5)


def test_of_a_crowd_the_players_are_named_and_no_million_pairs():
    entrants = [Participant(number, club="Roma" * (number <= 501)) for number in range(1, 2001)]
    (problem,) = refusal(request("random", entrants, avoid_same_club=True))
    assert (len(problem.params["entrants"]), problem.params["pairs"]) == (501, ())


@pytest.mark.parametrize("method", METHODS)
def test_somebody_kept_apart_from_nearly_everybody(method):
    forbidden = tuple((1, number) for number in range(2, 15))
    (problem,) = refusal(request(method, 16, forbidden=forbidden))
    assert problem.params["entrants"] == (1,)
    assert problem.params["pairs"] == forbidden


def test_the_pairs_to_blame_are_narrowed_down():
    apart = tuple((one, other) for one in range(1, 6) for other in range(6, 13))
    forbidden = (*apart, (11, 12))
    (problem,) = refusal(request("random", 12, forbidden=forbidden))
    assert problem.code == "impossible_constraints"
    assert 0 < len(problem.params["pairs"]) <= len(apart)
    assert set(problem.params["pairs"]) <= set(forbidden)


def can_be_apart(players, pairs):
    """Whether some round of tables of four keeps these pairs apart: each is tried."""
    if not players:
        return True
    first, *others = players
    free = [player for player in others if (first, player) not in pairs]
    return any(
        can_be_apart([player for player in others if player not in three], pairs)
        for three in combinations(free, 3)
        if pairs.isdisjoint(combinations(three, 2))
    )


def named(problem):
    return {tuple(sorted(pair)) for pair in problem.params["pairs"]}


@given(kept=st.sets(st.sampled_from([*combinations(range(1, 13), 2)]), min_size=20, max_size=45))
@settings(max_examples=40, deadline=None)
def test_what_cannot_be_is_refused_with_a_set_of_which_every_pair_counts(kept):
    asked = request("random", 12, forbidden=tuple(kept))
    if can_be_apart(range(1, 13), kept):
        assert len(draw(asked).tables) == 3
        return
    for problem in refusal(asked):
        pairs = named(problem)
        assert not can_be_apart(range(1, 13), pairs)
        assert all(can_be_apart(range(1, 13), pairs - {pair}) for pair in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 6])
def test_three_sides_of_twenty_that_do_not_mix(seed):
    chance = Random(seed)
    side = [chance.randrange(3) for _ in range(20)]
    pairs = combinations(range(1, 21), 2)
    kept = [p for p in pairs if side[p[0] - 1] != side[p[1] - 1] and chance.random() < 0.95]
    (problem,) = refusal(request("random", 20, forbidden=tuple(kept)))
    assert not can_be_apart(range(1, 21), named(problem))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_long_list_of_pairs_is_abbreviated(method):
    apart = tuple((one, other) for one in range(1, 27) for other in range(27, 101))
    (problem,) = refusal(request(method, 100, forbidden=apart))
    assert set(problem.params["pairs"]) <= set(apart)
    assert str(problem).count("–") == 12
    assert str(problem).endswith(", ….")
