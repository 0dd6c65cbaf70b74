"""The progress of a draw, reported as a part of the whole; it does not influence the draw."""

import pytest

from tests.pairing.requests import play, request
from tests.parameters import slowly
from tournaments.pairing import Participant, draw


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "players", "played", "options"),
    [
        ("swiss", 30, 5, {}),
        ("swiss", 23, 5, {"sizes": (4, 3)}),
        *slowly(("schedule", 33, 2, {"rounds": 6}), ("individual", 10, 0, {"rounds": 6})),
    ],
)
def test_progress_passes_half_and_does_not_change_the_draw(method, players, played, options):
    entrants = [Participant(number, score=number * number % 17) for number in range(1, players + 1)]
    history = play("random", entrants, played, sizes=options.get("sizes", (4,)))
    asked = request(method, entrants, history=history, **options)
    messages = []
    assert draw(asked, messages.append) == draw(asked)
    assert all(0 <= part <= 1 for part in messages)
    assert len(set(messages)) > 20
    assert max(messages) >= 0.5
