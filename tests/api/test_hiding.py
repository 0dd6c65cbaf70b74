"""standings/hide/ and show/ for directors."""

import pytest

from tests.halls import a_round, a_table, play
from tournaments.actions.at_table import keys

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
HERE = "tournaments/serata/"


@pytest.fixture
def table(tournament):
    table = a_table(a_round(tournament))
    play(table)
    return table


def test_a_director_hides_and_shows(director, anybody, table):
    assert director.post(HERE + "standings/hide/", {}).json()["standings_hidden_after"] == 0
    assert anybody.get(HERE).json()["standings_hidden_after"] == 0
    body = anybody.get(HERE + "rounds/1/tables/1/").json()
    assert (body["hands"], len(body["seats"])) == ([], 4)
    assert director.post(HERE + "standings/show/", {}).json()["standings_hidden_after"] is None
    assert len(anybody.get(HERE + "rounds/1/tables/1/").json()["hands"]) == 1


def test_after_a_round_of_ones_own_choice(director, table):
    answer = director.post(HERE + "standings/hide/", {"after_round": 1})
    assert answer.json()["standings_hidden_after"] == 1


def test_a_round_that_is_not_there_is_refused(director, table):
    assert codes(director.post(HERE + "standings/hide/", {"after_round": 2}), 422) == ["unknown_round"]


@pytest.mark.slow
def test_hands_of_a_hidden_round_are_refused(director, anybody, stranger, scorer, table):
    director.post(HERE + "standings/hide/", {})
    for caller in (anybody, stranger):
        for tail in ("", "1/", "1/versions/"):
            answer = caller.get(HERE + "rounds/1/tables/1/hands/" + tail)
            assert codes(answer, 403) == ["forbidden"]
    assert scorer.get(HERE + "rounds/1/tables/1/hands/1/").status_code == 200


def test_a_table_reads_its_own(director, table):
    director.post(HERE + "standings/hide/", {})
    (card,) = keys.cards(table.round.tournament, [1])
    seated = Caller(Authorization=f"Table {card.secret}")
    assert len(seated.get(HERE + "rounds/1/tables/1/hands/").json()["results"]) == 1


def test_only_directors_hide_and_show_standings(anybody, scorer, stranger, table):
    for path in ("standings/hide/", "standings/show/"):
        assert codes(anybody.post(HERE + path, {}), 401) == ["not_authenticated"]
        for caller in (scorer, stranger):
            assert codes(caller.post(HERE + path, {}), 403) == ["forbidden"]
