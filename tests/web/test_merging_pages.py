"""Somebody who is on the club's list twice: found, put together, parted."""

import pytest

from tests.halls import a_round, a_tournament
from tests.web.pages import text, told
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(club):
    a_tournament(club, players=8)
    club.players.create(name="Anna Neri", name_key="anna neri")
    club.players.create(name="Neri Anna", name_key="neri anna")
    return Player.objects.get(name="Anna Neri")


def put_together(client, kept, other):
    return client.post(f"/players/{kept.pk}/same/", {"player": other.pk}, follow=True)


def test_a_name_turned_round_is_offered_first_and_any_other_by_searching(director, anna):
    page = text(director.get(f"/players/{anna.pk}/same/"))
    assert ("Neri Anna" in page, "Player 0001" in page) == (True, False)
    assert "Player 0001" in text(director.get(f"/players/{anna.pk}/same/?name=0001"))
    assert "Nobody on the list has a name like this" in text(director.get(f"/players/{anna.pk}/same/?name=zzz"))


def test_together_and_apart_again(director, anybody, anna):
    other = Player.objects.get(name="Player 0001")
    answer = put_together(director, anna, other)
    assert told(answer) == ["The two records of Anna Neri are one now. You can separate them again."]
    assert anybody.get(f"/players/{other.pk}/").url == f"/players/{anna.pk}/"
    assert "Serata" in text(anybody.get(f"/players/{anna.pk}/"))
    answer = director.post(f"/players/{other.pk}/part/", follow=True)
    assert told(answer) == ["Anna Neri and Player 0001 are two people again."]
    assert anybody.get(f"/players/{other.pk}/").status_code == 200


def test_two_who_sat_at_one_table_are_refused_in_words(director, anna):
    table = a_round(Player.objects.get(name="Player 0001").entries.get().tournament).tables.get(number=1)
    one, other = (seat.entry.players.get() for seat in table.seats.all()[:2])
    answer = put_together(director, one, other)
    assert told(answer) == [f"{one.name} and {other.name} sat at one table in Serata: they are two people."]


def test_only_directors_merge_players(anybody, stranger, scorer, anna):
    other = Player.objects.get(name="Neri Anna")
    for client in (anybody, stranger, scorer):
        assert put_together(client, anna, other).status_code == 403
        assert client.post(f"/players/{other.pk}/part/").status_code == 403
