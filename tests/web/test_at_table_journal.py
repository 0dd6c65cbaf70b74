"""The journal of a phone: sent until it is answered, once."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.api.caller import Caller, codes
from tests.clock import begin_within_one_minute
from tests.halls import LEVEL, a_round, busca, director_of, play
from tests.web.pages import text
from tournaments.actions.at_table import keys
from tournaments.actions.rounds import rounds
from tournaments.http import SESSION
from tournaments.models import Hand, HelpCall, Round, TableKey

from .at_table import OTHER, a_phone, answer, card, enter, name_of, path, say, send, tally

pytestmark = pytest.mark.django_db


class TestTheJournal:
    def test_the_same_key_is_answered_as_the_first_time(self, table):
        phone = a_phone(table, 0)
        first, again = send(phone, table, "a" * 32), send(phone, table, "a" * 32)
        assert first.json() == again.json() == {"hands": [[1, "submitted"]]}
        assert Hand.objects.count() == 1

    def test_also_from_a_page_that_was_loaded_again(self, table):
        phone = a_phone(table, 0)
        for token in ("one", "another"):
            sent = send(phone, table, "a" * 32, csrfmiddlewaretoken=token)
            assert sent.json() == {"hands": [[1, "submitted"]]}
        assert Hand.objects.count() == 1

    def test_also_when_somebody_changed_the_hand_meanwhile(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        send(north, table, "a" * 32)
        enter(east, table, OTHER, purpose="counter", replaces=1)
        assert send(north, table, "a" * 32).json() == {"hands": [[1, "submitted"]]}
        assert Hand.objects.get(is_current=True).version == 2

    def test_the_key_with_another_tally_is_refused(self, table):
        phone = a_phone(table, 0)
        send(phone, table, "a" * 32)
        assert send(phone, table, "a" * 32, OTHER).json()["codes"] == ["idempotency_key_reused"]

    def test_the_key_by_the_other_road_is_the_same_key(self, table):
        phone = a_phone(table, 0)
        send(phone, table, "a" * 32)
        hand = f"tournaments/{table.round.tournament.slug}/rounds/1/tables/1/hands/1/"
        program = Caller(Authorization=f"Table {phone.cookies[SESSION].value}")
        again = program.put(hand, {**busca(LEVEL), "seat": 0}, headers={"Idempotency-Key": "a" * 32})
        assert codes(again, 422) == ["idempotency_key_reused"]
        assert Hand.objects.count() == 1

    def test_two_phones_with_the_same_tally_make_one_result(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        send(north, table, "a" * 32)
        assert send(east, table, "b" * 32).json() == {"hands": [[1, "confirmed"]]}
        assert Hand.objects.count() == 1

    def test_a_dispute_is_kept_and_says_so(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        send(north, table, "a" * 32)
        response = send(east, table, "b" * 32, OTHER)
        assert (response.status_code, response.json()["kept"]) == (409, True)
        assert Hand.objects.count() == 2
        assert HelpCall.objects.count() == 1

    def test_what_was_kept_until_after_the_close_becomes_a_request(self, table):
        phone = a_phone(table, 0)
        tournament = table.round.tournament
        play(table, 1)
        rounds.close_round(table.round, by=director_of(tournament), anyway=True)
        a_round(tournament)
        assert send(phone, table, "a" * 32, hand=2).json() == {"hands": [[2, "requested"]]}

    def test_what_comes_after_the_cookie_expired_is_refused_for_its_closed_round(self, table):
        """No card would help, so the phone offers to discard it."""
        phone = a_phone(table, 0)
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        Round.objects.update(closed_at=timezone.now() - timedelta(hours=25))
        del phone.cookies[SESSION]
        late = send(phone, table, "a" * 32)
        assert (late.status_code, late.json()["codes"]) == (401, ["round_closed"])
        assert send(Client(), table, "a" * 32).json()["codes"] == ["not_at_table"]

    def test_a_phone_that_was_sent_away_is_told_to_scan(self, table):
        phone = a_phone(table, 0)
        keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        assert send(phone, table, "a" * 32).status_code == 401

    def test_what_a_phone_kept_waits_until_somebody_sits_down_with_it(self, table):
        phone = a_phone(table)
        response = send(phone, table, "a" * 32)
        assert (response.status_code, response.json()["codes"]) == (401, ["seat_not_claimed"])
        phone.post(path(table, "claim-seat"), {"seat": 0})
        assert send(phone, table, "a" * 32).json() == {"hands": [[1, "submitted"]]}

    def test_a_yes_is_answered_once_for_every_key(self, table):
        north, west = a_phone(table, 0), a_phone(table, 3)
        enter(north, table)
        assert say(west, table, "a" * 32).json() == {"hands": [[1, "confirmed"]]}
        assert say(west, table, "a" * 32).json() == {"hands": [[1, "confirmed"]]}

    def test_a_yes_to_what_was_changed_meanwhile_is_refused(self, table):
        north, east, west = (a_phone(table, seat) for seat in (0, 1, 3))
        enter(north, table)
        enter(east, table, OTHER, purpose="counter", replaces=1)
        late = say(west, table, "a" * 32)
        assert (late.status_code, late.json()["codes"]) == (412, ["hand_changed"])

    def test_a_no_calls_the_director_once(self, table):
        north, west = a_phone(table, 0), a_phone(table, 3)
        enter(north, table)
        for _again in range(2):
            assert say(west, table, "a" * 32, accept="no").json() == {"hands": [[1, "disputed"]]}
        assert HelpCall.objects.count() == 1

    def test_a_yes_of_a_phone_that_was_sent_away_waits_for_the_card(self, table):
        north, west = a_phone(table, 0), a_phone(table, 3)
        enter(north, table)
        keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        assert say(west, table, "a" * 32).status_code == 401

    def test_a_skipped_hand_is_told_which_one_comes_first(self, table):
        skipped = send(a_phone(table, 0), table, "a" * 32, hand=2)
        assert (skipped.status_code, skipped.json()["problems"]) == (409, ["Enter hand 1 first."])


class TestDisputes:
    """Both versions are side by side for the players of the table, and the player who objected may give in."""

    @pytest.fixture
    def phones(self, table):
        phones = {seat: a_phone(table, seat) for seat in (0, 1, 2)}
        enter(phones[0], table)
        enter(phones[1], table, OTHER)
        return phones

    @pytest.mark.slow
    def test_everybody_compares(self, table, phones):
        for phone in phones.values():
            page = phone.get(path(table))
            assert "Hand 1 is disputed" in text(page)
            assert page.content.decode().count("<mark>") == 16

    def test_only_who_objected_may_give_in(self, table, phones):
        words = f"{name_of(table, 0)} is right after all"
        found = [words in text(phone.get(path(table))) for phone in phones.values()]
        assert found == [False, True, False]

    def test_giving_in_confirms_it(self, table, phones):
        answer(phones[1], table)
        assert Hand.objects.get(is_current=True).state == "confirmed"
        assert "is disputed" not in text(phones[1].get(path(table)))


class TestHowOften:
    @pytest.fixture(autouse=True)
    def _few(self, settings):
        settings.TABLE_CHANGES_PER_MINUTE = 3
        begin_within_one_minute()

    @pytest.mark.slow
    def test_a_phone_that_asks_too_often_waits_and_others_do_not(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        before = enter(north, table).status_code, enter(north, table).status_code
        refused = enter(north, table, OTHER)
        assert (before, refused.status_code) == ((200, 200), 429)
        assert 0 < int(refused["Retry-After"]) <= 60
        assert "wait a minute. What is recorded stays recorded" in text(refused)
        assert north.get(path(table)).status_code == 200
        assert answer(east, table).status_code == 200
        assert Hand.objects.get().state == "confirmed"

    def test_its_journal_is_told_in_json(self, table):
        north = a_phone(table, 0)
        for _i in range(2):
            enter(north, table)
        accept = {"accept": "application/json"}
        refused = north.post(path(table, "table-hand", 1), tally(), headers=accept)
        assert (refused.status_code, refused.json()["codes"]) == (429, ["throttled"])

    def test_a_card_is_counted_too(self, table):
        secret = {"secret": card(table).secret}
        opened = [Client().post(path(table, "open-table"), secret).status_code for _i in range(4)]
        assert opened == [302, 302, 302, 429]
