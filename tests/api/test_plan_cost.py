"""…/plan-cost/: the effect of a changed plan between two rounds; nothing is stored."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.rounds import rounds

from .caller import codes

pytestmark = pytest.mark.django_db
COST = "tournaments/serata/plan-cost/"


@fixture_again
def tournament(club):
    """Nine players between the first and the second of two rounds, of 45 minutes each."""
    tournament = a_tournament(club, players=9, rounds=2, round_minutes=45, table={"hands": 1})
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    return tournament


def test_what_is_left_before_and_after_is_said_and_nothing_stored(tournament, director):
    length = tournament.ledger.count()
    assert director.post(COST, {"rounds": 4}).json() == {
        "before": {"rounds": 1, "byes": 1, "minutes": 45},
        "after": {"rounds": 3, "byes": 3, "minutes": 135},
        "text": (
            "Still to be played – rounds: 3, byes: 3, hours: 2:15. Before the change – rounds: 1, byes: 1, hours: 0:45."
        ),
    }
    tournament.refresh_from_db()
    assert (tournament.rounds_planned, tournament.ledger.count()) == (2, length)
    assert director.post(COST, {"name": "Serata lunga"}).json()["text"] == ""


def test_a_method_is_compared_too(tournament, director):
    answer = director.post(COST, {"pairing": "knock-out", "going_on": 2, "round_minutes": None}).json()
    assert answer["after"] == {"rounds": 3, "byes": 2, "minutes": None}
    assert answer["text"] == (
        "Still to be played – rounds: 3, byes: 2, hours: –. Before the change – rounds: 1, byes: 1, hours: 0:45."
    )


def test_in_a_round_nothing_is_compared(tournament, director):
    a_round(tournament)
    assert director.post(COST, {"rounds": 4}).json() == {"before": None, "after": None, "text": ""}


def test_faults_are_those_of_the_change(tournament, director, scorer):
    assert codes(director.post(COST, {"rounds": 0}), 422) == ["out_of_range"]
    assert codes(director.post(COST, {"table": {"hands": 9}}), 409) == ["already_played"]
    assert scorer.post(COST, {"rounds": 4}).status_code == 403
