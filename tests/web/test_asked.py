"""The form names who will be asked whether the hand is right, and the page names the same one once it is sent."""

import re
from html import unescape

import pytest

from tests.halls import a_round, a_tournament, play
from tests.web.pages import text

from .at_table import OTHER, a_phone, answer, enter, name_of, path
from .test_deciding_words import CASES, ENDS
from .test_own_side_first import lock, send

pytestmark = pytest.mark.django_db
ASKED = re.compile(r'data-asked="([^"]*)"')


def asked_by_form(phone, table, hand=1, *, adds_up=True):
    """Return who will be asked according to the form; None if it names nobody, as a form without a sum."""
    page = phone.get(path(table, "table-hand", hand)).content.decode()
    assert ('class="total"' in page) == adds_up
    return next((unescape(name) for name in ASKED.findall(page)), None)


def asked_once_sent(page):
    return re.search(r"Hand \d was sent. (.+?) must confirm it.", text(page)).group(1)


@pytest.mark.parametrize(("phones", "asked"), [((), 3), ((3,), 3), ((2,), 2), ((1, 2), 2), ((1,), 1), ((1, 2, 3), 3)])
def test_the_nearest_seat_before_the_senders_that_has_a_phone_else_the_nearest(table, phones, asked):
    north = a_phone(table, 0)
    for seat in phones:
        a_phone(table, seat)
    named = asked_by_form(north, table)
    assert named == name_of(table, asked)
    assert asked_once_sent(enter(north, table)) == named


@pytest.mark.parametrize("sender", range(4))
def test_whoever_sends_the_same_one_is_named_before_and_after(table, sender):
    phones = [a_phone(table, seat) for seat in range(4)]
    named = asked_by_form(phones[sender], table)
    assert named == name_of(table, (sender - 1) % 4)
    assert asked_once_sent(enter(phones[sender], table)) == named
    assert "Right?" in text(phones[(sender - 1) % 4].get(path(table)))


@pytest.mark.parametrize("phones", ["one for the table", "one for each"])
@pytest.mark.parametrize("case", CASES)
def test_in_every_game_the_same_one_is_named(table_of, case, phones):
    slug, entries, partners, options = CASES[case]
    table = table_of(slug, entries, partners, options=options, table=ENDS.get(slug, {}))
    seats = range(table.seats.count()) if phones == "one for each" else [0]
    sender, *_others = [a_phone(table, seat) for seat in seats]
    adds_up = bool(table.round.tournament.rules.sums(table.round.tournament.options, entries))
    lock(sender, table)
    named = asked_by_form(sender, table, adds_up=adds_up)
    asked = asked_once_sent(send(sender, table, 1))
    assert asked == name_of(table, table.seats.count() - 1)
    assert named == (asked if adds_up else None)


@pytest.mark.parametrize("phones", [(), (3,)])
def test_whoever_is_out_of_the_game_is_not_asked(table_of, phones):
    table = table_of("busca-elimination", 4, table={})
    north = a_phone(table, 0)
    for seat in phones:
        a_phone(table, seat)
    for hand in (1, 2):
        play(table, hand, (1, 1, 1, 37))
    named = asked_by_form(north, table, 3)
    assert named == name_of(table, 2)
    sent = enter(north, table, (9, 12, 19), 3)
    assert asked_once_sent(sent) == named


@pytest.mark.slow
def test_an_opponent_is_asked_rather_than_a_partner(club):
    plan = {"ruleset": "brisca", "table": {"target": 3}, "pairing": "individual"}
    table = a_round(a_tournament(club, players=4, **plan)).tables.get(number=1)
    assert [seat.side for seat in table.seats.order_by("number")] == [0, 1, 0, 1]
    phone = a_phone(table, 0)
    a_phone(table, 2)
    a_phone(table, 1)
    assert asked_by_form(phone, table) == name_of(table, 1)


def test_a_counter_proposal_asks_whoever_sent_the_hand(table):
    north, west = a_phone(table, 0), a_phone(table, 3)
    a_phone(table, 2)
    enter(north, table)
    assert asked_by_form(west, table) == name_of(table, 0)
    page = enter(west, table, OTHER, purpose="counter", replaces="1")
    assert asked_once_sent(page) == name_of(table, 0)
    assert asked_by_form(north, table) is None


@pytest.mark.parametrize("confirmation", ["table-end", "director"])
def test_nobody_is_named_where_no_player_is_asked_after_the_hand(db, confirmation):
    table = a_round(a_tournament(confirmation=confirmation)).tables.get(number=1)
    assert asked_by_form(a_phone(table, 0), table) is None


def test_correction_request_names_no_confirmer(table):
    north, west = a_phone(table, 0), a_phone(table, 3)
    enter(north, table)
    answer(west, table)
    assert asked_by_form(north, table) is None
    assert asked_by_form(north, table, 2) == name_of(table, 3)
