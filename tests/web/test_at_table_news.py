"""Updates of a phone while its user types, and the comparison of two tallies."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import text
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall

from .at_table import LEVEL, OTHER, a_phone, answer, enter, name_of, path, send, tally

pytestmark = pytest.mark.django_db


def news(phone, table, hand=None):
    asked = {} if hand is None else {"hand": hand}
    return phone.get(path(table, "table-news"), asked).json()


def compare(phone, table, points=OTHER, hand=1):
    return phone.post(path(table, "table-hand", hand), tally(points, do="compare"), follow=True)


def typed(page):
    found = re.findall(r'name="line-(\d)-points"[^>]* value="(\d+)"', page.content.decode())
    return [int(points) for _side, points in sorted(found)]


class Meanwhile:
    """Does something once, as soon as a table's hands have been read for a page."""

    def __init__(self, act):
        self.act, self.is_due = act, True

    def __call__(self, execute, sql, *arguments):
        found = execute(sql, *arguments)
        if self.is_due and '"lines"' in sql and 'FROM "tournaments_hand"' in sql:
            self.is_due = False
            self.act()
        return found


class TestTheNews:
    def test_they_are_a_mark_that_changes_with_the_table(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        before = news(east, table)
        assert (news(east, table), list(before)) == (before, ["mark"])
        enter(north, table)
        assert news(east, table)["mark"] != before["mark"]
        assert news(Client(), table) == {"mark": ""}

    def test_a_page_never_claims_to_know_what_came_while_it_was_made(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        before = news(east, table)["mark"]
        meanwhile = Meanwhile(lambda: enter(north, table))
        with connection.execute_wrapper(meanwhile):
            page = east.get(path(table, "at-table"))
        assert (meanwhile.is_due, "Hand 1" in text(page)) == (False, True)
        assert re.findall(r'data-mark="(\w+)"', page.content.decode()) == [before]
        assert news(east, table)["mark"] != before

    def test_who_types_hears_who_was_faster(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        assert "sent" not in news(east, table, 1)
        enter(north, table)
        message = f"{name_of(table, 0)} has already sent hand 1: compare it with yours."
        assert news(east, table, 1)["sent"] == message
        assert "sent" not in news(east, table, 2)

    def test_also_that_it_was_the_director(self, table):
        east = a_phone(table, 1)
        play(table)
        message = "The director has already entered hand 1: compare it with yours."
        assert news(east, table, 1)["sent"] == message

    def test_but_not_of_what_this_phone_has_sent(self, table):
        north = a_phone(table, 0)
        send(north, table, "a" * 32)
        assert "sent" not in news(north, table, 1)

    @pytest.mark.parametrize("hand", ["", "x", "-1", "9" * 40])
    def test_what_is_no_hand_is_none(self, table, hand):
        assert list(news(a_phone(table, 0), table, hand)) == ["mark"]

    @pytest.mark.parametrize(("ruleset", "queries"), [("busca-accademia", 4), ("buddha", 5)], ids=["busca", "buddha"])
    def test_they_cost_the_same_in_any_hall(self, club, ruleset, queries):
        plan = {"table": {"hands": 2}} if ruleset == "busca-accademia" else {"table": {}}
        table = a_round(a_tournament(club, ruleset=ruleset, **plan)).tables.get(number=1)
        phone = a_phone(table, 1)
        with CaptureQueriesContext(connection) as asked:
            news(phone, table, 1)
        assert len(asked) == queries

    def test_a_name_costs_one_more(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        with CaptureQueriesContext(connection) as queries:
            answered = east.get(path(table, "table-news"), {"hand": 1})
        assert len(queries) == 5
        assert len(answered.content) < 200


class TestComparing:
    @pytest.fixture
    def phones(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        return north, east

    def test_what_differs_is_kept_beside_what_was_sent(self, table, phones):
        page = compare(phones[1], table)
        assert f"{name_of(table, 0)} has sent hand 1:" in text(page)
        assert typed(page) == list(OTHER)
        assert 'name="purpose" value="counter"' in page.content.decode()
        assert Hand.objects.count() == 1
        assert not HelpCall.objects.exists()

    def test_the_other_is_right_after_all(self, table, phones):
        page = compare(phones[1], table)
        assert f"{name_of(table, 0)} is right after all" in text(page)
        answer(phones[1], table)
        assert Hand.objects.get().state == "confirmed"

    def test_or_what_was_typed_is_proposed(self, table, phones):
        enter(phones[1], table, OTHER, purpose="counter", replaces=1)
        assert Hand.objects.get(is_current=True).seat == 1
        assert not HelpCall.objects.exists()

    def test_the_same_is_only_a_question(self, table, phones):
        page = compare(phones[1], table, LEVEL)
        assert "You: 10 points, 1 busca. Right?" in text(page)

    def test_what_the_director_entered_can_be_asked_to_be_corrected(self, table):
        east = a_phone(table, 1)
        play(table)
        page = compare(east, table)
        assert "The director has entered hand 1:" in text(page)
        assert "Ask for a correction of hand 1" in text(page)
        assert typed(page) == list(OTHER)

    def test_what_nobody_has_sent_is_not_compared(self, table):
        assert "Hand 1" in text(compare(a_phone(table, 1), table))

    def test_after_the_close_it_is_a_request(self, table, phones):
        by = director_of(table.round.tournament)
        rounds.close_round(table.round, by=by, anyway=True)
        assert "Ask for a correction of hand 1" in text(compare(phones[1], table))


def test_where_the_director_confirms_two_tallies_are_both_kept(club):
    round_ = a_round(a_tournament(club, table={"hands": 1}, confirmation="director"))
    table = round_.tables.get(number=1)
    north, east = a_phone(table, 0), a_phone(table, 1)
    enter(north, table)
    page = compare(east, table)
    assert "I do not know what is right" not in text(page)
    assert "is right after all" not in text(page)
    response = enter(east, table, OTHER, purpose="counter", replaces=1)
    assert "Hand 1 is disputed" in text(response)
    assert HelpCall.objects.get().reason == "dispute"
