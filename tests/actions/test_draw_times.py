"""Which draws a director waits for, and which a worker does."""

import pytest

from tournaments.actions.setup.pairing_methods import is_quick
from tournaments.pairing import DrawRequest, Participant, draw


def request(method, players, rounds=1, played=0, **more):
    entrants = tuple(Participant(number) for number in range(players))
    history = ()
    if played:
        first = DrawRequest(method="random", seed=1, entrants=entrants)
        history = (draw(first).tables,) * played
    return DrawRequest(method=method, seed=1, entrants=entrants, rounds=rounds, history=history, **more)


@pytest.mark.parametrize(
    "asked",
    [
        request("random", 400, played=1),
        request("schedule", 100, rounds=8),
        request("schedule", 16, rounds=5),
        request("schedule", 40, rounds=5, played=1),
        request("individual", 16, rounds=15),
        request("mitchell", 40, rounds=9, sizes=(2,)),
        request("swiss", 16, played=1),
        request("swiss", 400),
        request("danish", 400, played=1),
        request("danish", 20, sizes=(4, 3), forbidden=((1, 2),)),
    ],
    ids=lambda asked: f"{asked.method}-{len(asked.entrants)}",
)
def test_quick_draws_are_computed_at_once(asked):
    assert is_quick(asked)


@pytest.mark.parametrize(
    "asked",
    [
        request("swiss", 40, played=1),
        request("swiss", 245, sizes=(4, 3)),
        request("swiss", 100, avoid_same_club=True),
        request("danish", 196, sizes=(4, 3), forbidden=((1, 2),)),
        request("danish", 99, sizes=(4, 3)),
        request("danish-modified", 100, played=1),
        request("random", 4_000, played=1),
        request("schedule", 12, rounds=4),
        request("schedule", 16, rounds=4, played=1),
        request("individual", 9, rounds=3, played=1),
    ],
    ids=lambda asked: f"{asked.method}-{len(asked.entrants)}",
)
def test_long_draws_are_left_to_a_worker(asked):
    assert not is_quick(asked)
