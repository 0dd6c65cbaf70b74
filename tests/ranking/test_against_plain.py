"""The program beside a plain second computation, on random tournaments."""

import pytest
from hypothesis import given, settings

from tests.ranking import plain
from tests.ranking.strategies import cases
from tournaments.ranking import rank


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(cases())
def test_every_row_agrees_with_the_plain_computation(case):
    results, scoring, tie_breaks, after_round, seed = case
    rows = rank(results, scoring, tie_breaks, after_round=after_round, lot_seed=seed).rows
    assert [
        {
            "place": row.place,
            "entry": row.entry,
            "score": row.score,
            "hands": row.hands,
            "tie_breaks": row.tie_breaks,
            "rounds": [(score.round, score.value) for score in row.rounds],
            "moved": row.moved,
        }
        for row in rows
    ] == plain.standing(results, scoring, tie_breaks, after_round, seed)
