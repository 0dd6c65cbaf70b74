"""…/screens/: pairing the hall's screens and steering them."""

import pytest

from tests.clock import stand_still
from tests.halls import a_tournament
from tournaments.actions.screens import opening
from tournaments.models import Screen

from .caller import codes, faults

pytestmark = pytest.mark.django_db
SCREENS = "tournaments/serata/screens/"


@pytest.fixture
def code(db):
    return opening.open_screen("hall").screen.code


@pytest.fixture
def paired(director, tournament, code):
    return director.post(SCREENS, {"code": code.lower(), "name": "Door"}).json()


def test_a_screen_is_paired_steered_and_parted(director, paired, code):
    assert (paired["name"], paired["language"], paired["shows_names"], paired["pages"]) == ("Door", "en", True, None)
    one = f"{SCREENS}{paired['id']}/"
    assert director.post(SCREENS, {"code": code}).json()["id"] == paired["id"]  # again is once
    changed = director.patch(one, {"seconds": 12, "held": True, "message": "Supper at 8"}).json()
    assert (changed["seconds"], changed["held"], changed["message"]) == (12, True, "Supper at 8")
    assert changed["version"] == paired["version"] + 1
    assert director.patch(one, {"seconds": 12}).json() == changed
    assert [each["id"] for each in director.get(SCREENS).json()["results"]] == [paired["id"]]
    assert director.delete(one).status_code == 204
    assert director.get(one).status_code == 404
    assert Screen.objects.get().code != code


def test_every_fault_at_once(director, paired):
    one = f"{SCREENS}{paired['id']}/"
    wrong = {"seconds": 2, "look": "pink", "language": "tlh", "held": 1, "message": "x" * 121, "speed": 3}
    assert sorted(faults(director.patch(one, wrong))) == [
        ("/held", "not_a_boolean"),
        ("/language", "not_a_choice"),
        ("/look", "not_a_choice"),
        ("/message", "too_long"),
        ("/seconds", "out_of_range"),
        ("/speed", "unknown_field"),
    ]


def test_wrong_codes_are_refused_and_then_have_to_wait(director, tournament, monkeypatch):
    stand_still(monkeypatch)
    for _try in range(5):
        assert codes(director.post(SCREENS, {"code": "AAAAAA"}), 403) == ["unknown_code"]
    waits = director.post(SCREENS, {"code": "AAAAAA"})
    assert codes(waits, 429) == ["codes_wait"]
    assert int(waits["Retry-After"]) >= 1


def test_a_screen_of_the_club_is_brought_here_and_no_other(director, owner, paired, club):
    a_tournament(club, name="Coppa")
    here = f"tournaments/coppa/screens/{paired['id']}/here/"
    assert director.post(here).json()["id"] == paired["id"]
    assert director.get(SCREENS).json()["results"] == []
    Screen.objects.update(tournament=None)
    assert director.post(here).status_code == 404


def test_nobody_but_directors(scorer, anybody, stranger, paired):
    one = f"{SCREENS}{paired['id']}/"
    for who, status in ((scorer, 403), (stranger, 403), (anybody, 401)):
        for method, path in (
            ("GET", SCREENS), ("POST", SCREENS), ("GET", one), ("PATCH", one), ("DELETE", one), ("POST", one + "here/"),
        ):  # fmt: skip
            assert who(method, path, {} if method != "GET" else None).status_code == status, (method, path)
