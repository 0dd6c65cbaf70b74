"""A table that ends when its round is put right: its phones, its card and its calls."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_table, a_tournament, director_of
from tests.web.pages import text
from tests.web.test_live_desk import SeenHand
from tournaments.actions.at_table import keys
from tournaments.actions.round_repair.proposals import RepairOptions
from tournaments.actions.round_repair.repairs import repair_round
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import Hand, HelpCall

from .at_table import OTHER, a_phone, enter, path, tally

pytestmark = pytest.mark.django_db
ENDED = "The tables of round 1 have changed."


@pytest.fixture
def round_(club):
    return a_round(a_tournament(club, players=12))


@pytest.fixture
def third(round_):
    return a_table(round_, 3)


@pytest.fixture
def stays(third):
    """Return who is left of table 3 and must sit elsewhere."""
    return third.seats.get(number=0).entry


def end(third):
    """Withdraw three players of table 3 and one of table 2: the last player of table 3 takes that seat."""
    round_ = third.round
    leaving = [seat.entry_id for seat in third.seats.exclude(number=0)]
    leaving.append(a_table(round_, 2).seats.get(number=3).entry_id)
    repair_round(round_, RepairOptions(leaving=frozenset(leaving)), by=director_of(round_.tournament))
    assert list(round_.tables.values_list("number", flat=True)) == [1, 2]


class TestAPhoneThere:
    @pytest.mark.slow
    def test_is_told_where_its_player_sits_now_and_follows_by_pin(self, third, stays):
        phone = a_phone(third, 0)
        end(third)
        assert f"{ENDED} {stays.name} now sits at table 2." in text(phone.get(path(third)))
        page = text(phone.post(path(third, "open-table"), {"pin": keys.pin(stays)}, follow=True))
        assert (ENDED in page, "Table 2" in page) == (False, True)

    def test_whose_player_left_is_told_so(self, third):
        phone, name = a_phone(third, 1), third.seats.get(number=1).entry.name
        end(third)
        assert f"{ENDED} {name} does not play in this round." in text(phone.get(path(third)))

    def test_that_had_no_seat_yet_is_sent_to_the_director(self, third):
        phone = a_phone(third)
        end(third)
        assert f"{ENDED} Ask the director where you sit now." in text(phone.get(path(third)))

    def test_hears_of_it_by_itself(self, third):
        phone = a_phone(third, 0)
        before = phone.get(path(third, "table-news")).json()["mark"]
        end(third)
        assert (bool(before), phone.get(path(third, "table-news")).json()["mark"]) == (True, "")

    @pytest.mark.parametrize(
        ("act", "data", "more"),
        [
            ("claim-seat", {"seat": 1}, ()),
            ("stand-up", {}, ()),
            ("call-director", {}, ()),
            ("answer-hand", {"version": 1, "accept": "yes"}, (1,)),
            ("preview-hand", {}, (1,)),
            ("agree-to-all", {"version-1": 1}, ()),
        ],
    )
    def test_does_nothing_more(self, third, act, data, more):
        phone = a_phone(third, 0)
        end(third)
        assert ENDED in text(phone.post(path(third, act, *more), data, follow=True))
        assert not HelpCall.objects.exists()

    def test_enters_no_hand_nor_sends_one_that_it_kept(self, third):
        phone = a_phone(third, 0)
        end(third)
        assert ENDED in text(enter(phone, third))
        kept = tally(round="1", table="3")
        sent = {"Idempotency-Key": "a" * 32, "Accept": "application/json"}
        told = phone.post(path(third, "table-hand", 1), kept, headers=sent)
        assert (told.status_code, told.json()["codes"]) == (401, ["table_ended"])
        assert not Hand.objects.exists()

    def test_is_told_where_its_player_sits_if_the_table_comes_back(self, third, round_, stays):
        phone = a_phone(third, 0)
        end(third)
        back = round_.tournament.entries.filter(status="paused")
        back.update(status="active")
        repair_round(round_, by=director_of(round_.tournament))
        assert list(round_.tables.values_list("number", flat=True)) == [1, 2, 3]
        now = stays.seats.get().table.number
        assert f"{ENDED} {stays.name} now sits at table {now}." in text(phone.get(path(third)))


class TestItsCard:
    NOT_HERE = "Table 3 does not play in round 1: look at the list of tables, or ask the director."

    def test_lets_nobody_in_by_scan_or_code(self, third, client):
        (card,) = keys.cards(third.round.tournament, [3])
        end(third)
        for sent in ({"secret": card.secret}, {"code": card.code}):
            page = client.post(path(third, "open-table"), sent)
            assert (page.status_code, self.NOT_HERE in text(page)) == (422, True)

    @pytest.mark.slow
    def test_opens_its_table_in_the_next_round(self, third, round_, client):
        (card,) = keys.cards(round_.tournament, [3])
        end(third)
        round_.tournament.entries.update(status="active")
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        second = a_round(round_.tournament)
        page = client.post(path(third, "open-table"), {"secret": card.secret}, follow=True)
        assert a_table(second, 3).seats.get(number=0).entry.name in text(page)

    def test_the_cards_page_and_paper_are_there(self, third, director):
        end(third)
        where = reverse("table-cards", args=[third.round.tournament.slug])
        assert director.get(where).status_code == 200
        assert director.get(reverse("print-cards", args=[third.round.tournament.slug])).status_code == 200


class TestTheDesk:
    @pytest.mark.slow
    def test_hears_no_call_of_it_any_more(self, third, director):
        phone = a_phone(third, 0)
        phone.post(path(third, "call-director"))
        shown = SeenHand(director, third.round.tournament)
        assert "Table 3" in text(director.get(shown.where))
        end(third)
        assert shown.changed() >= {"matters", "tables-1"}
        assert "Table 3" not in text(director.get(shown.where))

    def test_has_no_page_of_it(self, third, director):
        end(third)
        where = reverse("table", args=[third.round.tournament.slug, 1, 3])
        assert director.get(where).status_code == 404

    def test_a_tablet_that_stood_there_shows_no_table(self, third, director):
        director.post(reverse("start-kiosk", args=[third.round.tournament.slug]), {"table": 3})
        end(third)
        slug = third.round.tournament.slug
        assert director.get(reverse("kiosk-tables", args=[slug])).status_code == 200
        assert director.get(reverse("choose-table", args=[slug, 3])).status_code == 404


def test_a_table_with_a_counter_proposal_never_ends(third, round_):
    enter(a_phone(third, 0), third)
    enter(a_phone(third, 1), third, OTHER, purpose="counter", replaces=1)
    assert Hand.objects.filter(table=third).count() == 2
    gone = list(third.seats.values_list("entry_id", flat=True))
    round_.tournament.entries.filter(pk__in=gone).update(status="paused")
    repair_round(round_, by=director_of(round_.tournament))
    assert list(third.seats.values_list("entry_id", flat=True)) == gone


class TestARoundThatWasTakenBack:
    """The phone of a seat, and one that scanned the card and took none."""

    TAKEN_BACK = "Round 1 was taken back. Wait for the director, then scan the card of your table."

    @pytest.fixture
    def phones(self, third):
        return a_phone(third, 0), a_phone(third)

    @pytest.fixture
    def dropped(self, third, round_, phones):
        tournament = round_.tournament
        by = director_of(tournament)
        undo(tournament, last_action(tournament).link.sequence, by=by)
        round_.refresh_from_db()
        rounds.drop_draft(round_, by=by)
        return tournament

    def test_says_so(self, third, phones, dropped):
        told = [text(phone.get(path(third))) for phone in phones]
        assert [self.TAKEN_BACK in page for page in told] == [True, True]

    def test_says_so_while_the_new_draw_is_a_draft(self, third, phones, dropped):
        a_round(dropped, seed=9, publish=False)
        assert self.TAKEN_BACK in text(phones[0].get(path(third)))

    @pytest.mark.slow
    def test_says_where_to_go_once_it_is_drawn_again(self, third, stays, phones, dropped):
        seat = stays.seats.get(round=a_round(dropped, seed=9))
        pages = [text(phone.get(path(third))) for phone in phones]
        assert f"{ENDED} {stays.name} now sits at table {seat.table.number}." in pages[0]
        assert f"{ENDED} Ask the director where you sit now." in pages[1]
        page = text(phones[0].post(path(third, "open-table"), {"pin": keys.pin(stays)}, follow=True))
        assert (ENDED in page, f"Table {seat.table.number}" in page) == (False, True)

    def test_says_to_scan_again_once_the_round_is_closed(self, third, phones, dropped):
        rounds.close_round(a_round(dropped, seed=9), by=director_of(dropped), anyway=True)
        page = text(phones[0].get(path(third)))
        assert "This session was ended: scan the card on the table again." in page


def test_seats_given_by_hand_tell_each_phone_where_its_player_sits(third, round_, stays):
    phone = a_phone(third, 0)
    tables = [[seat.entry_id for seat in table.seats.order_by("number")] for table in round_.tables.order_by("number")]
    reseating.reseat(round_, [tables[2], tables[0], tables[1]], by=director_of(round_.tournament))
    assert f"{ENDED} {stays.name} now sits at table 1." in text(phone.get(path(third)))
