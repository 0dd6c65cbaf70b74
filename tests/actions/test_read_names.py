"""A name is read the same at every door, however its surname is written."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.halls import a_tournament, director_of
from tournaments.actions.core.names import name_key, read_name
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.imports import import_results
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.lists.files import read_text
from tournaments.actions.people.lists.listed_entries import read_entries
from tournaments.actions.people.players import NewPlayer, add_players, import_list, rename_player
from tournaments.actions.people.registration import register
from tournaments.actions.rounds.substitutes import substitute
from tournaments.models import Player

WRITTEN = [
    "Mario Rossi",
    "Rossi, Mario",
    " rossi ,  MARIO ",
    "ROSSI Mario",
    "Mario  ROSSI",
    "Màrio Rossi",
    "MARIO ROSSI",
    "ROSSI, Mario",
]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Rossi, Mario", "Mario Rossi"),
        ("DE ROSSI Maria Pia", "Maria Pia De Rossi"),
        ("Anna D’ANGELO", "Anna D’Angelo"),
        ("García López, María José", "María José García López"),
        ("ИВАНОВ Иван", "Иван Иванов"),
        ("Rossi,", "Rossi"),
        (",", ""),
        ("MARIO ROSSI", "MARIO ROSSI"),
        ("ANNA", "ANNA"),
        ("AJ Rossi", "AJ Rossi"),
        ("M. Rossi", "M. Rossi"),
        ("Mario Rossi", "Mario Rossi"),
        ("Rossi MARIO Bianchi", "Rossi Mario Bianchi"),
        ("rossi, MARIO", "Mario rossi"),
        ("MARIO,", "MARIO"),
    ],
)
def test_the_given_name_comes_first(written, read):
    assert read_name(written) == read
    assert read_name(read) == read


def test_spellings_of_a_name_have_the_same_key():
    assert {name_key(read_name(written)) for written in WRITTEN} == {"mario rossi"}
    assert name_key("D’Angelo") == name_key("D'ANGELO") == name_key("D`angelo")


@pytest.fixture
def tournament(db):
    """Return a tournament without entries in a club that knows Mario Rossi."""
    tournament = a_tournament(players=0, name="Serata")
    add_players(tournament.club, [NewPlayer("Mario Rossi")])
    return tournament


def by_registration(tournament, written):
    register(tournament, [Candidate(names=(written,))], by=director_of(tournament))


def by_substitute(tournament, written):
    (entry,) = register(tournament, [Candidate(names=("Zita",))], by=director_of(tournament))
    substitute(entry, entry.players.get(), Candidate(names=(written,)), by=director_of(tournament))


def by_evening(tournament, written):
    seats = [written, "Anna", "Bea", "Carla"]
    evening = {
        "ruleset": "busca-accademia",
        "players": [*seats[1:], "Mario Rossi"],
        "rounds": [{"tables": [{"seats": seats, "hands": [[10, 10, 10, 10]]}]}],
    }
    import_results(evening, club=tournament.club, name="Dopo", by=director_of(tournament))


@pytest.mark.parametrize("door", [by_registration, by_substitute, by_evening])
@pytest.mark.parametrize("written", WRITTEN)
def test_no_door_makes_a_second_one_unasked(tournament, door, written):
    door(tournament, written)
    assert [player.name for player in Player.objects.filter(name__icontains="ross")] == ["Mario Rossi"]
    assert Player.objects.get(name="Mario Rossi").entries.count() == 1


@pytest.mark.parametrize("written", WRITTEN)
def test_player_lists_refuse_the_same_name_written_otherwise(tournament, written):
    with pytest.raises(Invalid) as refused:
        add_players(tournament.club, [NewPlayer(written)])
    assert [problem.code for problem in refused.value.problems] == ["duplicate_player"]
    assert import_list(tournament.club, f'name\n"{written}"')[0] == []
    (listed,) = read_entries(read_text(f'"{written}";Circolo' if "," in written else f"{written};Circolo"), 1)
    assert (name_key(listed.names[0]), listed.club) == ("mario rossi", "Circolo")


def test_a_name_put_right_is_read_too(tournament):
    player = rename_player(Player.objects.get(), "Verdi, Mario", by=director_of(tournament))
    assert (player.name, player.name_key) == ("Mario Verdi", "mario verdi")


@pytest.mark.parametrize("written", WRITTEN)
def test_by_the_api_and_at_the_door(tournament, written, client):
    client.force_login(tournament.club.memberships.get().user)
    assert client.post("/tournaments/serata/registration/", {"name": written}).status_code == 302
    answer = client.post("/api/v1/tournaments/serata/entries/", {"name": written}, content_type="application/json")
    assert (answer.status_code, [each["code"] for each in answer.json()["errors"]]) == (422, ["duplicate_entry"])
    assert (Player.objects.count(), tournament.entries.get().name) == (1, "Mario Rossi")


def test_keys_that_were_stored_before_are_renewed(tournament):
    player = tournament.club.players.create(name="Anna D’Angelo", name_key="anna d’angelo")
    import_module("tournaments.migrations.0029_name_keys").renew(apps, None)
    player.refresh_from_db()
    assert player.name_key == name_key("Anna D'Angelo")
