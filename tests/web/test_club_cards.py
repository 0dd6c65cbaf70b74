"""The cards that a club prints once: for directors to print and replace, for phones to come to tonight's table by."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.halls import a_round, a_tournament
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions.at_table import club_cards, keys
from tournaments.actions.at_table.lasting_pins import give_lasting_pin, lasting_pin
from tournaments.models import ClubTableKey, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def card(club):
    return club_cards.club_cards(club, [1])[0]


def at(club, name="at-club-table"):
    return reverse(name, args=[club.slug])


def come(club, **sent):
    return Client().post(at(club, "open-club-table"), sent, follow=True)


class TestComing:
    def test_by_the_card_and_by_its_code_to_who_sits_there(self, club, card):
        table = a_round(a_tournament(club)).tables.get(number=1)
        names = [seat.entry.name for seat in table.seats.select_related("entry")]
        for sent in ({"secret": card.secret}, {"code": card.code}):
            page = come(club, **sent)
            assert page.redirect_chain == [(reverse("at-table", args=["serata"]), 302)]
            assert [name in text(page) for name in names] == [True] * 4

    def test_the_page_scans_or_takes_a_code_and_names_no_club(self, club):
        page, elsewhere = Client().get(at(club)), Client().get("/t/@of-nobody")
        assert (page.status_code, elsewhere.status_code) == (200, 200)
        assert text(page) == text(elsewhere)
        assert page["X-Robots-Tag"] == "noindex, nofollow"

    @pytest.mark.slow
    def test_a_choice_where_several_tournaments_are_in_play(self, club, card):
        for name in ("Monday", "Tuesday"):
            a_round(a_tournament(club, name=name))
        for sent in ({"secret": card.secret}, {"code": card.code}):
            page = come(club, **sent)
            offered = re.findall(r'name="tournament" value="([^"]+)"', page.content.decode())
            assert offered == ["monday", "tuesday"]
            assert come(club, tournament="tuesday", **sent).redirect_chain == [("/t/tuesday", 302)]

    def test_what_opens_nothing_says_so(self, club, card):
        wrong = come(club, code="AAAAAAAA")
        assert (wrong.status_code, "No table has this code" in text(wrong)) == (422, True)
        early = come(club, secret=card.secret)
        assert (early.status_code, "No round is in play at table 1" in text(early)) == (422, True)


class TestPrinting:
    def test_a_director_prints_them_and_replaces_one(self, club, director, card):
        printed = pages(director.get(reverse("print-club-cards", args=[club.slug]) + "?tables=3"))
        assert ["Table 1" in printed[0], "Table 3" in printed[0], "Table 4" in printed[0]] == [True, True, False]
        assert (f"{card.code[:4]} {card.code[4:]}" in printed[0], f"/t/@{club.slug}" in printed[0]) == (True, True)
        page = director.get(reverse("club-cards", args=[club.slug]))
        assert text(page).count("New card") >= 10
        where = reverse("replace-club-card", args=[club.slug, 1])
        director.post(where, {"code": card.code})
        director.post(where, {"code": card.code})
        assert ClubTableKey.objects.get(number=1).generation == 2

    @pytest.mark.parametrize("tables", ["0", "401", "-1", "x", "9" * 5000])
    def test_another_number_of_tables_is_the_usual_one(self, club, director, tables):
        page = director.get(reverse("club-cards", args=[club.slug]), {"tables": tables})
        assert 'value="10"' in page.content.decode()

    def test_nobody_else_does(self, club, card, anybody, scorer, stranger):
        addresses = [reverse(name, args=[club.slug]) for name in ("club-cards", "print-club-cards")]
        for client, status in ((anybody, 403), (scorer, 403), (stranger, 403)):
            assert [client.get(address).status_code for address in addresses] == [status] * 2
            assert client.post(reverse("replace-club-card", args=[club.slug, 1])).status_code == status
        assert ClubTableKey.objects.get().generation == 1


class TestLastingPin:
    @pytest.fixture
    def player(self, club):
        a_tournament(club)
        return Player.objects.get(name="Player 0001")

    def test_a_director_gives_renews_and_removes_it(self, director, player):
        where = reverse("lasting-pin", args=[player.pk])
        page = director.post(where, follow=True)
        player.refresh_from_db()
        own = lasting_pin(player)
        assert (own != "", own in text(page)) == (True, True)
        slips = pages(director.get("/tournaments/serata/slips.pdf"))
        assert f"Player 0001 PIN {own}" in slips[0]
        director.post(where, {"seen": own})
        director.post(where, {"seen": own})
        player.refresh_from_db()
        assert player.pin_generation == 2
        director.post(where, {"pin": "none"})
        player.refresh_from_db()
        assert lasting_pin(player) == ""

    def test_nobody_else_does(self, player, anybody, scorer, stranger):
        own = lasting_pin(give_lasting_pin(player))
        where = reverse("lasting-pin", args=[player.pk])
        for client, status in ((anybody, 403), (scorer, 403), (stranger, 403)):
            assert [client.get(where).status_code, client.post(where).status_code] == [status] * 2
        player.refresh_from_db()
        assert lasting_pin(player) == own

    def test_stands_on_the_page_of_pins(self, director, player):
        give_lasting_pin(player)
        page = text(director.get("/tournaments/serata/cards/"))
        assert keys.pin(player.entries.get()) in page
