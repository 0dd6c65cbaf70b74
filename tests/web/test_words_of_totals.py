"""Pages, phones and paper of an evening kept by totals speak of totals, not of hands."""

import re

import pytest
from django.test import Client

from tests.halls import a_member, a_round, a_table, a_tournament
from tests.web.at_table import a_phone, answer, enter, path
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions.standings import standings
from tournaments.models import Hand

pytestmark = pytest.mark.django_db
LEVEL, OTHER = (1, 2, 3, 4), (0, 5, 2, 3)
THERE, ROUND = "/tournaments/serata/", "/tournaments/serata/rounds/1/"
TABLES = ["tables/1/", "tables/1/sheet/", "tables/1/close/", "tables/2/close/", "tables/1/left/"]
DESK = [
    *("desk/", "results/", "ledger/", "undo/", "cards/", "cards.pdf", "pictures/"),
    *(f"rounds/1/{page}" for page in ["", "close/", "repair/", "times/", *TABLES]),
]
TRUE = (
    "by hand", "8 hands a table", "finish the hand that you are playing", "Hands played", "ended before its last hand",
)  # fmt: skip
"""What stands on these pages and is about the hands that are played, or the director's."""


def said(response):
    if response["Content-Type"] == "application/pdf":
        return " ".join(pages(response))
    words = re.findall(r'\b(?:aria-label|data-[a-z]+)="([^"]* [^"]*)"', response.content.decode())
    return " ".join([text(response), *words])


def of_hands(response):
    words = said(response)
    for phrase in TRUE:
        words = words.replace(phrase, "")
    return [words[max(0, found.start() - 40) : found.end() + 40] for found in re.finditer(r"\b[Hh]ands?\b", words)]


def kept_by_totals(**plan):
    plan |= {"table": {"hands": 8}, "kept": "totals", "rounds": 2, "visibility": "public"}
    return a_table(a_round(a_tournament(**plan), tables=[[0, 1, 2, 3], [4, 5, 6, 7]]))


@pytest.fixture
def table(db):
    return kept_by_totals()


@pytest.fixture
def director(table):
    client = Client()
    client.force_login(a_member(table.round.tournament.club, "dino", "director"))
    return client


def current():
    return Hand.objects.current().get()


@pytest.mark.slow
def test_on_phones(table):
    north, west, without_seat = a_phone(table, 0), a_phone(table, 3), a_phone(table)
    phones = north, west, without_seat
    found = [north.get(path(table)), enter(north, table, (1, 0, 0, 0)), enter(north, table, LEVEL)]
    found.append(west.get(path(table)))
    found += [answer(west, table, accept="no"), *(phone.get(path(table)) for phone in phones)]
    assert current().state == "disputed"
    assert "say so here." in text(found[-2])
    assert not [page for page in found if "You may play on" in text(page)]
    found += [phone.get(path(table, "table-hand", 1), follow=True) for phone in phones]
    found += [answer(west, table, accept="yes"), *(phone.get(path(table)) for phone in phones)]
    found += [enter(north, table, OTHER, version=1, reason="Again"), *(phone.get(path(table)) for phone in phones)]
    assert [words for page in found for words in of_hands(page)] == []


def test_counter_proposal_is_about_the_total(table):
    north, west = a_phone(table, 0), a_phone(table, 3)
    enter(north, table, LEVEL)
    enter(west, table, OTHER, purpose="counter", replaces="1")
    asked = north.get(path(table))
    assert "does not agree with the total and proposes something else:" in text(asked)
    assert of_hands(asked) == []


def test_one_phone_is_passed_on_at_the_tables_end(db):
    table = kept_by_totals(confirmation="table-end")
    page = enter(a_phone(table, 0), table, LEVEL)
    assert "The total is right" in text(page)
    assert of_hands(page) == []


def closed(director, table):
    """Close the round without table 2; return the pages that say so."""
    done = [
        director.post(f"{ROUND}tables/2/close/", {"unplayed": "absent"}, follow=True),
        director.post(f"{ROUND}close/", {"anyway": "yes"}, follow=True),
    ]
    standings.refresh(table.round.tournament_id)
    return done


@pytest.mark.slow
def test_at_the_desk(table, director):
    def walked(*pages):
        return [words for page in pages for words in of_hands(director.get(THERE + page, follow=True))]

    north, west = a_phone(table, 0), a_phone(table, 3)
    enter(north, table, LEVEL)
    answer(west, table, accept="no")
    assert walked(*DESK) == []
    answer(west, table, accept="yes")
    assert [words for page in closed(director, table) for words in of_hands(page)] == []
    entry = table.round.tournament.entries.first().pk
    later = ["", f"players/{entry}/", "standings.pdf", "standings/why.pdf", "desk/", "undo/", "rounds/1/tables/2/"]
    assert walked(*later) == []


@pytest.mark.slow
def test_an_entrys_page_counts_no_hands_of_a_total(table, director):
    enter(a_phone(table, 0), table, LEVEL)
    answer(a_phone(table, 3), table)
    closed(director, table)
    page = Client().get(f"{THERE}players/{table.round.tournament.entries.first().pk}/")
    (line,) = page.context["lines"]
    assert (line["words"], line["hand_scores"], line["score"]) == ("", (), "1")


@pytest.mark.slow
def test_who_met_whom_counts_tables_with_a_total_alone(table, director):
    enter(a_phone(table, 0), table, LEVEL)
    answer(a_phone(table, 3), table)
    closed(director, table)
    pictures = {picture.name: picture.rows for picture in director.get(f"{THERE}pictures/").context["pictures"]}
    assert pictures["meetings"] == [
        ["1", "Player 0001", "3", "3", "0", "0"],
        ["2", "Player 0002", "3", "2", "1", "0"],
        ["3", "Player 0003", "3", "1", "2", "0"],
        ["4", "Player 0004", "3", "0", "3", "0"],
    ]
