"""The pages that explain: every word of them is there in every language."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from tests.web.pages import text
from tournaments.actions.names import fold_text
from tournaments.ranking import CRITERIA
from tournaments.web.guide import FOLDER, LANGUAGES, MEANINGS, TIE_BREAKS, terms

CODES = [code for code, _name in settings.LANGUAGES]
pytestmark = pytest.mark.django_db


def translated_in(language, words):
    with translation.override(language):
        return translation.gettext(words)


def read(client, name, language):
    return text(client.get(reverse(name), headers={"Accept-Language": language}))


def test_the_columns_of_the_glossary_are_the_languages():
    assert sorted(LANGUAGES) == sorted(CODES)


@pytest.mark.parametrize("language", CODES)
def test_every_word_is_one_of_the_glossary_and_stands_in_order(language):
    found = terms(language)
    assert len(found) == len(MEANINGS)
    words = [term.word for term in found]
    assert words == sorted(words, key=fold_text)
    assert {len(term.elsewhere) for term in found} == {len(CODES) - 1}


def test_words_stand_by_the_alphabet_of_those_who_know_accents():
    words = [term.word for term in terms("pt")]
    assert sorted(["anotação", "anotador", "mão", "mesa", "meta"], key=words.index) == [
        "anotação",
        "anotador",
        "mão",
        "mesa",
        "meta",
    ]


def test_a_reader_finds_his_own_word_and_the_others(anybody):
    assert "Turno Tutti i tavoli giocano" in read(anybody, "glossary", "it")
    assert "Ronda" in read(anybody, "glossary", "es")
    page = anybody.get(reverse("glossary"), headers={"Accept-Language": "it"}).content.decode()
    assert '<span lang="en">sit-out</span>&nbsp;·\n<span lang="es">descanso</span>' in page


@pytest.mark.parametrize("language", CODES)
def test_the_figures_are_explained_in_each_language_with_the_same_sections(anybody, language):
    sections = (FOLDER / ("" if language == "en" else language) / "figures.md").read_text().count("\n## ")
    assert sections == 6
    page = anybody.get(reverse("about-figures"), headers={"Accept-Language": language}).content.decode()
    assert page.count("<dt>") == len(CRITERIA) == len(TIE_BREAKS)
    assert page.count("<h2") == sections + 1


@pytest.mark.parametrize("language", CODES)
def test_a_tie_break_is_explained_in_more_words_than_its_name(anybody, language):
    page = anybody.get(reverse("about-figures"), headers={"Accept-Language": language}).content.decode()
    told = re.findall(r"<dt>(.+?)</dt><dd>(.+?)</dd>", page)
    assert [len(words.split()) > len(title.split()) + 3 for title, words in told] == [True] * len(CRITERIA)
    assert "Busca" in dict(told)[translated_in(language, CRITERIA["card_points"].title)]
