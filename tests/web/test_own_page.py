"""A player's own page: the full name by a link that a director gives, until the PIN is another."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tests.halls import a_user, by
from tests.season_evenings import an_evening
from tests.web.pages import text
from tournaments.actions.at_table.lasting_pins import give_lasting_pin, own_page_secret, remove_lasting_pin
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.shown_names import show_player_as
from tournaments.models import Club, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(club):
    an_evening(club, 0, 5, 10, 25)
    player = Player.objects.get(name="Player 0001")
    show_player_as(player, "initials", by=by(a_user()))
    return give_lasting_pin(Player.objects.get(pk=player.pk))


def own(player, secret=None):
    return reverse("own-page", args=[player.pk, secret or own_page_secret(player)])


def test_the_link_opens_the_page_with_the_full_name(player, director, anybody):
    given = director.get(reverse("lasting-pin", args=[player.pk])).context["link"]
    assert given.endswith(own(player))
    answer = anybody.get(own(player))
    assert f"Everybody else reads {player.alias} " in text(answer).replace("\u2068", "").replace("\u2069", "")
    assert player.name in text(answer)
    headers = answer["X-Robots-Tag"], answer["Cache-Control"], answer["Referrer-Policy"]
    assert headers == ("noindex, nofollow", "no-store", "no-referrer")
    assert "og:title" not in answer.content.decode()
    assert player.name not in text(anybody.get(reverse("player", args=[player.pk])))


def test_pages_of_a_player_have_the_day_in_the_time_zone_of_the_club(player, anybody):
    Club.objects.update(time_zone="America/Sao_Paulo")
    Tournament.objects.update(starts_at=datetime(2026, 12, 2, 0, 30, tzinfo=UTC))
    public = reverse("player", args=[player.pk])
    for page in (public, own(player)):
        assert "1 December 2026" in text(anybody.get(page)).replace("\u00a0", " ")
    assert ";1 Dec 2026;" in anybody.get(reverse("player-csv", args=[player.pk])).content.decode()


def test_another_link_opens_nothing(player, anybody, director):
    other = give_lasting_pin(Player.objects.get(name="Player 0002"))
    assert anybody.get(own(player, own_page_secret(other))).status_code == 404
    assert anybody.get(own(player, "0" * 32)).status_code == 404
    assert director.get(reverse("lasting-pin", args=[other.pk])).context["link"] == ""


def test_a_new_pin_withdraws_the_link(player, anybody):
    link = own(player)
    renewed = give_lasting_pin(player)
    assert anybody.get(link).status_code == 404
    newer = own(renewed)
    assert anybody.get(newer).status_code == 200
    without = remove_lasting_pin(renewed)
    assert anybody.get(newer).status_code == 404
    assert own_page_secret(without) == ""


def test_a_person_who_was_erased_or_merged_has_no_own_page(player, club, anybody):
    merged = give_lasting_pin(Player.objects.create(club=club, name="Zoe"))
    links = own(player), own(merged)
    merge_players(player, merged, by=by(a_user()))
    assert [anybody.get(link).status_code for link in links] == [200, 404]
    erase_player(player, by=by(a_user()))
    assert anybody.get(links[0]).status_code == 404
