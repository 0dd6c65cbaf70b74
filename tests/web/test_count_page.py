"""The card counter's page without scripts."""

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import counter
from scoring.registry import RULESETS
from tests.halls import a_round, a_tournament, director_of
from tests.web.conftest import client_of
from tests.web.pages import text
from tournaments.actions.at_table import keys
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Table

pytestmark = pytest.mark.django_db
BUSCA = "/rules/busca-accademia/count/"
COUNTED = [ruleset.slug for ruleset in RULESETS if counter.usual_pack(ruleset)]


def strip(response):
    """Return who has how many points and cards, as the strip shows it."""
    cells = re.findall(
        r'class="strip-name">(.*?)</span>.*?-points"[^>]*>(.*?)</span>.*?<span data[^>]*>(.*?)<',
        response.content.decode(),
        re.S,
    )
    return {unescape(name): (points, cards) for name, points, cards in cells}


def boxes(response):
    """Each card's box: its name, its value and whether it is ticked."""
    return re.findall(
        r'<input type="checkbox" name="([^"]+)" value="([^"]+)"[^>]*?( checked)?>', response.content.decode()
    )


def test_taken_cards_are_counted_and_the_rest_is_left(anybody):
    taken = {"pile-0": ["ace-coins", "3-cups"], "pile-1": ["ace-cups"], "last_trick": "1"}
    assert strip(anybody.get(BUSCA, taken)) == {
        "Player 1": ("9", "2"),
        "Player 2": ("6", "1"),
        "Player 3": ("0", "0"),
        "Player 4": ("0", "0"),
        "Left": ("25", "37"),
    }


def test_every_card_has_one_box_and_keeps_its_pile(anybody):
    found = boxes(anybody.get(BUSCA, {"pile-2": ["ace-coins"], "side": "1"}))
    assert len(found) == len({card for _pile, card, _ticked in found}) == 40
    assert ("pile-2", "ace-coins", " checked") in found
    assert {(pile, ticked) for pile, card, ticked in found if card != "ace-coins"} == {("pile-1", "")}


def test_counting_by_kind(anybody):
    asked = {"by": "kinds", "pile-0-joker": "2", "pile-1-high": "7", "pile-2-low": ""}
    assert strip(anybody.get("/rules/buraco/count/", asked)) == {
        "Side 1, table": ("100", "2"),
        "Side 1, in hand": ("70", "7"),
        "Side 2, table": ("0", "0"),
        "Side 2, in hand": ("0", "0"),
        "Left": ("910", "99"),
    }


def test_one_card_is_in_the_singular(anybody):
    words = text(anybody.get(BUSCA, {"pile-0": ["ace-coins"]}))
    assert re.findall(r"(\d+) (cards?)\b", words) == [("1", "card"), *[("0", "cards")] * 3, ("39", "cards")]


def test_named_cards_go_along_when_they_are_counted_by_kind(anybody):
    asked = {"by": "kinds", "pile-0": ["ace-coins", "3-cups"], "pile-0-figure": "1"}
    assert strip(anybody.get(BUSCA, asked))["Player 1"] == ("10", "3")


def test_a_twin_lies_with_whoever_took_it(anybody):
    asked = {"by": "cards", "pile-0": ["ace-hearts"], "pile-3": ["ace-hearts"]}
    page = anybody.get("/rules/buraco/count/", asked)
    twins = [(pile, ticked) for pile, card, ticked in boxes(page) if card == "ace-hearts"]
    assert twins == [("pile-0", " checked"), ("pile-3", " checked")]
    assert strip(page)["Left"] == ("1050", "106")


def test_regions_and_numbers_of_players_change_the_pack(anybody):
    where = "/rules/brisca/count/"
    seven = anybody.get(where, {"values": "seven", "pile-0": ["7-cups", "3-cups"]})
    assert strip(seven)["Side 1"] == ("10", "2")
    assert strip(anybody.get(where, {"players": "6"}))["Left"] == ("120", "48")
    assert strip(anybody.get(where, {"players": "2"})).keys() == {"Player 1", "Player 2", "Left"}


def test_who_counts_in_chiamata_and_rematada(anybody):
    assert strip(anybody.get("/rules/briscola-chiamata/count/")).keys() == {"Caller’s side", "Defenders", "Left"}
    last = anybody.get("/rules/brisca-rematada/count/", {"last_trick": "2"})
    assert strip(last)["Player 3"] == ("10", "0")


def test_cards_look_as_they_do_at_the_table(anybody):
    page = anybody.get(BUSCA, {"pack": "french"}).content.decode()
    assert 'aria-label="Queen of diamonds"' in page
    page = anybody.get(BUSCA, {"pack": "latin"}).content.decode()
    assert 'aria-label="Knight of coins"' in page


