"""Three friends kept apart, and two tables: one of them sits out in every round."""

from itertools import combinations

import pytest

from tests.pairing.requests import play, refusal, request
from tournaments.pairing import Participant, draw

FRIENDS = (2, 5, 9)
APART = tuple(combinations(FRIENDS, 2))


def sits_out(tables):
    (out,) = set(range(1, 10)).difference(*tables)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("method", ["swiss", "random", "interval", "danish", "danish-modified"])
def test_separated_friends_sit_out_in_turn_when_rounds_are_drawn_singly(method):
    rounds = play(method, 9, 6, forbidden=APART)
    out = [sits_out(tables) for tables in rounds]
    assert (sorted(out[:3]), sorted(out[3:])) == ([*FRIENDS], [*FRIENDS])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["schedule", "individual"])
def test_separated_friends_sit_out_in_turn_when_rounds_are_drawn_together(method):
    drawn = draw(request(method, 9, rounds=6, forbidden=APART))
    out = [sits_out(round_.tables) for round_ in drawn.rounds]
    assert (sorted(out[:3]), sorted(out[3:])) == ([*FRIENDS], [*FRIENDS])
    assert drawn.report["kept_apart_but_together"] == []


@pytest.mark.slow
def test_two_clubs_of_three_leave_one_of_each_out():
    entrants = [Participant(n, club=(n < 4) * "Roma" + (n > 7) * "Como") for n in range(1, 11)]
    for number in range(1, 5):
        history = play("random", entrants, number, avoid_same_club=True)
        out = set(range(1, 11)).difference(*history[-1])
        assert [len(out & {1, 2, 3}), len(out & {8, 9, 10})] == [1, 1]


@pytest.mark.slow
def test_nobody_sits_out_too_early_without_need():
    rounds = play("random", 9, 9, forbidden=((2, 5), (5, 9)))
    assert sorted(map(sits_out, rounds)) == [*range(1, 10)]


def test_what_cannot_be_is_still_refused():
    crowd = tuple(combinations(range(1, 5), 2))
    (problem,) = refusal(request("swiss", 9, forbidden=crowd))
    assert problem.code == "impossible_constraints"
