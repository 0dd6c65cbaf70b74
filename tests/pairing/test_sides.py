"""Partnerships kept apart where one side stays: on the same side, or refused by name."""

from itertools import combinations
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.problems import Refusal
from tests.pairing.requests import refusal, request
from tournaments.pairing import draw


def fit(players, pairs):
    """Whether some half of the players has both or neither of every pair."""
    return any(
        all((one in half) == (other in half) for one, other in pairs)
        for half in map(set, combinations(range(1, players + 1), players // 2))
    )


def test_a_chain_longer_than_a_side_is_refused_at_once():
    chain = tuple((number, number + 1) for number in range(1, 61))
    asked = request("mitchell", 100, sizes=(2,), rounds=50, forbidden=chain)
    began = process_time()
    (problem,) = refusal(asked)
    assert process_time() - began < 2
    assert len(problem.params["pairs"]) == 50


@given(st.integers(4, 9), st.sets(st.sampled_from([*combinations(range(1, 10), 2)]), max_size=7))
@settings(max_examples=25, deadline=None)
def test_in_a_whole_lap_those_kept_apart_are_on_one_side(players, pairs):
    pairs = {pair for pair in pairs if max(pair) <= players}
    rounds = (players + 1) // 2
    asked = request("mitchell", players, sizes=(2,), rounds=rounds, forbidden=tuple(pairs))
    try:
        drawn = draw(asked)
    except Refusal as refused:
        for problem in refused.problems:
            assert problem.code == "impossible_constraints"
            assert not fit(players, problem.params["pairs"])
    else:
        assert fit(players, pairs)
        assert drawn.report["kept_apart_but_together"] == []
