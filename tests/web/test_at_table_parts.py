"""Live updates of a phone's page: only the changed part is sent."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.halls import a_round, director_of
from tests.web.pages import text
from tournaments.actions.at_table import seats
from tournaments.actions.rounds import rounds

from .at_table import a_phone, answer, enter, path

pytestmark = pytest.mark.django_db
LIVE = {"part": "live"}
FRAME = re.compile(r"<!doctype|<html|<head|<link|<script|<main|<header class=.mast|<footer|data-sending")
STEPS = ["seats", "enter", "confirm", "wait", "finished", "closed"]


def part_of(phone, table, *where, known=None, **asked):
    headers = {"If-None-Match": known} if known else {}
    return phone.get(path(table, *where or ("at-table",)), LIVE | asked, headers=headers)


def plain(answered):
    """Return the visible text, without the parts that differ in every response."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=|data-at=)"[\w:]+"', r"\1", answered.content.decode())


def live_region(page):
    """The table's element of a whole page."""
    return re.search(r'<div id="table".*</div>(?=\s*<form id="card")', plain(page), re.DOTALL)[0]


def title_of(page):
    return re.search("<title>(.*?)</title>", page.content.decode(), re.DOTALL)[1].split()


def queries_of(ask):
    with CaptureQueriesContext(connection) as asked:
        answered = ask()
    return answered, len(asked)


def come_to(step, table):
    """A phone whose page is there for this."""
    if step == "seats":
        return a_phone(table)
    north, east = a_phone(table, 0), a_phone(table, 1)
    for hand in {"confirm": [1], "wait": [1], "finished": [1, 2], "closed": [1]}.get(step, []):
        enter(north, table, hand=hand)
        if step in ("finished", "closed"):
            answer(east, table, hand=hand)
    if step == "closed":
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
    return east if step == "confirm" else north


@pytest.mark.parametrize("step", STEPS)
def test_the_part_is_what_the_page_shows_without_its_frame(table, step):
    phone = come_to(step, table)
    page, part = phone.get(path(table)), part_of(phone, table)
    assert FRAME.search(part.content.decode()) is None
    assert live_region(page) in plain(part)
    assert title_of(page) == title_of(part)
    for header in ("Cache-Control", "X-Robots-Tag", "Content-Type"):
        assert part[header] == page[header]
    assert part["Cache-Control"] == "private, no-store"


def test_part_of_a_hand_page_has_no_frame(table):
    phone = a_phone(table, 0)
    page, part = phone.get(path(table, "table-hand", 1)), part_of(phone, table, "table-hand", 1)
    assert FRAME.search(part.content.decode()) is None
    assert live_region(page) in plain(part)
    assert part["Cache-Control"] == page["Cache-Control"]


def test_a_hand_that_is_too_far_leads_back_to_the_table(table):
    answered = part_of(a_phone(table, 0), table, "table-hand", 9)
    assert (answered.status_code, answered.url) == (302, path(table))


@pytest.mark.parametrize(
    ("step", "queries"),
    [
        ("seats", (13, 12, 4)),
        ("enter", (14, 13, 4)),
        ("confirm", (13, 12, 4)),
        ("wait", (14, 13, 4)),
        ("finished", (13, 12, 4)),
        ("closed", (14, 14, 5)),
    ],
)
def test_part_costs_no_more_queries_than_the_page(table, step, queries):
    phone = come_to(step, table)
    _page, for_the_page = queries_of(lambda: phone.get(path(table)))
    part, for_the_part = queries_of(lambda: part_of(phone, table))
    known, for_nothing = queries_of(lambda: part_of(phone, table, known=part["ETag"]))
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", part["ETag"])
    assert (for_the_page, for_the_part, for_nothing) == queries


@pytest.mark.slow
def test_what_changed_is_sent_again(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    before = part_of(east, table)["ETag"]
    enter(north, table)
    asked = part_of(east, table, known=before)
    assert "Right?" in text(asked)
    answer(east, table)
    assert "Hand 2" in text(part_of(east, table, known=asked["ETag"]))


@pytest.mark.slow
def test_nobody_has_what_is_anothers(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    north.get(path(table))
    known = part_of(north, table)["ETag"]
    assert part_of(north, table, known=known).status_code == 304
    assert part_of(east, table, known=known).status_code == 200
    assert part_of(north, table, "table-hand", 1, known=known).status_code == 200
    assert part_of(north, table, change="", known=known).status_code == 200
    north.cookies["csrftoken"] = "a" * 32
    assert part_of(north, table, known=known).status_code == 200


def test_another_language_is_another_part(table):
    phone = a_phone(table, 0)
    phone.get(path(table))
    known = part_of(phone, table)["ETag"]
    asked = phone.get(path(table), LIVE, headers={"If-None-Match": known, "Accept-Language": "it"})
    assert "Mano 1" in text(asked)


def test_what_there_is_to_say_is_said(table):
    phone = a_phone(table, 0)
    phone.get(path(table))
    known = part_of(phone, table)["ETag"]
    phone.get(path(table, "table-hand", 9))
    asked = part_of(phone, table, known=known)
    assert 'class="notes"' in asked.content.decode()
    assert "ETag" not in asked
    assert part_of(phone, table, known=known).status_code == 304


def test_a_whole_page_has_no_etag(table):
    phone = a_phone(table, 0)
    known = part_of(phone, table)["ETag"]
    page = phone.get(path(table), headers={"If-None-Match": known})
    assert (page.status_code, "ETag" in page) == (200, False)


@pytest.mark.parametrize("where", [("at-table",), ("table-hand", 1)])
def test_a_stranger_is_shown_what_the_page_shows_him(table, where):
    phone, thief = a_phone(table, 0), Client()
    known = part_of(phone, table, *where)["ETag"]
    thief.cookies["table"] = phone.cookies["table"].value
    for stranger in (Client(), thief):
        asked = part_of(stranger, table, *where, known=known)
        assert asked.status_code == stranger.get(path(table, *where)).status_code
        assert asked.content == b"" or "Scan the card on your table" in text(asked)
        assert "ETag" not in asked


def test_a_seat_that_another_phone_took_has_another_frame(table):
    phone = a_phone(table, 0)
    frame = re.compile(r'data-frame="([^"]*)"')
    before = frame.findall(part_of(phone, table).content.decode())
    phone.post(path(table, "stand-up"))
    after = frame.findall(part_of(phone, table).content.decode())
    assert (before, after) == ([f"{table.pk}.0.{seats.entry_at(table, 0).name}"], [f"{table.pk}.."])


class TestTheKiosk:
    @pytest.fixture
    def kiosk(self, table, director):
        director.post(path(table, "start-kiosk"))
        return director

    def test_it_fetches_the_part_of_the_tables_to_choose_from(self, table, kiosk):
        page, part = kiosk.get(path(table, "kiosk-tables")), part_of(kiosk, table, "kiosk-tables")
        assert FRAME.search(part.content.decode()) is None
        assert live_region(page) in plain(part)

    @pytest.mark.slow
    def test_its_table_leads_on_to_the_next_round(self, table, kiosk):
        kiosk.get(path(table, "choose-table", 1))
        kiosk.get(path(table))
        known = part_of(kiosk, table)["ETag"]
        assert part_of(kiosk, table, known=known).status_code == 304
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        closed = part_of(kiosk, table, known=known)
        assert "Round 1 is closed" in text(closed)
        a_round(table.round.tournament)
        answered = part_of(kiosk, table, known=closed["ETag"])
        assert (answered.status_code, answered.url) == (302, path(table, "kiosk-tables"))