def test_starting_again_keeps_the_choices(anybody):
    asked = {"values": "jack", "pack": "french", "pile-0": ["ace-cups"]}
    page = unescape(anybody.get("/rules/brisca/count/", asked).content.decode())
    assert 'href="?players=4&values=jack&pack=french&by=cards"' in page


class TestWhatCannotBe:
    def test_a_card_taken_twice(self, anybody):
        page = anybody.get(BUSCA, {"pack": "latin", "pile-0": ["4-cups"], "pile-1": ["4-cups"]})
        assert page.status_code == 422
        assert "Player 2, 4 of cups: This card has already been taken" in text(page)
        assert strip(page)["Left"] == ("–", "–")

    def test_more_of_a_kind_than_there_are_stands_beside_it(self, anybody):
        asked = {"by": "kinds", "pile-0-ace": "3", "pile-1-ace": "1", "pile-1-figure": "x"}
        page = anybody.get(BUSCA, {"by": "kinds", "pile-0-ace": "3", "pile-1-ace": "1"})
        assert page.status_code == 422
        assert 'id="pile-1-ace-fault">The pack has only 3 of these<' in page.content.decode()
        assert 'id="pile-1-figure-fault">Enter a whole number.<' in (anybody.get(BUSCA, asked).content.decode())

    def test_a_card_of_another_pack_and_a_last_trick_of_nobody(self, anybody):
        page = anybody.get(BUSCA, {"pile-0": ["8-cups"]})
        assert (page.status_code, "8-cups: This card is not in the pack" in text(page)) == (422, True)
        assert anybody.get(BUSCA, {"last_trick": "9"}).status_code == 422

    def test_what_is_typed_into_the_address_is_shown_as_text(self, anybody):
        page = anybody.get(BUSCA, {"pile-0": ["<b>x</b>"]}).content.decode()
        assert "<b>x" not in page

    def test_a_game_without_points_in_its_cards_has_no_counter(self, anybody):
        assert anybody.get("/rules/buddha/count/").status_code == 404
        assert anybody.get("/rules/poker/count/").status_code == 404
        assert "Card counter" not in text(anybody.get("/rules/buddha/"))


names = st.sampled_from(["pile-0", "pile-1", "pile-0-ace", "pile-3-joker", "last_trick", "side"])
values = st.sampled_from(["ace-coins", "ace-hearts", "1", "-1", "99", "kinds", ""]) | st.text()


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(COUNTED), st.dictionaries(names | st.sampled_from(["by", "values", "pack", "players"]), values))
def test_any_address_is_answered(slug, asked):
    assert client_of().get(f"/rules/{slug}/count/", asked).status_code in (200, 422)


@pytest.mark.parametrize("slug", COUNTED)
def test_the_rules_lead_to_the_counter(anybody, slug):
    assert f'href="/rules/{slug}/count/"' in anybody.get(f"/rules/{slug}/").content.decode()


class TestWhereAHandIsEntered:
    def link(self, client, where):
        found = re.search(r'href="(/rules/[^"]+/count/[^"]*)"', client.get(where).content.decode())
        return found and found[1]

    def hand_of(self, club, slug, **plan):
        tournament = a_tournament(club, name="Serata", ruleset=slug, **plan)
        a_round(tournament)
        return "/tournaments/serata/rounds/1/tables/1/hands/1/"

    def test_the_form_leads_to_the_counter(self, club, director):
        assert self.link(director, self.hand_of(club, "busca-accademia")) == BUSCA

    def test_with_as_many_cards_as_are_played_with(self, club, director):
        tournament = a_tournament(club, players=0, name="Serata", ruleset="brisca", options={"players": 6})
        threes = [Candidate(names=tuple(f"{who}{side}" for who in "ABC")) for side in "12"]
        registration.register(tournament, threes, by=director_of(tournament))
        a_round(tournament)
        where = "/tournaments/serata/rounds/1/tables/1/hands/1/"
        assert self.link(director, where) == "/rules/brisca/count/?players=6"

    def test_not_where_cards_have_no_points(self, club, director):
        assert self.link(director, self.hand_of(club, "buddha", table={})) is None

    def test_so_does_the_phone_at_the_table(self, club):
        self.hand_of(club, "busca-accademia")
        table = Table.objects.get(number=1)
        phone = client_of()
        secret = keys.cards(table.round.tournament, [1])[0].secret
        phone.post("/t/serata/open", {"secret": secret})
        phone.post("/t/serata/seat", {"seat": 0})
        assert self.link(phone, "/t/serata") == BUSCA
