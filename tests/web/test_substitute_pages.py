"""Somebody else plays on: from the page of an entry, with a doubtful name asked about."""

import pytest

from tests.halls import a_tournament
from tests.season_evenings import FIRST, a_season, an_evening
from tests.web.pages import text, told
from tournaments.actions.at_table.keys import pin
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(club):
    entry = a_tournament(club, players=4).entries.get(number=1)
    club.players.create(name="Zita Bianchi", name_key="zita bianchi")
    return entry


def change(client, entry, name, **more):
    data = {"player": entry.players.get().pk, "name-0": name, "points": "kept", **more}
    return client.post(f"/tournaments/serata/registration/{entry.pk}/substitute/", data, follow=True)


def pin_of(name):
    return f"{name}: PIN {pin(Entry.objects.get(name=name))}"


def test_with_the_points_and_without(director, entry):
    answer = change(director, entry, "Zita Bianchi")
    assert told(answer) == ["Zita Bianchi plays instead of Player 0001.", pin_of("Zita Bianchi")]
    answer = change(director, Entry.objects.get(number=2), "Ugo", points="fresh")
    assert told(answer) == ["Ugo plays instead of Player 0002.", pin_of("Ugo")]
    assert list(Entry.objects.order_by("number").values_list("name", "status")) == [
        ("Zita Bianchi", "active"),
        ("Player 0002", "withdrawn"),
        ("Player 0003", "active"),
        ("Player 0004", "active"),
        ("Ugo", "active"),
    ]


def test_a_near_name_is_asked_about(director, entry):
    answer = change(director, entry, "Zita Bianki")
    assert answer.status_code == 422
    assert "is Zita Bianchi" in text(answer)
    assert Entry.objects.get(pk=entry.pk).name == "Player 0001"
    zita = Player.objects.get(name="Zita Bianchi")
    change(director, entry, "Zita Bianki", **{"as-0-0": f"player-{zita.pk}"})
    assert Entry.objects.get(pk=entry.pk).players.get() == zita


def test_nobody_and_somebody_who_plays_already(director, entry):
    assert "Enter a name." in text(change(director, entry, " "))
    for name in ("Player 0003", "x" * 101):
        assert change(director, entry, name).status_code == 422
    assert Entry.objects.get(pk=entry.pk).name == "Player 0001"


def test_points_that_count_in_a_season_already_move_after_a_question(director, club):
    season = a_season(club, evening := an_evening(club, *FIRST))
    asked = change(director, entry := evening.entries.get(number=1), "Nino")
    assert asked.status_code == 409
    assert f"{season.name}: the points of Player 0001 in Serata will count for Nino." in text(asked)
    sent = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    director.post(asked.request["PATH_INFO"], sent)
    assert Entry.objects.get(pk=entry.pk).name == "Nino"


def test_only_directors_enter_a_substitute(anybody, stranger, scorer, entry):
    assert [change(client, entry, "Ugo").status_code for client in (anybody, stranger, scorer)] == [403] * 3
