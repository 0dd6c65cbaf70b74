"""Texts for directors that come from more than one place."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import text
from tournaments.actions.screens import opening, pairing
from tournaments.actions.setup import memberships

pytestmark = pytest.mark.django_db
ITALIAN = {"accept-language": "it"}


@pytest.fixture
def tournament(club):
    return a_tournament(club, name="Serata")


def test_a_new_accounts_name_is_explained_in_whole_sentences(anybody):
    page = text(anybody.get(reverse("welcome", args=[memberships.invite_first_owner()]), headers=ITALIAN))
    assert "Senza spazi: lettere, cifre e i segni @ . + - _" in page
    assert re.findall(r"\w\.[A-Z]\w+", page) == []


def test_each_language_is_named_in_itself(director, tournament):
    opened = opening.open_screen("hall").screen
    screen = pairing.pair_screen(tournament, opened.code, by=director_of(tournament), language="it")
    page = director.get(reverse("change-screen", args=[tournament.slug, screen.pk]), headers=ITALIAN)
    languages = [str(name) for _code, name in page.context["form"].fields["language"].choices]
    assert languages == ["English", "Italiano", "Español", "Português", "Nederlands"]


def test_the_desk_says_what_the_word_beside_the_plan_is_about(director, tournament):
    assert "Il programma del torneo Chi può vederlo: tutti" in text(
        director.get(reverse("desk", args=[tournament.slug]), headers=ITALIAN)
    )


@pytest.mark.parametrize(("language", "quoted"), [("it", "«misread»"), ("en", "“misread”")])
def test_a_reason_stands_between_the_marks_of_the_readers_language(director, tournament, language, quoted):
    play(a_round(tournament).tables.get(number=1), reason="misread")
    ledger = director.get(reverse("tournament-ledger", args=[tournament.slug]), headers={"accept-language": language})
    assert quoted in text(ledger)


@pytest.mark.parametrize(
    ("language", "round_", "table"),
    [
        ("en", "Round", "table"),
        ("it", "Turno", "tavolo"),
        ("es", "Ronda", "mesa"),
        ("pt", "Ronda", "mesa"),
        ("nl", "Ronde", "tafel"),
    ],
)
def test_a_word_and_its_number_stay_on_one_line(director, tournament, language, round_, table):
    played = a_round(tournament)
    play(played.tables.get(number=1))
    asked = {"accept-language": language}
    where = reverse("table", args=[tournament.slug, played.number, 1])
    page = director.get(where, headers=asked).content.decode()
    assert re.search(r"<h1[^>]*>\s*(.*?)\s*</h1>", page)[1] == f"{round_}\u00a01, {table}\u00a01"
    hand = director.get(reverse("enter-hand", args=[tournament.slug, 1, 2, 1]), headers=asked).content.decode()
    up = re.search(r'<a class="up"[^>]*>(.*?)</a>', hand, re.S)[1].strip()
    assert up == f"{round_}\u00a01, {table}\u00a02"
    assert re.search(rf'aria-current="page">\s*{round_}\u00a01\s*</a>', page)


def test_a_name_with_a_number_keeps_its_space(director, tournament):
    entry = tournament.entries.first()
    page = director.get(reverse("entry", args=[tournament.slug, entry.pk])).content.decode()
    assert re.search(r"<h1[^>]*>(.*?)</h1>", page)[1] == f'<span translate="no">{entry.name}</span>'
