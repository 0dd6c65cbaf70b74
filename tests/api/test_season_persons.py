"""seasons/{slug}/persons/: people on the lists of several clubs, joined by agreement and separated again."""

import pytest

from tests.season_evenings import a_circuit
from tournaments.actions.seasons import season_refreshing

from .caller import codes, faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club):
    return a_circuit(club)


@pytest.mark.slow
def test_records_of_two_clubs_are_joined_and_separated(season, director, anybody, stranger):
    where = f"seasons/{season.slug}/"
    pairs = [each["records"] for each in director.get(f"{where}namesakes/").json()["results"]]
    assert {(kept["club"], other["club"]) for kept, other in pairs} == {(season.club.slug, "ospite")}
    body = {"persons": [{"player": other["player"], "into": kept["player"]} for kept, other in pairs]}
    asked = director.post(f"{where}persons/", body)
    assert {*codes(asked, 409)} == {"moves_places", "changes_scores"}
    made = director.post(f"{where}persons/", body, headers={"Agreed": asked.json()["agreement"]})
    assert (made.status_code, made["Location"]) == (201, f"/api/v1/{where}persons/")
    assert {(each["player"], each["into"]) for each in director.get(f"{where}persons/").json()["results"]} == {
        (each["player"], each["into"]) for each in body["persons"]
    }
    season_refreshing.refresh(season.pk)
    rows = anybody.get(f"{where}standings/").json()["rows"]
    assert {row["player"] for row in rows} == {each["into"] for each in body["persons"]}
    assert director.get(f"{where}verification/").json() == {"findings": []}
    assert codes(director.post(f"{where}persons/", body), 422) == ["already_joined"]
    one = f"{where}persons/{body['persons'][0]['player']}/"
    asked = director.delete(one)
    assert director.delete(one, headers={"Agreed": asked.json()["agreement"]}).status_code == 204
    assert codes(director.delete(one), 409) == ["not_joined"]
    assert len(director.get(f"{where}persons/").json()["results"]) == 3
    assert stranger.get(f"{where}persons/").status_code == 403


@pytest.mark.slow
def test_wrong_records_are_refused_at_their_field(season, director):
    where, ours = f"seasons/{season.slug}/persons/", season.club.players.first().pk
    assert faults(director.post(where, {"persons": []})) == [("/persons", "missing_field")]
    assert faults(director.post(where, {"persons": [{"player": ours}]})) == [("/persons/0/into", "missing_field")]
    sent = {"persons": [{"player": 987654, "into": ours}]}
    assert faults(director.post(where, sent)) == [("/persons", "unknown_player")]
