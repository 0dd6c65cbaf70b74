"""The table's page without scripts: who comes in, what each one is asked, what is refused."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import text
from tournaments.actions import keys, rounds, sittings
from tournaments.models import Hand, HelpCall, SeatClaim, TableKey, TableSession

pytestmark = pytest.mark.django_db

LEVEL, OTHER = (10, 10, 10, 10), (37, 1, 1, 1)


@pytest.fixture
def table(club):
    return a_round(a_tournament(club, table={"hands": 2})).tables.get(number=1)


def path(table, name="at-table", *more):
    return reverse(name, args=[table.round.tournament.slug, *more])


def card(table):
    return keys.cards(table.round.tournament, [table.number])[0]


def a_phone(table, seat=None):
    """A browser of its own that scanned the table's card, and sat down."""
    phone = Client()
    phone.post(path(table, "open-table"), {"secret": card(table).secret})
    if seat is not None:
        phone.post(path(table, "claim-seat"), {"seat": seat})
    return phone


def tally(points=LEVEL, **more):
    return {f"line-{side}-points": value for side, value in enumerate(points)} | more


def enter(phone, table, points=LEVEL, hand=1, **more):
    return phone.post(path(table, "table-hand", hand), tally(points, **more), follow=True)


def answer(phone, table, hand=1, version=1, accept="yes", **more):
    said = {"version": version, "accept": accept, **more}
    return phone.post(path(table, "answer-hand", hand), said, follow=True)


def name_of(table, seat):
    return sittings.entry_at(table, seat).name


def pin_of(table, seat):
    return keys.pin(sittings.entry_at(table, seat))


def wrong_pin(table, seat):
    return f"{(int(pin_of(table, seat)) + 1) % 10000:04}"


class TestTheDoor:
    def test_without_a_card_it_asks_for_one(self, table):
        page = Client().get(path(table))
        assert "Scan the card on your table" in text(page)
        assert page["X-Robots-Tag"] == "noindex, nofollow"
        assert name_of(table, 0) not in text(page)

    def test_the_card_opens_the_table(self, table):
        phone = Client()
        opened = phone.post(path(table, "open-table"), {"secret": card(table).secret})
        assert opened.url == path(table)
        assert "Who are you?" in text(phone.get(path(table)))

    def test_so_does_its_code(self, table):
        phone = Client()
        code = card(table).code.lower()
        page = phone.post(
            path(table, "open-table"), {"code": f"{code[:4]} {code[4:]}"}, follow=True
        )
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
        wrong = {"code": "ABCDEFGH"}
        answers = [Client().post(f"/t/{slug}/open", wrong) for slug in ("secret", "nowhere")]
        assert text(answers[0]) == text(answers[1])

    def test_the_session_alone_without_its_phone_opens_nothing(self, table):
        phone, thief = a_phone(table, 0), Client()
        thief.cookies["table"] = phone.cookies["table"].value
        assert "Scan the card on your table" in text(thief.get(path(table)))

    def test_the_page_loads_nothing_that_could_tell_where_it_was(self, table):
        assert Client().get(path(table))["Referrer-Policy"] == "same-origin"


class TestSeats:
    def test_a_name_is_tapped_once(self, table):
        phone = a_phone(table, 2)
        assert SeatClaim.objects.get().seat == 2
        assert "Hand 1" in text(phone.get(path(table)))

    def test_a_taken_seat_asks_for_the_pin(self, table):
        a_phone(table, 0)
        other = a_phone(table)
        page = other.post(path(table, "claim-seat"), {"seat": 0}, follow=True)
        assert "Another phone sits there" in text(page)
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
        told = f"You are now at table {seat.table.number}: go there?"
        assert told in text(phone.get(path(table)))
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
        assert "This is not the PIN of this seat: 4 tries left." in text(page)


