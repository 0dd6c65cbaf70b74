"""Short functions that make draw requests."""

import pytest

from scoring.problems import Refusal
from tournaments.pairing import DrawRequest, Participant, draw


def request(method, players, *, seed=1, **options):
    """A request for so many players, numbered from 1, or for these entrants."""
    if isinstance(players, int):
        players = [Participant(number) for number in range(1, players + 1)]
    return DrawRequest(method=method, seed=seed, entrants=tuple(players), **options)


def play(method, players, rounds, **options):
    """Draw round after round, each with those before as its history; the tables of all."""
    history = options.pop("history", ())
    seed = options.pop("seed", 1)
    for number in range(rounds):
        asked = request(method, players, seed=seed + number, history=history, **options)
        history += (draw(asked).tables,)
    return history


def refusal(request_):
    """The problems with which a request is refused."""
    with pytest.raises(Refusal) as refused:
        draw(request_)
    return refused.value.problems
