"""The page of a table without scripts: joining, questions and refusals."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text
from tournaments.actions.at_table import keys
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall, SeatClaim, TableKey, TableSession

from .at_table import OTHER, a_phone, answer, card, enter, name_of, path, pin_of, tally, wrong_pin

pytestmark = pytest.mark.django_db


def test_a_hands_sheet_says_who_leads_that_hand(table):
    page_text = text(a_phone(table, 0).get(path(table)))
    assert f"Hand 1 {name_of(table, table.first_lead)} leads." in page_text


class TestTheDoor:
    def test_without_a_card_it_asks_for_one(self, table):
        page = Client().get(path(table))
        assert "Scan the card on your table" in text(page)
        assert page["X-Robots-Tag"] == "noindex, nofollow"
        assert name_of(table, 0) not in text(page)

    def test_an_address_typed_with_a_slash_leads_there_too(self, table):
        assert Client().get(path(table) + "/").url == path(table)

    def test_the_card_opens_the_table(self, table):
        phone = Client()
        opened = phone.post(path(table, "open-table"), {"secret": card(table).secret})
        assert opened.url == path(table)
        assert "Who are you?" in text(phone.get(path(table)))

    def test_so_does_its_code(self, table):
        phone = Client()
        code = card(table).code.lower()
        page = phone.post(path(table, "open-table"), {"code": f"{code[:4]} {code[4:]}"}, follow=True)
        assert "Who are you?" in text(page)

    def test_no_script_can_read_what_lets_in(self, table):
        phone = Client()
        opened = phone.post(path(table, "open-table"), {"secret": card(table).secret})
        kept = [opened.cookies[name] for name in ("table", "device")]
        assert [(c["httponly"], c["samesite"]) for c in kept] == [(True, "Lax")] * 2
        assert [c["path"] for c in kept] == [path(table), "/t/"]
        assert card(table).secret not in str(opened.cookies)

    def test_a_wrong_code_is_told_and_kept_to_be_mended(self, table):
        page = Client().post(path(table, "open-table"), {"code": "ABCDEFGH"})
        assert page.status_code == 422
        assert "No table has this code: look at the card again." in text(page)
        assert 'value="ABCDEFGH"' in page.content.decode()

    def test_a_card_put_out_of_use_opens_nothing_any_more(self, table):
        phone = a_phone(table, 0)
        keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        assert "Scan the card on your table" in text(phone.get(path(table)))

    def test_it_tells_nobody_which_tournaments_there_are(self, table):
        table.round.tournament.club.tournaments.update(visibility="private", slug="secret")
        there, nowhere = Client().get("/t/secret"), Client().get("/t/nowhere")
        assert (there.status_code, nowhere.status_code) == (200, 200)
        assert text(there) == text(nowhere)
        for wrong in ({"code": "ABCDEFGH"}, {"secret": "x" * 22}, {"pin": "1234"}):
            answers = [Client().post(f"/t/{slug}/open", wrong) for slug in ("secret", "nowhere")]
            assert [answer.status_code for answer in answers] == [422, 422]
            assert text(answers[0]) == text(answers[1])

    def test_the_session_alone_without_its_phone_opens_nothing(self, table):
        phone, thief = a_phone(table, 0), Client()
        thief.cookies["table"] = phone.cookies["table"].value
        assert "Scan the card on your table" in text(thief.get(path(table)))

    def test_the_page_loads_nothing_that_could_tell_where_it_was(self, table):
        assert Client().get(path(table))["Referrer-Policy"] == "strict-origin"

    def test_a_phone_that_a_new_card_sent_away_is_told_which_one_to_scan(self, table):
        phone = a_phone(table, 0)
        keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        assert "This table has a new card: scan that one." in text(phone.get(path(table)))
        assert "This table has a new card" not in text(Client().get(path(table)))


class TestSeats:
    def test_a_name_is_tapped_once(self, table):
        phone = a_phone(table, 2)
        assert SeatClaim.objects.get().seat == 2
        assert "Hand 1" in text(phone.get(path(table)))

    @pytest.mark.parametrize(("visibility", "ways"), [("public", 2), ("private", 0)])
    def test_whose_name_is_not_there_finds_the_way(self, table, visibility, ways):
        table.round.tournament.club.tournaments.update(visibility=visibility)
        page = a_phone(table).get(path(table)).content.decode()
        assert page.count('href="/tournaments/') == ways

    def test_a_taken_seat_asks_for_the_pin(self, table):
        a_phone(table, 0)
        other = a_phone(table)
        page = other.post(path(table, "claim-seat"), {"seat": 0}, follow=True)
        assert "Another phone has this seat" in text(page)
        other.post(path(table, "claim-seat"), {"seat": 0, "pin": pin_of(table, 0)})
        assert SeatClaim.objects.filter(released_at=None).count() == 1
        assert "Hand 1" in text(other.get(path(table)))

    def test_a_wrong_name_is_given_back(self, table):
        phone = a_phone(table, 0)
        phone.post(path(table, "stand-up"))
        assert "Who are you?" in text(phone.get(path(table)))

    def test_in_the_next_round_the_phone_is_told_where_its_player_sits(self, table):
        phone = a_phone(table, 0)
        tournament, name = table.round.tournament, name_of(table, 0)
        rounds.close_round(table.round, by=director_of(tournament), anyway=True)
        second = a_round(tournament)
        seat = second.seats.get(entry__name=name)
        message = f"You are now at table {seat.table.number}: go there?"
        assert message in text(phone.get(path(table)))
        pin = keys.pin(seat.entry)
        page = phone.post(path(table, "open-table"), {"pin": pin}, follow=True)
        assert f"Table {seat.table.number} Round 2" in text(page)
        assert TableSession.objects.last().claims.get().seat == seat.number

    def test_but_not_with_a_wrong_pin(self, table):
        phone = a_phone(table, 0)
        tournament = table.round.tournament
        rounds.close_round(table.round, by=director_of(tournament), anyway=True)
        a_round(tournament)
        page = phone.post(path(table, "open-table"), {"pin": wrong_pin(table, 0)})
        assert "This is not the PIN of this seat. Tries left: 4." in text(page)


class TestEntering:
    def test_a_hand_is_sent_and_somebody_is_asked(self, table):
        page = enter(a_phone(table, 0), table)
        assert Hand.objects.get().state == "submitted"
        assert f"Hand 1 was sent. {name_of(table, 3)} must confirm it." in text(page)

    def test_the_preview_tells_what_it_gives(self, table):
        page = enter(a_phone(table, 0), table, (8, 11, 2, 19), do="preview")
        assert "2 buscas, 2 in all" in text(page)
        assert not Hand.objects.exists()

    def test_the_look_gives_the_same_to_the_keypad(self, table):
        phone = a_phone(table, 0)
        looked = phone.post(path(table, "preview-hand", 1), tally((8, 11, 2, 19))).json()
        none = "0 buscas, 0 in all"
        rows = [none, none, none, "2 buscas, 2 in all"]
        assert looked == {"rows": rows, "problems": [], "codes": [], "over": False}

    def test_ones_own_line_comes_first_and_is_ready(self, table):
        enter(a_phone(table, 0), table)
        page = a_phone(table, 2).get(path(table, "table-hand", 1)).content.decode()
        names = re.findall(r'name="(line-\d-points)"', page)
        assert names == [f"line-{side}-points" for side in (2, 3, 0, 1)]
        assert re.findall(r'name="(line-\d-points)"[^>]* autofocus', page) == ["line-2-points"]

    def test_a_fault_is_told_beside_what_was_typed(self, table):
        page = enter(a_phone(table, 0), table, (8, 11, 2, 18))
        assert page.status_code == 422
        assert "Total 39: add 1" in text(page)
        assert 'value="18"' in page.content.decode()

    def test_without_a_seat_nothing_is_entered(self, table):
        assert enter(a_phone(table), table).status_code == 422
        assert not Hand.objects.exists()

    def test_nor_at_another_table(self, table):
        phone = a_phone(table, 0)
        there = tally(round="1", table="2")
        phone.post(path(table, "table-hand", 1), there)
        assert not Hand.objects.exists()

    def test_nor_without_a_card(self, table):
        assert "Scan the card on your table" in text(enter(Client(), table))
        assert not Hand.objects.exists()

    def test_ones_own_is_mended(self, table):
        phone = a_phone(table, 0)
        enter(phone, table)
        page = phone.get(path(table, "table-hand", 1))
        assert 'name="replaces" value="1"' in page.content.decode()
        enter(phone, table, OTHER, replaces=1)
        assert Hand.objects.get(is_current=True).version == 2

    def test_a_different_tally_is_a_dispute_that_both_see(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        assert "Hand 1 is disputed" in text(enter(east, table, OTHER))
        assert "Hand 1 is disputed" in text(north.get(path(table)))
        assert Hand.objects.count() == 2


class TestAnswering:
    def test_ones_own_line_comes_first(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table, (8, 11, 2, 19))
        page = text(east.get(path(table)))
        assert "You: 11 points, 0 buscas. Right?" in page

    def test_yes(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        assert "Hand 1 is agreed." in text(answer(east, table))
        assert Hand.objects.get().state == "confirmed"

    def test_not_by_whoever_entered_it(self, table):
        north = a_phone(table, 0)
        enter(north, table)
        answer(north, table)
        answer(north, table, seat=1)
        assert Hand.objects.get().state == "submitted"

    def test_no_leads_to_a_counter_proposal_filled_in(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table, (8, 11, 2, 19))
        page = east.get(path(table, "table-hand", 1)).content.decode()
        assert ('value="counter"' in page, 'value="19"' in page) == (True, True)
        enter(east, table, (8, 10, 3, 19), purpose="counter", replaces=1)
        assert "You: 8 points, 0 buscas. Right?" in text(north.get(path(table)))

    def test_a_plain_no_calls_the_director(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        assert "The director has been called." in text(answer(east, table, accept="no"))
        assert HelpCall.objects.get().reason == "dispute"

    def test_with_one_phone_the_pin_speaks(self, table):
        north = a_phone(table, 0)
        enter(north, table)
        answer(north, table, seat=3, pin=wrong_pin(table, 3))
        assert Hand.objects.get().state == "submitted"
        answer(north, table, seat=3, pin=pin_of(table, 3))
        assert Hand.objects.get().confirmed_seat == 3

    def test_a_version_that_changed_is_not_confirmed_unseen(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        enter(north, table, OTHER, replaces=1)
        assert "has been changed" in text(answer(east, table))
        assert Hand.objects.get(is_current=True).state == "submitted"


class TestPolicies:
    @pytest.mark.slow
    def test_the_whole_table_at_its_end(self, club):
        round_ = a_round(a_tournament(club, table={"hands": 2}, confirmation="table-end"))
        table = round_.tables.get(number=1)
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        assert "Right?" not in text(east.get(path(table)))
        enter(north, table, OTHER, hand=2)
        assert text(east.get(path(table))).count("Right?") == 2
        fields = {"version-1": 1, "version-2": 1}
        east.post(path(table, "agree-to-all"), fields)
        assert set(Hand.objects.values_list("state", "confirmed_seat")) == {("confirmed", 1)}

    def test_not_where_a_hand_changed_unseen(self, club):
        round_ = a_round(a_tournament(club, table={"hands": 1}, confirmation="table-end"))
        table = round_.tables.get(number=1)
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        enter(north, table, OTHER, replaces=1)
        east.post(path(table, "agree-to-all"), {"version-1": 1})
        assert Hand.objects.get(is_current=True).state == "submitted"

    def test_the_director_alone(self, club):
        round_ = a_round(a_tournament(club, table={"hands": 1}, confirmation="director"))
        table = round_.tables.get(number=1)
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        assert "The director confirms it." in text(east.get(path(table)))

    def test_it_is_chosen_in_the_plan(self, table, owner):
        page = owner.get(reverse("edit-tournament", args=[table.round.tournament.slug]))
        assert 'name="confirmation"' in page.content.decode()


def test_the_worker_and_the_manifest(table):
    worker = Client().get("/t/worker.js")
    assert (worker.status_code, worker["Content-Type"]) == (200, "text/javascript")
    manifest = Client().get(path(table, "table-manifest")).json()
    assert (manifest["start_url"], manifest["scope"]) == (path(table), "/t/")
