"""tournaments/{slug}/undo/: the last big thing is taken back."""

import pytest

from tests.halls import a_round, a_table, play

from .caller import codes, faults

pytestmark = pytest.mark.django_db
UNDO = "tournaments/serata/undo/"


@pytest.fixture
def published(tournament):
    return a_round(tournament)


def test_undo_is_described_beforehand(director, published):
    last = director.get(UNDO).json()["last"]
    assert last == {**last, "sentence": "Round 1 was published.", "who": "dora", "obstacle": None}
    assert last["effect"].startswith("Round 1 is a draft again")


def test_nothing_may_have_been_done(director, tournament):
    assert director.get(UNDO).json() == {"last": None}


def test_undoing_twice_is_undoing_once(director, owner, published):
    line = {"line": director.get(UNDO).json()["last"]["sequence"]}
    first, second = director.post(UNDO, line), owner.post(UNDO, line)
    assert (first.json(), second.json()) == ({"line": 5, "again": False}, {"line": 5, "again": True})
    assert director.get("tournaments/serata/rounds/1/").json()["state"] == "draft"


def test_undo_is_refused_with_what_depends_on_it(director, published):
    play(a_table(published))
    last = director.get(UNDO).json()["last"]
    assert last["obstacle"] == {"code": "already_played", "message": "Play has begun at table 1."}
    assert codes(director.post(UNDO, {"line": last["sequence"]}), 409) == ["already_played"]


@pytest.mark.parametrize("line", [0, -1, 2**40, "4", None, True])
def test_a_line_is_a_number_of_the_ledger(director, published, line):
    assert [pointer for pointer, _code in faults(director.post(UNDO, {"line": line}))] == ["/line"]


def test_undo_of_a_missing_line_is_gone(director, published):
    assert codes(director.post(UNDO, {"line": 99}), 404) == ["gone"]


def test_only_directors_undo(anybody, stranger, scorer, published):
    for caller, status in ((anybody, 401), (stranger, 403), (scorer, 403)):
        assert caller.get(UNDO).status_code == status
        assert caller.post(UNDO, {"line": 4}).status_code == status
