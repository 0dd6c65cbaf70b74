"""What cannot be kept apart is refused, and the smallest set found is named."""

from itertools import combinations

import pytest

from tests.pairing.requests import refusal, request
from tournaments.pairing import Entrant

METHODS = ("random", "schedule")


@pytest.mark.parametrize("method", METHODS)
def test_more_players_kept_apart_than_there_are_tables(method):
    forbidden = (*combinations(range(1, 6), 2), (7, 8), (9, 10))
    (problem,) = refusal(request(method, 16, forbidden=forbidden))
    assert problem.code == "impossible_constraints"
    assert problem.entrants == (1, 2, 3, 4, 5)
    assert set(problem.pairs) == set(combinations(range(1, 6), 2))


@pytest.mark.parametrize("method", METHODS)
def test_a_club_of_more_players_than_there_are_tables(method):
    entrants = [Entrant(number, club="Roma" * (number < 6)) for number in range(1, 17)]
    (problem,) = refusal(request(method, entrants, avoid_same_club=True))
    assert problem.entrants == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("method", METHODS)
def test_somebody_kept_apart_from_nearly_everybody(method):
    forbidden = tuple((1, number) for number in range(2, 15))
    (problem,) = refusal(request(method, 16, forbidden=forbidden))
    assert problem.entrants == (1,)
    assert problem.pairs == forbidden


def test_the_pairs_to_blame_are_narrowed_down():
    apart = tuple((one, other) for one in range(1, 6) for other in range(6, 13))
    forbidden = (*apart, (11, 12))
    (problem,) = refusal(request("random", 12, forbidden=forbidden))
    assert problem.code == "impossible_constraints"
    assert 0 < len(problem.pairs) <= len(apart)
    assert set(problem.pairs) <= set(forbidden)
