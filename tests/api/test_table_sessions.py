"""table-sessions/: opening a session with a card, and its rate limits."""

import logging

import pytest
from django.core.cache import cache

from tests.clock import begin_within_one_minute
from tests.halls import a_round
from tournaments.models import Tournament

from .caller import Caller, codes, faults
from .table import HAND, TABLE, entered, pin, yes

pytestmark = pytest.mark.django_db


class TestComingIn:
    def test_by_the_cards_secret(self, anybody, card, round_):
        answer = anybody.post("table-sessions/", {"secret": card.secret})
        opened = answer.json()
        assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
        assert (opened["tournament"], opened["round"], opened["table"]) == ("serata", 1, 1)
        assert opened["url"] == f"/api/v1/{TABLE}"
        assert [seat["claimed"] for seat in opened["seats"]] == [False] * 4
        session = Caller(Authorization=f"Table {opened['secret']}")
        assert session.get("table-sessions/current/").json()["url"] == opened["url"]

    def test_by_its_short_code(self, anybody, card):
        body = {"tournament": "serata", "code": card.code.lower()}
        assert anybody.post("table-sessions/", body).json()["table"] == 1

    def test_a_browser_keeps_it_out_of_the_reach_of_scripts(self, anybody, card, settings):
        for https in (False, True):
            settings.HTTPS = https
            answer = anybody.post("table-sessions/", {"secret": card.secret})
            session, device = answer.cookies["table"], answer.cookies["device"]
            assert (session.value, device.value) == (answer.json()["secret"], answer.json()["device"])
            assert (session["path"], device["path"]) == ("/t/serata", "/t/")
            for cookie in (session, device):
                assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
                assert bool(cookie["secure"]) == https

    def test_unknown_secret_is_refused_with_a_hint(self, anybody, round_):
        assert codes(anybody.post("table-sessions/", {"secret": "x" * 22}), 403) == ["unknown_key"]
        body = {"tournament": "serata", "code": "AAAAAAAA"}
        answer = anybody.post("table-sessions/", body)
        assert faults(answer, 403) == [("/code", "unknown_code")]
        assert answer.json()["detail"] == "No table has this code: look at the card again."
        assert faults(anybody.post("table-sessions/", {})) == [
            ("/tournament", "missing_field"),
            ("/code", "missing_field"),
        ]

    def test_it_tells_nobody_which_tournaments_there_are(self, anybody, round_):
        Tournament.objects.update(visibility="private")
        slugs = ("serata", "nowhere")
        wanted = [{"tournament": slug, "code": "AAAAAAAA"} for slug in slugs]
        there, nowhere = (anybody.post("table-sessions/", each) for each in wanted)
        assert (there.status_code, there.content) == (nowhere.status_code, nowhere.content)

    def test_a_session_can_be_ended(self, phone):
        north = phone(0)
        assert north.delete("table-sessions/current/").status_code == 204
        assert codes(north.get(HAND), 401) == ["session_over"]

    def test_a_rotated_card_opens_nothing_nor_do_its_sessions(self, phone, bare, director):
        north = phone(0)
        fresh = director.post("tournaments/serata/cards/1/rotate/").json()
        assert codes(bare.get(TABLE), 401) == ["card_replaced"]
        assert codes(north.put(HAND, entered()), 401) == ["card_replaced"]
        again = Caller(Authorization=f"Table {fresh['secret']}")
        assert again.get(TABLE).status_code == 200

    def test_malformed(self, round_):
        for header in ("Table", "Table a b", "Table "):
            answer = Caller(Authorization=header).get(TABLE)
            assert codes(answer, 401) == ["authentication_failed"]

    def test_the_card_of_a_private_tournament_opens_it(self, phone, round_):
        Tournament.objects.update(visibility="private")
        north = phone(0)
        assert north.put(HAND, entered()).status_code == 201
        assert north.get(TABLE).json()["hands"][0]["seat"] == 0

    def test_while_no_round_is_in_play(self, anybody, director, tournament):
        a_round(tournament, publish=False)
        secret = director.get("tournaments/serata/cards/").json()["results"][0]["secret"]
        answer = anybody.post("table-sessions/", {"secret": secret})
        assert codes(answer, 409) == ["no_round_in_play"]

    def test_no_secret_is_logged(self, phone, bare, card, caplog):
        caplog.set_level(logging.DEBUG)
        north = phone(0)
        north.put(HAND, entered())
        bare.post(HAND + "confirmations/", yes(1, pin=pin(1)))
        secret = north.headers["Authorization"].split()[1]
        assert secret not in caplog.text
        assert card.secret not in caplog.text


class TestHowOften:
    def test_each_session_has_a_count_of_its_own(self, phone, settings):
        limits = {"address": 10_000, "token": 10_000, "table": 3}
        settings.API_REQUESTS_PER_MINUTE = limits
        first, second = phone(), phone()
        cache.clear()
        begin_within_one_minute()
        assert [first.get(TABLE).status_code for _i in range(4)] == [200, 200, 200, 429]
        assert second.get(TABLE).status_code == 200

    def test_changes_are_counted_for_all_processes_together(self, phone, bare, settings):
        settings.TABLE_CHANGES_PER_MINUTE = 3
        begin_within_one_minute()
        first, second = phone(0), phone(1)
        messages = []
        for _i in range(3):
            messages.append(first.put(HAND, entered()).status_code)
            cache.clear()  # as another process, which remembers nothing of this one's requests
        assert messages == [201, 200, 429]
        assert (second.get(TABLE).status_code, first.get(TABLE).status_code) == (200, 200)
        assert second.post(HAND + "confirmations/", yes(1)).status_code == 200
        assert bare.put(HAND, entered(seat=2)).status_code == 200
