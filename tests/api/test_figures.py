"""tournaments/{slug}/figures/ and meetings/: the numbers that the pictures show."""

import csv
from io import StringIO

import pytest
from django.test import Client

from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
FIGURES, MEETINGS = "tournaments/serata/figures/", "tournaments/serata/meetings/"


@pytest.fixture
def played(club):
    """A tournament of two rounds with scores that differ."""
    tournament = a_tournament(club, table={"hands": 1}, rounds=3)
    for points in ([37, 1, 1, 1], [10, 10, 10, 10]):
        round_ = a_round(tournament)
        for table in round_.tables.all():
            play(table, points=points)
        rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)
    return tournament


def of_picture(name):
    text = Client(headers={"accept-language": "en"}).get(f"/tournaments/serata/pictures/{name}.csv").content.decode()
    return list(csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=";" if ";" in text else ","))


def test_places_and_scores_are_those_of_the_pictures(anybody, played):
    body = anybody.get(FIGURES).json()
    assert (body["tournament"], body["after_round"], body["rounds"]) == ("serata", 2, [1, 2])
    titles, *rows = of_picture("places")
    assert titles == ["Player", "Round 1", "Round 2"]
    assert [[each["name"], *map(str, each["places"])] for each in body["entries"]] == rows
    _titles, *steps = of_picture("distribution")
    assert [each["entries"] for each in body["scores"]] == [int(count) for _label, count in steps]
    assert sum(each["entries"] for each in body["scores"]) == 8
    rows = anybody.get("tournaments/serata/standings/").json()["rows"]
    for step in body["scores"]:
        inside = [row for row in rows if step["least"] <= int(row["score"]) < step["below"]]
        assert len(inside) == step["entries"]


def test_meetings_are_those_of_the_picture(anybody, played):
    names = {row["entry"]: row["name"] for row in anybody.get("tournaments/serata/standings/").json()["rows"]}
    listed = anybody.get(MEETINGS).json()["results"]
    counts = [[str(each[name]) for name in ("met", "ahead", "behind", "level")] for each in listed]
    told = [[names[m["entry"]], names[m["other"]], *count] for m, count in zip(listed, counts, strict=True)]
    _titles, *rows = of_picture("meetings")
    assert told == rows
    assert sum(each["met"] for each in listed) == 2 * 2 * 4 * 3


def test_before_the_first_round_there_are_none(anybody, tournament):
    body = anybody.get(FIGURES).json()
    assert body == {"tournament": "serata", "after_round": 0, "rounds": [], "entries": [], "scores": []}
    assert anybody.get(MEETINGS).json()["results"] == []


def test_hidden_results_are_kept_from_the_public(anybody, played):
    standings.hide_standings(played, by=director_of(played), after_round=1)
    assert anybody.get(FIGURES).json()["rounds"] == [1]
    assert sum(each["met"] for each in anybody.get(MEETINGS).json()["results"]) == 2 * 4 * 3


@pytest.mark.slow
def test_of_a_private_tournament_they_are_for_members(anybody, stranger, played):
    type(played).objects.update(visibility="private")
    for address in (FIGURES, MEETINGS):
        assert codes(anybody.get(address), 404) == codes(stranger.get(address), 404) == ["not_found"]
        assert Caller(played.club.memberships.get().user).get(address).status_code == 200
