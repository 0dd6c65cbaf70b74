"""Tables of seven and eight, which are too large to compare every order of a table."""

import pytest

from tests.pairing.check_draw import judge
from tests.pairing.requests import play
from tests.parameters import slowly


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, *slowly(8)])
@pytest.mark.parametrize("method", ["random", "swiss", *slowly("schedule"), "interval", "danish", "danish-modified"])
def test_everybody_is_seated_and_moves(method, size):
    players = 4 * size
    rounds = play(method, players, 4, sizes=(size,))
    assert judge(rounds, range(1, players + 1), sizes=(size,)).errors == ()
    seats = [
        {table.index(player) for tables in rounds for table in tables if player in table} for player in range(1, 9)
    ]
    assert min(map(len, seats)) >= 3
