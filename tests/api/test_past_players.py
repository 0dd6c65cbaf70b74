"""entries/again/: the players of an earlier tournament, looked at and entered."""

import pytest

from tests.halls import a_club, a_tournament, director_of
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Entry

from .caller import codes, faults

pytestmark = pytest.mark.django_db
AGAIN = "tournaments/serata/entries/again/"


@pytest.fixture
def tonight(club):
    """Six of last time: one entered already, one who stood in, one who withdrew, one who was erased, two who come."""
    last = a_tournament(club, players=0, name="Prima")
    people = [Candidate(names=(name,), home_club="Bocciofila") for name in ("Ada", "Ugo", "Zita", "Eva", "Ida", "Leo")]
    ada, ugo, zita, eva, *_others = registration.register(last, people, by=director_of(last))
    registration.change_entry(ugo, {"stand_in": True}, by=director_of(last))
    registration.change_entry(zita, {"status": "withdrawn"}, by=director_of(last))
    eva.players.update(erased_at=last.created_at)
    tonight = a_tournament(club, players=0, name="Serata")
    registration.register(tonight, [Candidate(player_ids=(ada.players.get().pk,))], by=director_of(tonight))
    return tonight


def left_out(answer):
    return [(each["name"], each["code"], each["message"]) for each in answer.json()["left_out"]]


LEFT_OUT = [
    ("Ada", "entered_already", "Ada is already entered"),
    ("Ugo", "stood_in", "Ugo stood in"),
    ("Zita", "withdrew", "Zita withdrew"),
    ("Eva", "erased", "Eva was erased"),
]


def test_a_preview_says_who_comes_and_who_is_left_out_and_stores_nothing(director, tonight):
    answer = director.post(AGAIN + "?preview=1", {"tournament": "prima"})
    coming = [[entry.players.get().pk] for entry in Entry.objects.filter(name__in=["Ida", "Leo"]).order_by("number")]
    assert (answer.status_code, answer.json()["players"], answer.json()["entries"]) == (200, coming, [])
    assert left_out(answer) == LEFT_OUT
    assert tonight.entries.count() == 1


def test_past_players_are_entered_with_their_clubs(director, tonight):
    answer = director.post(AGAIN, {"tournament": "prima"})
    assert (answer.status_code, left_out(answer)) == (201, LEFT_OUT)
    assert [(entry["name"], entry["home_club"]) for entry in answer.json()["entries"]] == [
        ("Ida", "Bocciofila"),
        ("Leo", "Bocciofila"),
    ]
    assert list(tonight.entries.order_by("number").values_list("name", flat=True)) == ["Ada", "Ida", "Leo"]
    again = director.post(AGAIN, {"tournament": "prima"})
    assert (again.status_code, again.json()["entries"], again.json()["players"]) == (201, [], [])


def test_the_same_request_enters_them_once(director, tonight):
    key = {"Idempotency-Key": "k"}
    once, again = (director.post(AGAIN, {"tournament": "prima"}, headers=key) for _ in range(2))
    assert (once.status_code, again.status_code, once.json() == again.json()) == (201, 201, True)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "missing_field"),
        ({"tournament": "serata"}, "unknown_tournament"),
        ({"tournament": "altrove"}, "unknown_tournament"),
        ({"tournament": "coppie"}, "wrong_size"),
        ({"tournament": "è"}, "not_a_slug"),
    ],
)
def test_only_another_tournament_of_the_club_with_entries_alike(director, tonight, sent, code):
    a_tournament(a_club("Altro"), name="Altrove", players=4)
    a_tournament(tonight.club, name="Coppie", ruleset="buraco", players=0)
    assert faults(director.post(AGAIN, sent)) == [("/tournament", code)]


def test_only_directors(anybody, scorer, stranger, tonight):
    assert codes(anybody.post(AGAIN, {"tournament": "prima"}), 401) == ["not_authenticated"]
    for caller in (scorer, stranger):
        assert codes(caller.post(AGAIN, {"tournament": "prima"}), 403) == ["forbidden"]
    assert tonight.entries.count() == 1