class TestEntering:
    def test_a_hand_is_sent_and_somebody_is_asked(self, table):
        page = enter(a_phone(table, 0), table)
        assert Hand.objects.get().state == "submitted"
        assert f"Hand 1 is sent: {name_of(table, 3)} is asked" in text(page)

    def test_the_preview_tells_what_it_gives(self, table):
        page = enter(a_phone(table, 0), table, (8, 11, 2, 19), do="preview")
        assert "2 buscas, 2 in all" in text(page)
        assert not Hand.objects.exists()

    def test_the_look_gives_the_same_to_the_keypad(self, table):
        phone = a_phone(table, 0)
        looked = phone.post(path(table, "look-at-hand", 1), tally((8, 11, 2, 19))).json()
        none = "0 buscas, 0 in all"
        rows = [none, none, none, "2 buscas, 2 in all"]
        assert looked == {"rows": rows, "problems": [], "over": False}

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

    def test_a_hand_is_not_skipped(self, table):
        assert a_phone(table, 0).get(path(table, "table-hand", 2)).status_code == 404

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


def send(phone, table, key, points=LEVEL, hand=1, **more):
    """Send a tally as the phone's journal does."""
    return phone.post(
        path(table, "table-hand", hand),
        tally(points, round="1", table="1", **more),
        headers={"Idempotency-Key": key, "Accept": "application/json"},
    )


