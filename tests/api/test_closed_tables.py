"""tournaments/{slug}/rounds/{n}/tables/{t}/close/ and reopen/."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, play

from .caller import codes, faults

pytestmark = pytest.mark.django_db
TABLE = "tournaments/serata/rounds/1/tables/1/"
CLOSE, REOPEN = TABLE + "close/", TABLE + "reopen/"


@fixture_again
def table(tournament):
    table = a_round(tournament).tables.get(number=1)
    play(table, 1)
    return table


def test_a_director_closes_and_reopens_it(director, anybody, table):
    closed = director.post(CLOSE, {"unfinished": "as-played"}).json()
    assert (closed["state"], closed["outstanding"], closed["next_hand"]) == ("over", False, None)
    assert closed["closing"] == {"unplayed": "absent", "amount": None, "unfinished": "as-played"}
    assert anybody.get(TABLE).json()["closing"] == closed["closing"]
    opened = director.post(REOPEN, {}).json()
    assert (opened["state"], opened["outstanding"], opened["closing"]) == ("playing", True, None)


def test_faults_stand_beside_their_fields(director, table):
    assert faults(director.post(CLOSE, {"unplayed": "number"})) == [("/amount", "out_of_range")]
    assert faults(director.post(CLOSE, {"unplayed": "?", "unfinished": "?"})) == [
        ("/unplayed", "not_a_choice"),
        ("/unfinished", "not_a_choice"),
    ]


def test_only_directors(anybody, scorer, stranger, table):
    for address in (CLOSE, REOPEN):
        assert codes(anybody.post(address, {}), 401) == ["not_authenticated"]
        for caller in (scorer, stranger):
            assert codes(caller.post(address, {}), 403) == ["forbidden"]
