"""Accessible names of controls are sufficient by themselves."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import text_of
from tournaments.actions import sweep
from tournaments.actions.at_table import keys
from tournaments.actions.hands import help_calls
from tournaments.actions.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club):
    tournament = a_tournament(club, name="Serata", rounds=3)
    for _round in range(2):
        round_ = a_round(tournament)
        play_out(round_, [20, 10, 9, 1])
        rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    return tournament


def page(client, name, *more):
    return client.get(reverse(name, args=["serata", *more])).content.decode()


def test_links_to_earlier_standings_name_their_round(tournament, anybody):
    labels = re.findall(r'<a href="[^"]*/standings/\d+/" aria-label="([^"]*)">', page(anybody, "tournament"))
    assert labels == ["Standings after round 1", "Standings after round 2"]


@pytest.mark.slow
def test_the_figures_of_each_picture_name_it(tournament, anybody):
    shown = page(anybody, "pictures")
    summaries = [text_of(one) for one in re.findall(r"<summary>(.*?)</summary>", shown, re.S)]
    assert summaries == [f"The figures of the chart: {title}" for title in re.findall(r"<h2>(.*?)</h2>", shown)]
    described = re.findall(r'aria-labelledby="(\w+)-title" aria-describedby="(\w+)-desc"', shown)
    assert len(described) == len(summaries)
    assert all(title == desc for title, desc in described)


@pytest.mark.slow
def test_a_required_field_is_not_called_wrong_before_it_was_sent(tournament, director):
    fields = re.findall(r"<(?:select|input|textarea)[^>]* required[^>]*>", page(director, "decide"))
    assert fields
    assert [field for field in fields if 'aria-invalid="false"' not in field] == []
    refused = director.post(reverse("decide", args=["serata"]), {}).content.decode()
    assert re.findall(r'<select[^>]*name="entry"[^>]*aria-invalid="(\w+)"', refused) == ["true"]


@pytest.mark.slow
def test_the_buttons_of_a_table_name_it(tournament, director):
    table = a_round(tournament).tables.get(number=1)
    keys.cards(tournament, [1])
    help_calls.call_director(table, seat=0, reason="question")
    said = " ".join(text_of(page(director, "desk")).split())
    assert "I am on my way: Table 1" in said
    cards = " ".join(text_of(page(director, "table-cards")).split())
    assert "New card: Table 1" in cards
    assert "Yes, do it: New card, Table 1" in cards


@pytest.mark.slow
def test_what_asks_once_is_called_what_it_does_alone(tournament, director):
    shown = page(director, "registration") + page(director, "desk")
    asked = re.findall(r'<summary class="button[^"]*">(.*?)</summary>', shown, re.S)
    assert "Withdraw all players" in [text_of(one) for one in asked]
    confirmed = re.findall(r"Yes, do it(.*?)</button>", shown, re.S)
    assert ": Withdraw all players" in [text_of(one) for one in confirmed]