class TestTheJournal:
    def test_the_same_key_is_answered_as_the_first_time(self, table):
        phone = a_phone(table, 0)
        first, again = send(phone, table, "a" * 32), send(phone, table, "a" * 32)
        assert first.json() == again.json() == {"hand": 1, "state": "submitted"}
        assert Hand.objects.count() == 1

    def test_also_when_somebody_changed_the_hand_meanwhile(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        send(north, table, "a" * 32)
        enter(east, table, OTHER, purpose="counter", replaces=1)
        assert send(north, table, "a" * 32).json() == {"hand": 1, "state": "submitted"}
        assert Hand.objects.get(is_current=True).version == 2

    def test_the_key_with_another_tally_is_refused(self, table):
        phone = a_phone(table, 0)
        send(phone, table, "a" * 32)
        assert send(phone, table, "a" * 32, OTHER).json()["codes"] == ["idempotency_key_reused"]

    def test_two_phones_with_the_same_tally_make_one_result(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        send(north, table, "a" * 32)
        assert send(east, table, "b" * 32).json() == {"hand": 1, "state": "confirmed"}
        assert Hand.objects.count() == 1

    def test_a_dispute_is_kept_and_says_so(self, table):
        north, east = a_phone(table, 0), a_phone(table, 1)
        send(north, table, "a" * 32)
        said = send(east, table, "b" * 32, OTHER)
        assert (said.status_code, said.json()["kept"]) == (409, True)
        assert Hand.objects.count() == 2
        assert HelpCall.objects.count() == 1

    def test_what_was_kept_until_after_the_close_becomes_a_request(self, table):
        phone = a_phone(table, 0)
        tournament = table.round.tournament
        play(table, 1)
        rounds.close_round(table.round, by=director_of(tournament), anyway=True)
        a_round(tournament)
        assert send(phone, table, "a" * 32, hand=2).json() == {"hand": 2, "state": "claim"}

    def test_a_phone_that_was_sent_away_is_told_to_scan(self, table):
        phone = a_phone(table, 0)
        keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        assert send(phone, table, "a" * 32).status_code == 401


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
        assert "was changed meanwhile" in text(answer(east, table))
        assert Hand.objects.get(is_current=True).state == "submitted"


class TestPolicies:
    def test_the_whole_table_at_its_end(self, club):
        round_ = a_round(a_tournament(club, table={"hands": 2}, confirmation="table-end"))
        table = round_.tables.get(number=1)
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        assert "Right?" not in text(east.get(path(table)))
        enter(north, table, OTHER, hand=2)
        assert text(east.get(path(table))).count("Right?") == 2
        shown = {"version-1": 1, "version-2": 1}
        east.post(path(table, "agree-to-all"), shown)
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


class TestTheDirector:
    def desk(self, table):
        return reverse("desk", args=[table.round.tournament.slug])

    def test_a_call_is_red_until_it_is_answered(self, table, owner):
        a_phone(table, 0).post(path(table, "call-director"))
        assert "Table 1 calls" in text(owner.get(self.desk(table)))
        owner.post(path(table, "answer-call", HelpCall.objects.get().pk))
        assert "Table 1 calls" not in text(owner.get(self.desk(table)))

    def test_a_dispute_is_shown_with_both_versions(self, table, owner):
        enter(a_phone(table, 0), table)
        enter(a_phone(table, 1), table, OTHER)
        page = text(owner.get(self.desk(table)))
        assert "Table 1 does not agree on hand 1" in page
        assert ("10 · 1 busca" in page, "37 · 17 buscas" in page) == (True, True)

    @pytest.mark.parametrize(("accept", "scores"), [("yes", [17, 0, 0, 0]), ("no", [1, 1, 1, 1])])
    def test_a_request_is_decided(self, table, owner, accept, scores):
        north, east = a_phone(table, 0), a_phone(table, 1)
        enter(north, table)
        answer(east, table)
        enter(north, table, OTHER, purpose="correction", replaces=1, reason="The Pita")
        page = text(owner.get(self.desk(table)))
        assert ("asks for a correction of hand 1" in page, "“The Pita”" in page) == (True, True)
        claim = Hand.objects.get(state="claim")
        owner.post(path(table, "decide-claim", claim.pk), {"accept": accept, "reason": "The Pita"})
        assert Hand.objects.get(is_current=True).scores == scores
        assert "asks for a correction" not in text(owner.get(self.desk(table)))

    def test_prints_cards_and_slips(self, table, owner):
        cards = owner.get(path(table, "print-cards"))
        code = card(table).code
        assert f"{code[:4]} {code[4:]}" in text(cards)
        assert cards.content.decode().count('class="qr"') == 2
        assert card(table).secret not in cards.content.decode()
        assert pin_of(table, 0) in text(owner.get(path(table, "print-slips")))

    def test_renews_a_pin_and_rotates_a_card(self, table, owner):
        entry, old, before = sittings.entry_at(table, 0), pin_of(table, 0), card(table)
        owner.post(path(table, "renew-pin", entry.pk))
        owner.post(path(table, "rotate-card", 1))
        assert (pin_of(table, 0) == old, card(table) == before) == (False, False)


class TestTheKiosk:
    @pytest.fixture
    def kiosk(self, table, owner):
        owner.post(path(table, "start-kiosk"))
        return owner

    def test_whoever_directs_is_signed_out(self, table, kiosk):
        assert kiosk.get(reverse("desk", args=[table.round.tournament.slug])).status_code == 403

    def test_every_seat_enters_and_confirms_with_its_pin(self, table, kiosk):
        kiosk.get(path(table, "choose-table", 1))
        enter(kiosk, table, seat=0)
        assert not Hand.objects.exists()
        enter(kiosk, table, seat=0, pin=pin_of(table, 0))
        answer(kiosk, table, seat=0, pin=pin_of(table, 0))
        assert Hand.objects.get().state == "submitted"
        answer(kiosk, table, seat=1, pin=pin_of(table, 1))
        assert Hand.objects.get().state == "confirmed"

    def test_one_for_a_table_opens_that_table_alone(self, table, owner):
        owner.post(path(table, "start-kiosk"), {"table": "2"})
        assert owner.get(path(table, "choose-table", 1)).status_code == 404
        assert owner.get(path(table, "choose-table", 2)).status_code == 302

    def test_a_phone_is_no_kiosk(self, table):
        assert a_phone(table, 0).get(path(table, "choose-table", 2)).status_code == 404


def test_the_news_are_a_mark_that_changes_with_the_table(table):
    north, east = a_phone(table, 0), a_phone(table, 1)
    before = east.get(path(table, "table-news")).json()
    assert east.get(path(table, "table-news")).json() == before
    enter(north, table)
    assert east.get(path(table, "table-news")).json() != before
    assert json.loads(Client().get(path(table, "table-news")).content) == {"mark": ""}


def test_the_worker_and_the_manifest(table):
    worker = Client().get("/t/worker.js")
    assert (worker.status_code, worker["Content-Type"]) == (200, "text/javascript")
    manifest = Client().get(path(table, "table-manifest")).json()
    assert (manifest["start_url"], manifest["scope"]) == (path(table), "/t/")
