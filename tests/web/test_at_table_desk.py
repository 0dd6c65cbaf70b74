"""Calls and refusals of tables at the desk, and a shared tablet."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.clock import stand_still
from tests.halls import a_round, director_of, play
from tests.web.pages import text, told
from tournaments.actions.at_table import seats
from tournaments.actions.hands import help_calls
from tournaments.actions.hands.help_calls import DISPUTE
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall, Tournament

from .at_table import OTHER, a_phone, answer, card, enter, path, pin_of, wrong_pin

pytestmark = pytest.mark.django_db


class TestTheDirector:
    def desk(self, table):
        return reverse("desk", args=[table.round.tournament.slug])

    def test_a_call_is_red_until_it_is_answered(self, table, owner):
        a_phone(table, 0).post(path(table, "call-director"))
        assert "Table 1 calls" in text(owner.get(self.desk(table)))
        owner.post(path(table, "answer-call", HelpCall.objects.get().pk))
        assert "Table 1 calls" not in text(owner.get(self.desk(table)))

    def test_the_table_is_told_that_somebody_comes(self, table, owner):
        phone = a_phone(table, 0)
        said = [text(phone.post(path(table, "call-director"), follow=True))]
        owner.post(path(table, "answer-call", HelpCall.objects.get().pk))
        said.append(text(phone.get(path(table))))
        HelpCall.objects.update(answered_at=timezone.now() - timedelta(minutes=11))
        said.append(text(phone.get(path(table))))
        assert ["Somebody is on the way. Call the director" in page for page in said] == [False, True, False]

    def test_of_a_dispute_that_is_decided_nobody_comes(self, table, owner):
        north = a_phone(table, 0)
        enter(north, table)
        enter(a_phone(table, 1), table, OTHER)
        help_calls.call_director(table, seat=1, reason=DISPUTE)
        owner.post(path(table, "answer-call", HelpCall.objects.get().pk))
        said = [text(north.get(path(table)))]
        owner.post(reverse("decide-dispute", args=[table.round.tournament.slug, 1, 1, 1]), {"shown": 1, "version": 2})
        said.append(text(north.get(path(table))))
        assert ["Somebody is on the way." in page for page in said] == [True, False]

    def test_a_dispute_is_shown_with_both_versions(self, table, owner):
        enter(a_phone(table, 0), table)
        enter(a_phone(table, 1), table, OTHER)
        page = text(owner.get(self.desk(table)))
        assert "Table 1 does not agree on hand 1" in page
        assert ("10 · 1 busca" in page, "37 · 17 buscas" in page) == (True, True)

    @pytest.mark.slow
    @pytest.mark.parametrize(("accept", "scores"), [("yes", [17, 0, 0, 0]), ("no", [1, 1, 1, 1])])
    def test_a_request_is_decided(self, table, owner, accept, scores):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        answer(east, table)
        enter(north, table, OTHER, purpose="correction", replaces=1, reason="The Pita")
        page = text(owner.get(self.desk(table)))
        assert ("asks for a correction of hand 1" in page, "“The Pita”" in page) == (True, True)
        requested = Hand.objects.get(state="requested")
        fields = {"accept": accept, "reason": "The Pita", "version": "1"}
        owner.post(path(table, "decide-correction", requested.pk), fields)
        assert Hand.objects.get(is_current=True).scores == scores
        assert "asks for a correction" not in text(owner.get(self.desk(table)))

    @pytest.mark.slow
    @pytest.mark.parametrize("back", [{}, {"back": "table"}])
    def test_decides_a_dispute_with_one_tap_and_undoes_it(self, table, owner, back):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        enter(east, table, OTHER)
        place = [table.round.tournament.slug, 1, 1]
        pages = {"table": reverse("table", args=place), "desk": self.desk(table)}
        here = pages[back.get("back", "desk")]
        where = reverse("decide-dispute", args=[*place, 1])
        assert f'action="{where}"' in owner.get(here).content.decode()
        response = owner.post(where, {"shown": 1, "version": 2, **back}, follow=True)
        assert (response.request["PATH_INFO"], Hand.objects.current().get().scores) == (here, [17, 0, 0, 0])
        assert "decided for 37 · 1 · 1 · 1" in text(owner.get(self.desk(table)))
        undo = reverse("undo-decision", args=[*place, 1])
        assert f'action="{undo}"' in owner.get(here).content.decode()
        response = owner.post(undo, {"version": 3, **back}, follow=True)
        assert response.request["PATH_INFO"] == here
        assert Hand.objects.current().get().state == "disputed"
        assert owner.post(where, {"shown": 1, "version": 9}).status_code == 404

    def test_renews_a_pin_and_rotates_a_card(self, table, owner):
        entry, old, before = seats.entry_at(table, 0), pin_of(table, 0), card(table)
        owner.post(path(table, "renew-pin", entry.pk))
        owner.post(path(table, "rotate-card", 1))
        assert (pin_of(table, 0) == old, card(table) == before) == (False, False)


class TestTheKiosk:
    @pytest.fixture
    def kiosk(self, table, owner):
        owner.post(path(table, "start-kiosk"))
        return owner

    @pytest.mark.parametrize("which", [{}, {"table": "1"}])
    def test_one_is_made_from_an_address_with_a_key(self, table, owner, which):
        slug = table.round.tournament.slug
        answer = owner.post(reverse("start-kiosk", args=[f"{slug}~key"]), which)
        assert answer["Location"].startswith(f"/t/{slug}/")

    def test_whoever_directs_is_signed_out(self, table, kiosk):
        assert kiosk.get(reverse("desk", args=[table.round.tournament.slug])).status_code == 403

    def test_every_seat_enters_and_confirms_with_its_pin(self, table, kiosk):
        kiosk.get(path(table, "choose-table", 1))
        message = "Enter the PIN on this player’s slip."
        assert message in text(enter(kiosk, table, seat=0))
        assert not Hand.objects.exists()
        enter(kiosk, table, seat=0, pin=pin_of(table, 0))
        assert message in text(answer(kiosk, table, seat=1))
        answer(kiosk, table, seat=0, pin=pin_of(table, 0))
        assert Hand.objects.get().state == "submitted"
        answer(kiosk, table, seat=1, pin=pin_of(table, 1))
        assert Hand.objects.get().state == "confirmed"

    def test_what_was_refused_is_still_being_typed(self, table, kiosk):
        kiosk.get(path(table, "choose-table", 1))
        pages = kiosk.get(path(table)), enter(kiosk, table, seat=0)
        assert [" data-typed data-hand=" in page.content.decode() for page in pages] == [False, True]

    def test_one_for_a_table_opens_that_table_alone(self, table, owner):
        owner.post(path(table, "start-kiosk"), {"table": "2"})
        assert owner.get(path(table, "choose-table", 1)).status_code == 404
        assert owner.get(path(table, "choose-table", 2)).status_code == 302

    @pytest.mark.parametrize(
        ("typed", "fault"),
        [
            ("99", "Table 99 does not play in round 1: look at the list of tables, or ask the director."),
            ("two", "Enter a whole number."),
            ("-1", "Enter a whole number."),
        ],
    )
    def test_wrong_table_is_refused_and_the_director_stays_signed_in(self, table, owner, typed, fault):
        assert told(owner.post(path(table, "start-kiosk"), {"table": typed}, follow=True)) == [fault]
        assert owner.get(path(table, "desk")).status_code == 200
        assert owner.get(path(table, "kiosk-tables")).status_code == 404

    def test_one_for_a_table_that_sits_out_a_round_says_so(self, table, owner):
        tournament = table.round.tournament
        rounds.close_round(table.round, by=director_of(tournament), anyway=True)
        owner.post(path(table, "start-kiosk"), {"table": "3"})
        assert "No round is in play." in text(owner.get(path(table, "kiosk-tables")))
        a_round(tournament)
        absent = "Table 3 does not play in round 2: look at the list of tables, or ask the director."
        page = text(owner.get(path(table, "kiosk-tables")))
        assert absent in page
        assert "No round is in play." not in page

    def test_it_goes_on_with_the_next_round(self, table, kiosk):
        kiosk.get(path(table, "choose-table", 1))
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        assert "Round 1 is closed" in text(kiosk.get(path(table)))
        a_round(table.round.tournament)
        assert kiosk.get(path(table)).headers["Location"] == path(table, "kiosk-tables")

    def test_its_mark_changes_with_the_rounds_and_their_hands(self, table, kiosk):
        marks = [mark(kiosk, table)]
        assert f'data-mark="{marks[0]}"' in kiosk.get(path(table, "kiosk-tables")).content.decode()
        play(table)
        marks.append(mark(kiosk, table))
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        marks.append(mark(kiosk, table))
        a_round(table.round.tournament)
        marks.append(mark(kiosk, table))
        assert len(set(marks)) == 4
        assert mark(kiosk, table) == marks[-1]

    def test_a_phone_is_no_kiosk(self, table):
        assert a_phone(table, 0).get(path(table, "choose-table", 2)).status_code == 404


def mark(client, table):
    return client.get(path(table, "kiosk-news")).json()["mark"]


def test_a_guessed_pin_is_told_to_the_director(table, owner):
    a_phone(table, 0)
    other = a_phone(table)
    for _try in range(5):
        other.post(path(table, "claim-seat"), {"seat": 0, "pin": wrong_pin(table, 0)})
    assert HelpCall.objects.get().reason == "pin"
    assert "somebody entered a wrong PIN five times" in text(owner.get("/tournaments/serata/desk/"))


class TestCodes:
    def type_wrong_ones(self, table, times):
        stranger = Client()
        return [text(stranger.post(path(table, "open-table"), {"code": "ABCDEFGH"})) for _try in range(times)]

    @pytest.mark.slow
    def test_five_wrong_ones_are_told_and_opened_again_with_one_tap(self, table, owner, monkeypatch):
        stand_still(monkeypatch)  # or a new phone has waited its second because the machine is slow
        desk = reverse("desk", args=[table.round.tournament.slug])
        told = self.type_wrong_ones(table, 5)
        assert ["No table has this code" in page for page in told] == [True] * 4 + [False]
        assert "scan the card, or ask the director to unblock codes" in told[4]
        warning = "5 wrong codes were entered recently. 1 phone is blocked from entering codes."
        assert warning in text(owner.get(desk))
        assert warning in text(owner.get(path(table, "table-cards")))
        typed = {"code": card(table).code}
        waiting = Client().post(path(table, "open-table"), typed)
        assert (waiting.status_code, waiting["Retry-After"]) == (429, "1")
        page = text(owner.post(path(table, "open-codes"), follow=True))
        assert ("Table codes can be entered again." in page, warning in page) == (True, False)
        assert Client().post(path(table, "open-table"), typed).status_code == 302

    def test_four_are_nobodys_business(self, table, owner):
        self.type_wrong_ones(table, 4)
        desk = reverse("desk", args=[table.round.tournament.slug])
        assert "wrong codes" not in text(owner.get(desk))


class TestSittingDown:
    def desk(self, table, owner):
        return text(owner.get(reverse("desk", args=[table.round.tournament.slug])))

    def test_a_second_seat_from_the_same_browser_is_told(self, table, owner):
        a_phone(table, 0)
        assert "Check who sits there" not in self.desk(table, owner)
        a_phone(table, 1)
        page_text = self.desk(table, owner)
        name = seats.entry_at(table, 1).name
        message = f"the seat of {name} and another seat were taken with the same kind of browser"
        assert message in page_text
        assert "Check who sits there" in page_text

    def test_with_pins_the_page_asks_for_them(self, table, owner):
        Tournament.objects.update(pins="first-claim")
        phone = a_phone(table)
        page = phone.get(path(table))
        assert "Tap your name and enter the PIN on your slip" in text(page)
        assert page.content.decode().count('name="pin"') == 4
        answer = phone.post(path(table, "claim-seat"), {"seat": 0}, follow=True)
        assert "Enter the PIN on your slip to sit down." in text(answer)
        phone.post(path(table, "claim-seat"), {"seat": 0, "pin": pin_of(table, 0)})
        assert "Hand 1" in text(phone.get(path(table)))
