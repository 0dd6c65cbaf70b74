"""Bids at the table: one phone locks them, and every phone shows them."""

import re

import pytest

from tests.halls import a_round, a_tournament
from tests.web.pages import text, to_mend
from tournaments.models import Announcement, Hand

from .at_table import a_phone, name_of, path, pin_of

pytestmark = pytest.mark.django_db
BIDS, OTHERS, TRICKS = (3, 4, 0, 5), (3, 4, 1, 5), (3, 5, 0, 5)
BY_SCRIPT = {"Accept": "application/json"}


@pytest.fixture
def table(club):
    return a_round(a_tournament(club, ruleset="buddha", table={})).tables.get(number=1)


def sides(name, values):
    return {f"line-{side}-{name}": value for side, value in enumerate(values)}


def lock(phone, table, bids=BIDS, **more):
    said = sides("bid", bids) | {"do": "lock"} | more
    return phone.post(path(table, "table-hand", 1), said, follow=True)


def send(phone, table, tricks=TRICKS, locked=1, **more):
    said = sides("tricks", tricks) | {"locked": locked} | more
    return phone.post(path(table, "table-hand", 1), said, follow=True)


def visible_text(page):
    return re.findall(r'class="locked">(\d+)<', page.content.decode())


@pytest.mark.slow
def test_every_phone_shows_what_one_has_locked(table):
    north, south = a_phone(table, 0), a_phone(table, 2)
    assert "Lock the bids" in text(south.get(path(table)))
    assert visible_text(lock(north, table)) == list("3405")
    assert visible_text(south.get(path(table))) == list("0534")  # its own first


@pytest.mark.slow
def test_any_phone_enters_the_tricks(table):
    lock(a_phone(table, 0), table)
    send(a_phone(table, 2), table)
    hand = Hand.objects.get()
    assert (hand.seat, hand.scores) == (2, [50, -10, 120, 70])


def test_the_news_tell_the_other_phones(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    before = east.get(path(table, "table-news")).json()["mark"]
    lock(north, table)
    assert east.get(path(table, "table-news")).json()["mark"] != before


def test_who_locks_something_else_compares_first(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    lock(north, table)
    refused = lock(east, table, OTHERS)
    assert refused.status_code == 422
    assert to_mend(refused) == ["A different announcement is already locked for hand 1: compare before you change it."]
    page = refused.content.decode()
    assert re.findall(r'name="line-\d-bid"[^>]* value="(\d)"', page) == list("4153")
    assert f"{name_of(table, 0)}: {name_of(table, 0)} 3" in text(refused)
    assert Announcement.objects.count() == 1


def test_a_change_is_open_to_all(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    lock(north, table)
    page = east.get(path(table, "table-hand", 1) + "?change")
    assert 'name="locked" value="1"' in page.content.decode()
    lock(east, table, OTHERS, locked=1)
    page_text = text(north.get(path(table)))
    assert f"{name_of(table, 2)} 0" in page_text
    assert f"{name_of(table, 2)} 1" in page_text
    assert f"{name_of(table, 1)}: " in page_text


def test_tricks_for_bids_that_changed_are_looked_at_again(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    lock(north, table)
    lock(east, table, OTHERS, locked=1)
    refused = send(north, table)
    message = "The announcements for hand 1 were changed meanwhile: look at them again."
    assert (refused.status_code, to_mend(refused)) == (422, [message])
    assert 'name="locked" value="2"' in refused.content.decode()
    assert not Hand.objects.exists()
    by_script = north.post(path(table, "table-hand", 1), sides("tricks", TRICKS) | {"locked": 1}, headers=BY_SCRIPT)
    assert (by_script.status_code, by_script.json()["codes"]) == (412, ["announcement_changed"])


def test_who_disagrees_with_the_tricks_keeps_the_bids(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    lock(north, table)
    send(north, table)
    page = east.get(path(table, "table-hand", 1))
    assert visible_text(page) == list("4053")
    assert "Change them" not in text(page)
    send(east, table, (3, 4, 0, 6), purpose="counter", replaces=1)
    counter = Hand.objects.get(is_current=True)
    assert [line["bid"] for line in counter.lines] == [3, 4, 0, 5]


def test_a_seat_without_a_phone_locks_with_its_pin(table):
    north = a_phone(table, 0)
    refused = lock(north, table, seat=1)
    assert to_mend(refused) == ["Enter the PIN on this player’s slip."]
    lock(north, table, seat=1, pin=pin_of(table, 1))
    assert Announcement.objects.get().seat == 1


def test_a_phone_without_a_seat_locks_nothing(table):
    assert lock(a_phone(table), table).status_code == 422
    assert not Announcement.objects.exists()
