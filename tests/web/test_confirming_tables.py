"""A director confirms all hands of a table, in the versions shown."""

import re

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament
from tests.web.pages import text

from .at_table import OTHER, a_phone, enter

pytestmark = pytest.mark.django_db


@fixture_again
def table(club):
    tournament = a_tournament(club, confirmation="director", table={"hands": 2})
    return a_round(tournament).tables.get(number=1)


@pytest.fixture
def entered(table):
    """A table that has sent its two hands; North's phone."""
    north = a_phone(table, 0)
    enter(north, table)
    enter(north, table, hand=2)
    return north


def where(table, name):
    return reverse(name, args=[table.round.tournament.slug, 1, 1])


def visible_text(page):
    return dict(re.findall(r'name="(version-\d)" value="(\d)"', page.content.decode()))


def states(table):
    return [(hand.number, hand.version, hand.state) for hand in table.hands.current()]


@pytest.mark.slow
def test_director_confirms_all_waiting_hands(table, entered, director):
    desk = director.get(reverse("desk", args=[table.round.tournament.slug]))
    link = re.escape(f'href="{where(table, "table")}">')
    assert re.search(link + r"\s*Check and confirm", desk.content.decode())
    page = director.get(where(table, "table"))
    assert "Confirm these 2 hands" in text(page)
    focused = re.findall(r"<(?:button|a)[^>]* autofocus>\s*([^<]*)", page.content.decode())
    assert [words.split() for words in focused] == [["Confirm", "these", "2", "hands"]]
    response = director.post(where(table, "confirm-table"), visible_text(page), follow=True)
    assert "Table 1 is confirmed." in text(response)
    assert states(table) == [(1, 1, "confirmed"), (2, 1, "confirmed")]


@pytest.mark.slow
def test_none_where_one_was_changed_meanwhile(table, entered, director):
    page = director.get(where(table, "table"))
    enter(entered, table, OTHER, replaces=1)
    response = director.post(where(table, "confirm-table"), visible_text(page), follow=True)
    assert "Hand 1 has been changed" in text(response)
    assert states(table) == [(1, 2, "submitted"), (2, 1, "submitted")]


def test_a_scorer_sees_no_such_button(table, entered, scorer):
    assert "Confirm these" not in text(scorer.get(where(table, "table")))
