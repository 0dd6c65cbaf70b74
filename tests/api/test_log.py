"""tournaments/{slug}/log/: the ledger in sentences."""

import pytest

from tests.halls import a_round, a_table, director_of, play
from tournaments.actions.setup import tournaments

from .caller import codes

pytestmark = pytest.mark.django_db
LOG = "tournaments/serata/log/"
FIGURES = " 1\u00a0·\u00a01\u00a0·\u00a01\u00a0·\u00a01."


@pytest.fixture
def played(tournament):
    return play(a_table(a_round(tournament)), reason="Read out loud")


def test_everybody_reads_it_and_directors_read_who_and_why(anybody, stranger, scorer, director, owner, played):
    told = {"sentence": f"Round 1, table 1: hand 1 was entered:{FIGURES}"}
    for caller in (anybody, stranger, scorer):
        line = caller.get(LOG).json()["results"][0]
        assert line == {**line, **told, "who": "Director", "reason": ""}
    for caller in (director, owner):
        line = caller.get(LOG).json()["results"][0]
        assert line == {**line, **told, "who": "dora", "reason": "Read out loud"}


def test_log_is_in_the_language_of_the_request(anybody, played):
    line = anybody.get(LOG, headers={"Accept-Language": "it"}).json()["results"][0]
    assert line["sentence"] == f"Turno 1, tavolo 1: è stata inserita la mano 1:{FIGURES}"


def test_log_is_filtered_by_query(anybody, played):
    assert [line["sequence"] for line in anybody.get(LOG + "?kind=rounds").json()["results"]] == [4, 3]
    assert [line["sequence"] for line in anybody.get(LOG + "?round=1&table=1").json()["results"]] == [5]
    assert anybody.get(LOG + "?player=nobody").json()["results"] == []
    assert codes(anybody.get(LOG + "?table=x"), 400) == ["not_an_integer"]


def test_a_filter_does_not_show_who_exchanged_seats_in_a_draft(anybody, director, tournament):
    draft = a_round(tournament, publish=False)
    one, other = (a_table(draft, number).seats.first().entry for number in (1, 2))
    sent = {"one": one.pk, "other": other.pk, "hands": "keep", "reason": "Asked for"}
    assert director.post("tournaments/serata/rounds/1/exchange/", sent).status_code == 200
    last = tournament.ledger.latest("sequence").sequence
    for name in (one.name, other.name):
        found = [
            [line["sequence"] for line in caller.get(f"{LOG}?player={name}").json()["results"]]
            for caller in (anybody, director)
        ]
        assert found == [[2], [last, 2]]
    director.post("tournaments/serata/rounds/1/publish/")
    assert anybody.get(f"{LOG}?player={one.name}").json()["results"][-2]["sequence"] == last


@pytest.mark.slow
def test_log_is_paged(anybody, tournament):
    for _more in range(105):
        tournaments.renew_link(tournament, by=director_of(tournament))
    seen, path = [], LOG
    while path:
        answer = anybody.get(path).json()
        seen += [line["sequence"] for line in answer["results"]]
        path = (answer["next"] or "").partition("/api/v1/")[2]
    assert seen == list(range(107, 0, -1))
