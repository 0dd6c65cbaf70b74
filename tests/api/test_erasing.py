"""DELETE clubs/{club}/players/{id}/: erasing a person."""

import pytest

from tests.halls import a_round
from tournaments.actions import sweep
from tournaments.models import Player

from .caller import codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(club, tournament):
    return f"clubs/{club.slug}/players/{Player.objects.get(name='Player 0001').pk}/"


def test_a_director_erases_a_person(director, anybody, address, tournament):
    sweep.refresh_stale_standings()
    assert director.delete(address).status_code == 204
    sweep.refresh_stale_standings()
    assert "Player 0001" not in anybody.get("tournaments/serata/standings/").content.decode()
    assert "Player 0001" not in anybody.get("tournaments/serata/entries/").content.decode()
    assert anybody.get(address).json()["name"] != "Player 0001"
    assert "0001" not in director.get(f"{address.rpartition('players/')[0]}players/").text


def test_once_more_changes_nothing(director, address, tournament):
    assert director.delete(address).status_code == 204
    length = director.get("tournaments/serata/ledger/").json()["length"]
    assert director.delete(address).status_code == 204
    assert director.get("tournaments/serata/ledger/").json()["length"] == length


def test_ledger_verifies_after_erasing(director, address, tournament):
    director.delete(address)
    sweep.refresh_stale_standings()
    assert director.get("tournaments/serata/ledger/verification/").json()["holds"] is True


def test_nobody_is_erased_in_the_middle_of_a_round(director, address, tournament):
    a_round(tournament)
    assert codes(director.delete(address), 409) == ["still_playing"]


def test_erased_player_cannot_be_renamed(director, address):
    director.delete(address)
    assert codes(director.patch(address, {"name": "Anna"}), 409) == ["erased"]


def test_only_directors_erase(anybody, scorer, stranger, address):
    assert codes(anybody.delete(address), 401) == ["not_authenticated"]
    for caller in (scorer, stranger):
        assert codes(caller.delete(address), 403) == ["forbidden"]
    assert Player.objects.filter(name="Player 0001").exists()


def test_a_player_of_another_club_is_not_there(director, stranger, address):
    elsewhere = address.replace("circolo-del-re", "altro-circolo")
    assert codes(stranger.delete(elsewhere), 404) == ["not_found"]
