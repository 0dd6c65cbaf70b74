"""Swiss rounds of a large field against those that long searches found of the same positions."""

import json
import random
from fractions import Fraction

import pytest

from benchmarks.pairing_revisions import position
from tournaments.pairing import draw
from tournaments.pairing.reading import read_request

PLAYERS = 100
NEAR = Fraction(1005, 1000)


def nth_request(seed, number, *, continuous):
    """One position of those that follow one another from a seed."""
    chance = random.Random(f"{seed} {(PLAYERS, continuous)}")
    positions = [position(PLAYERS, chance, continuous=continuous) for _ in range(number + 1)]
    return read_request(json.loads(json.dumps(positions[number])))


@pytest.mark.parametrize(
    ("seed", "number", "continuous", "spread"),
    [
        (42, 9, True, 81_345_926_067),
        (42, 9, False, 380),
        (41, 9, True, 139_301_457_427),
        (41, 14, True, 31_549_666_886),
    ],
)
@pytest.mark.slow
def test_hard_positions_of_a_hundred_come_near_what_a_long_search_finds(seed, number, continuous, spread):
    report = draw(nth_request(seed, number, continuous=continuous)).report
    assert report["repeats"] == 0
    assert Fraction(report["spread"]) <= spread * NEAR
