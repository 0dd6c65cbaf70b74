"""…/stage/places/: those who are out of a knock-out play for their places."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings.standings import refresh
from tournaments.models import Tournament

from .caller import codes

pytestmark = pytest.mark.django_db
PLACES = "tournaments/serata/stage/places/"


def play(tournament):
    round_ = a_round(tournament)
    play_out(round_, [8, 11, 2, 19])
    rounds.close_round(round_, by=director_of(tournament))
    refresh(tournament.pk)


@fixture_again
def tournament(club):
    """Sixteen in a knock-out, of whom four are in the final, which is drawn."""
    tournament = a_tournament(club, players=16, pairing="knock-out", table={"hands": 1})
    play(tournament)
    play(tournament)
    a_round(tournament)
    refresh(tournament.pk)
    return tournament


def offered(director, where=PLACES):
    return [(each["first"], each["last"], each["of_event"]) for each in director.get(where).json()["results"]]


@pytest.mark.slow
def test_those_who_are_out_play_for_their_places(tournament, director):
    assert offered(director) == [(5, 8, [5, 8]), (9, 16, [9, 16])]
    made = director.post(PLACES, {"first": 9})
    assert (made.status_code, made.json()["name"]) == (201, "Serata – places 9 to 16")
    assert made.headers["Location"].endswith(f"/tournaments/{made.json()['slug']}/")
    lower = Tournament.objects.get(slug=made.json()["slug"])
    places = tournament.standings.latest("after_round").document["rows"][8:]
    assert {*lower.entries.values_list("name", flat=True)} == {row["name"] for row in places}
    assert offered(director) == [(5, 8, [5, 8])]
    assert codes(director.post(PLACES, {"first": 9}), 409) == ["no_places"]
    assert codes(director.post(PLACES, {}), 422) == ["missing_field"]


@pytest.mark.slow
def test_a_table_that_plays_for_places_plays_the_one_round_of_its_plan(tournament, director):
    lower = Tournament.objects.get(slug=director.post(PLACES, {"first": 5}).json()["slug"])
    play(lower)
    assert codes(director.post(f"tournaments/{lower.slug}/rounds/"), 409) == ["all_rounds_drawn"]


@pytest.mark.slow
def test_their_own_losers_play_for_the_places_of_the_event(tournament, director):
    lower = Tournament.objects.get(slug=director.post(PLACES, {"first": 9}).json()["slug"])
    play(lower)
    a_round(lower)
    refresh(lower.pk)
    where = f"tournaments/{lower.slug}/stage/places/"
    assert offered(director, where) == [(5, 8, [13, 16])]
    assert director.post(where, {"first": 5}).json()["name"] == "Serata – places 13 to 16"


def test_only_directors_may(tournament, scorer, stranger, anybody):
    for caller, status in ((scorer, 403), (stranger, 403), (anybody, 401)):
        assert caller.get(PLACES).status_code == status
        assert caller.post(PLACES, {"first": 5}).status_code == status


def test_elsewhere_nothing_is_offered(club, director):
    a_tournament(club)
    assert offered(director) == []
    assert codes(director.post(PLACES, {"first": 5}), 409) == ["no_places"]
