"""The pages that explain: every word of them is there in every language."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from scoring import buraco
from tests.web.pages import text
from tournaments.actions.core.names import fold_text
from tournaments.ranking import TIE_BREAKS
from tournaments.web.texts.meanings import BURACO, SECTIONS
from tournaments.web.texts.own_texts import GUIDES, LANGUAGES, sections

CODES = [code for code, _name in settings.LANGUAGES]
pytestmark = pytest.mark.django_db


def translated_in(language, words):
    with translation.override(language):
        return translation.gettext(words)


def read(client, name, language):
    return text(client.get(reverse(name), headers={"Accept-Language": language}))


def test_the_columns_of_the_glossary_are_the_languages():
    assert sorted(LANGUAGES) == sorted(CODES)


def words_of(slug, language):
    [terms] = [section.terms for section in sections(language) if section.slug == slug]
    return [term.word for term in terms]


@pytest.mark.parametrize("language", CODES)
def test_every_word_is_one_of_its_section_of_the_glossary_and_stands_in_order(language):
    found = sections(language)
    assert [len(section.terms) for section in found] == [len(meanings) for _title, meanings in SECTIONS.values()]
    words = [[term.word for term in section.terms] for section in found]
    assert words == [sorted(each, key=fold_text) for each in words]
    assert {len(term.elsewhere) for section in found for term in section.terms} == {len(CODES) - 1}


def test_words_stand_by_the_alphabet_of_those_who_know_accents():
    words = words_of("tournament", "pt")
    assert sorted(["anotação", "anotador", "mão", "mesa", "meta, limite"], key=words.index) == [
        "anotação",
        "anotador",
        "mão",
        "mesa",
        "meta, limite",
    ]


def test_a_word_that_two_games_share_is_the_one_of_its_game():
    assert [word for word in words_of("buddha", "es") if "remate" in word] == []
    assert words_of("cards", "it") == [
        "briscola",
        "presa",
        "punti delle carte",
        "rispondere a seme",
        "ultima presa",
        "uscire",
    ]


@pytest.mark.parametrize("language", CODES)
def test_a_meaning_has_the_same_figures_in_every_language(language):
    meanings = [meaning for _title, each in SECTIONS.values() for meaning in each.values()]
    told = english_of(meanings)
    assert [figures_in(translated_in(language, each)) for each in told] == [figures_in(each) for each in told]


def english_of(meanings):
    with translation.override("en"):
        return [str(meaning) for meaning in meanings]


def figures_in(words):
    return sorted(re.findall(r"\d+", words))


def test_the_figures_of_a_canastra_are_those_of_the_rules():
    worth = {name: str(points) for name, points in buraco.CANASTRAS.bonuses.items()}
    told = [figures_in(each) for each in english_of([BURACO["dirty, clean"], BURACO["real, real with both aces"]])]
    assert told == [sorted([worth["dirty"], worth["clean"]]), sorted([worth["real"], worth["real_ace"]])]


def test_a_link_above_leads_to_each_section(anybody):
    page = anybody.get(reverse("glossary")).content.decode()
    slugs = ["tournament", "cards", "busca", "buddha", "brisca", "buraco", "burraco"]
    assert re.findall(r'<li><a href="#(\w+)">', page) == slugs
    assert re.findall(r'<section id="(\w+)"', page) == slugs


def test_a_reader_finds_his_own_word_and_the_others(anybody):
    assert "Turno Tutti i tavoli giocano" in read(anybody, "glossary", "it")
    assert "Ronda" in read(anybody, "glossary", "es")
    page = anybody.get(reverse("glossary"), headers={"Accept-Language": "it"}).content.decode()
    assert '<span lang="en">sit-out</span>&nbsp;·\n<span lang="es">descanso</span>' in page


@pytest.mark.parametrize("language", CODES)
def test_the_figures_are_explained_in_each_language_with_the_same_sections(anybody, language):
    sections = (GUIDES / ("" if language == "en" else language) / "figures.md").read_text().count("\n## ")
    assert sections == 6
    page = anybody.get(reverse("about-figures"), headers={"Accept-Language": language}).content.decode()
    assert page.count("<dt>") == len(TIE_BREAKS)
    assert page.count("<h2") == sections + 1


@pytest.mark.parametrize("language", CODES)
def test_a_tie_break_is_explained_in_more_words_than_its_name(anybody, language):
    page = anybody.get(reverse("about-figures"), headers={"Accept-Language": language}).content.decode()
    told = re.findall(r"<dt>(.+?)</dt><dd>(.+?)</dd>", page)
    assert [len(words.split()) > len(title.split()) + 3 for title, words in told] == [True] * len(TIE_BREAKS)
    assert "Busca" in dict(told)[translated_in(language, TIE_BREAKS["card_points"].title)]
