"""The pages of the games and their rules."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from scoring import registry
from tests.halls import a_round, a_tournament
from tests.web.pages import text
from tournaments.web.texts import own_texts

pytestmark = pytest.mark.django_db


class TestRules:
    def test_every_game_has_its_page(self, anybody):
        listed = anybody.get(reverse("rules")).content.decode()
        for game in registry.RULESETS:
            where = reverse("game", args=[game.slug])
            assert where in listed
            assert game.source in text(anybody.get(where))

    def test_the_fields_are_those_declared(self, anybody):
        page = text(anybody.get(reverse("game", args=["busca-accademia"])))
        assert "Points Each side. Aces 3, the Pita 8, figures 1, the last trick 3: 40 in all 0–40" in page

    def test_an_unknown_game(self, anybody):
        assert anybody.get(reverse("game", args=["poker"])).status_code == 404

    @pytest.mark.parametrize("game", registry.RULESETS, ids=lambda game: game.slug)
    def test_it_tells_the_rules_and_their_readings_and_nothing_of_the_code(self, anybody, game):
        page = anybody.get(reverse("game", args=[game.slug]))
        words = text(page)
        assert "What it is about." in words
        assert "<h2>Readings</h2>" in page.content.decode()
        assert "Articles, code and cases" not in words
        assert "test_" not in words

    @pytest.mark.parametrize("game", registry.RULESETS, ids=lambda game: game.slug)
    def test_no_link_leads_to_a_file_of_the_repository(self, anybody, game):
        for language in own_texts.languages(game.page):
            page = anybody.get(reverse("game", args=[game.slug]), headers={"Accept-Language": language})
            assert re.findall(r'href="[^"]*\.md"', page.content.decode()) == []

    def test_in_the_readers_language(self, anybody):
        page = anybody.get("/rules/buraco/", headers={"Accept-Language": "it"})
        assert '<article class="rule-text" lang="it">' in page.content.decode()
        assert "Di che si tratta." in text(page)

    def test_in_english_where_the_language_has_no_text(self):
        buddha = registry.find("buddha")
        assert own_texts.rule_text(buddha, "de") == own_texts.rule_text(buddha, "en")

    def test_a_variant_tells_its_own_rules_first_and_no_other_variants(self, anybody):
        page = anybody.get("/rules/brisca-mariaje/")
        headings = re.findall(r"<h[23]>(.*?)</h[23]>", page.content.decode())
        assert headings[:2] == ["Brisca", "Readings"]
        rules = text(page).partition("Readings")[0]
        assert rules.index("are a marriage") < rules.index("What it is about.")
        assert "Five players, all 40 cards dealt." not in rules

    def test_a_number_that_goes_in_steps_tells_the_step_and_no_bounds(self, anybody):
        words = text(anybody.get("/rules/buraco/"))
        assert words.count("a multiple of 5") == 2
        assert "9995" not in words

    def test_the_game_itself_tells_its_variants_too(self, anybody):
        page = anybody.get("/rules/brisca/")
        headings = re.findall(r"<h3>(.*?)</h3>", page.content.decode())
        assert headings == ["Mexican Brisca", "Mariaje", "Muerte al Tres", "Briscola chiamata", "Brisca rematada"]
        assert "<!--" not in text(page)

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "What it is about."),
            ("it", "Di che si tratta."),
            ("es", "De qué se trata."),
            ("pt", "De que se trata."),
            ("nl", "Waar het om gaat."),
        ],
    )
    def test_busca_in_five_languages(self, anybody, language, words):
        page = anybody.get(f"/rules/busca-elimination/{language}/")
        assert f'<article class="rule-text" lang="{language}">' in page.content.decode()
        assert words in text(page)

    def test_the_reader_may_choose_another_language(self, anybody):
        page = anybody.get("/rules/busca-accademia/").content.decode()
        offered = re.findall(r'href="/rules/busca-accademia/(\w\w)/" hreflang="\1"', page)
        assert offered == [code for code, _name in settings.LANGUAGES]

    def test_a_limit_of_the_game_itself_is_named_where_a_table_ends(self, anybody):
        assert "Out at 31 buscas, until one player is left." in text(anybody.get("/rules/busca-elimination/"))
        assert "31 buscas, until" not in text(anybody.get("/rules/busca-accademia/"))

    def test_an_italian_finds_briscola(self, anybody):
        page = anybody.get("/rules/", headers={"accept-language": "it"}).content.decode()
        assert re.findall(r'<a[^>]* href="/rules/(?:brisca|briscola)/">(.*?)</a>', page) == ["Brisca", "Briscola"]

    def test_a_language_without_the_rules_is_not_there(self, anybody):
        assert anybody.get("/rules/busca-accademia/de/").status_code == 404

    def test_a_tournament_leads_to_its_rules(self, anybody, club):
        a_round(a_tournament(club, name="Serata"))
        assert 'href="/rules/busca-accademia/"' in (anybody.get("/tournaments/serata/").content.decode())


class TestMarkdown:
    def test_markup_in_a_text_is_shown_and_not_obeyed(self):
        told = own_texts.rendered("<script>alert(1)</script> [x](javascript:x) **b**")
        assert told == ("<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:x) <strong>b</strong></p>\n")
