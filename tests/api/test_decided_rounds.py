"""A draft with decisions is dropped, redrawn and undone with `decisions`."""

from decimal import Decimal

import pytest

from tests.halls import a_round, director_of
from tournaments.actions.people import penalties

from .caller import codes, faults
from .rounds import ROUND

pytestmark = pytest.mark.django_db


@pytest.fixture
def decided(tournament):
    def make(*, publish):
        round_ = a_round(tournament, publish=publish)
        entry, by = tournament.entries.first(), director_of(tournament)
        penalties.penalise(entry, amount=Decimal(2), reason="Late", by=by, round_=round_)
        return tournament

    return make


@pytest.mark.parametrize(("choice", "left"), [("keep", 1), ("take_back", 0)])
def test_dropping(director, decided, choice, left):
    tournament = decided(publish=False)
    assert faults(director.delete(ROUND), 409) == [("/decisions", "decided_on_round")]
    assert codes(director.delete(f"{ROUND}?decisions=burn"), 400) == ["not_a_choice"]
    assert director.delete(f"{ROUND}?decisions={choice}").status_code == 204
    assert tournament.penalties.in_force().count() == left


@pytest.mark.parametrize(("choice", "left"), [("keep", 1), ("take_back", 0)])
def test_drawing_a_public_round_again(director, decided, choice, left):
    tournament = decided(publish=True)
    address = ROUND + "redraw/"
    assert faults(director.post(address, {}), 409) == [("/decisions", "decided_on_round")]
    assert faults(director.post(address, {"decisions": "burn"})) == [("/decisions", "not_a_choice")]
    assert director.post(address, {"decisions": choice}).json()["state"] == "draft"
    assert tournament.penalties.in_force().count() == left


def test_undoing(director, decided):
    tournament = decided(publish=False)
    line = {"line": director.get("tournaments/serata/undo/").json()["last"]["sequence"]}
    assert faults(director.post("tournaments/serata/undo/", line), 409) == [("/decisions", "decided_on_round")]
    assert director.post("tournaments/serata/undo/", {**line, "decisions": "take_back"}).status_code == 200
    assert tournament.penalties.in_force().count() == 0
    assert tournament.rounds.exists() is False
