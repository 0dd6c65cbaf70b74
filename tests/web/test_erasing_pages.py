"""Erasing a person from the player's own page."""

import pytest

from tests.halls import a_round, a_tournament
from tournaments.actions import sweep
from tournaments.actions.standings import standings
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(club):
    tournament = a_tournament(club, players=8)
    standings.refresh(tournament.pk)
    return Player.objects.get(name="Player 0001")


def page(client, player, what=""):
    return client.get(f"/players/{player.pk}/{what}").content.decode()


def test_who_directs_the_club_is_offered_it(anybody, stranger, scorer, director, owner, player):
    address = f"/players/{player.pk}/erase/"
    offered = [address in page(c, player) for c in (anybody, stranger, scorer, director, owner)]
    assert offered == [False, False, False, True, True]


def test_the_page_says_what_goes_and_what_stays(director, player):
    page_text = page(director, player, "erase/")
    assert 'Erase <bdi translate="no">Player 0001</bdi>?' in page_text
    assert "What is erased" in page_text
    assert "What is kept" in page_text


def test_asking_alone_erases_nobody(director, player):
    page(director, player, "erase/")
    player.refresh_from_db()
    assert player.erased_at is None


def test_erased_name_is_on_no_page(director, anybody, player):
    answer = director.post(f"/players/{player.pk}/erase/", follow=True)
    assert "The player was erased." in answer.content.decode()
    sweep.refresh_stale_standings()
    entry = player.entries.get()
    for where in (
        f"/players/{player.pk}/",
        "/tournaments/serata/",
        "/tournaments/serata/players/",
        f"/tournaments/serata/players/{entry.pk}/",
    ):
        assert "Player 0001" not in anybody.get(where).content.decode(), where


def test_who_is_erased_is_not_erased_again(director, player):
    director.post(f"/players/{player.pk}/erase/")
    assert "/erase/" not in page(director, player)


def test_in_the_middle_of_a_round_the_page_says_why_not(director, player):
    a_round(player.entries.get().tournament)
    answer = director.post(f"/players/{player.pk}/erase/", follow=True)
    assert "is playing in Serata" in answer.content.decode()
    player.refresh_from_db()
    assert player.name == "Player 0001"
