"""A table that ends when its round is put right: its phones, its card and its calls."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_table, a_tournament, director_of
from tests.web.pages import text
from tests.web.test_live_desk import Shown
from tournaments.actions.at_table import keys
from tournaments.actions.mending.proposals import Wishes
from tournaments.actions.mending.repairs import mend_round
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall

from .at_table import OTHER, a_phone, enter, path, tally

pytestmark = pytest.mark.django_db
ENDED = "Table 3 no longer plays in round 1."


@pytest.fixture
def round_(club):
    return a_round(a_tournament(club, players=12))


@pytest.fixture
def third(round_):
    return a_table(round_, 3)


@pytest.fixture
def stays(third):
    """Who is left of table 3 and has to sit elsewhere."""
    return third.seats.get(number=0).entry


def end(third):
    """Three of table 3 leave, and one of table 2: whoever is left of table 3 takes that seat."""
    round_ = third.round
    leaving = [seat.entry_id for seat in third.seats.exclude(number=0)]
    leaving.append(a_table(round_, 2).seats.get(number=3).entry_id)
    mend_round(round_, Wishes(leaving=frozenset(leaving)), by=director_of(round_.tournament))
    assert list(round_.tables.values_list("number", flat=True)) == [1, 2]


class TestAPhoneThere:
    def test_is_told_where_its_player_sits_now_and_follows_by_pin(self, third, stays):
        phone = a_phone(third, 0)
        end(third)
        assert f"{ENDED} {stays.name} now sits at table 2." in text(phone.get(path(third)))
        page = text(phone.post(path(third, "open-table"), {"pin": keys.pin(stays)}, follow=True))
        assert (ENDED in page, "Table 2" in page) == (False, True)

    def test_whose_player_left_is_told_so(self, third):
        phone, name = a_phone(third, 1), third.seats.get(number=1).entry.name
        end(third)
        assert f"{ENDED} {name} does not play in it." in text(phone.get(path(third)))

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

    def test_is_let_in_again_where_the_table_comes_back(self, third, round_):
        phone = a_phone(third, 0)
        end(third)
        back = round_.tournament.entries.filter(status="paused")
        back.update(status="active")
        mend_round(round_, by=director_of(round_.tournament))
        assert list(round_.tables.values_list("number", flat=True)) == [1, 2, 3]
        assert "This session was ended: scan the card on the table again." in text(phone.get(path(third)))


class TestItsCard:
    NOT_HERE = "Table 3 does not play in round 1: look at the list of tables, or ask the director."

    def test_lets_nobody_in_by_scan_or_code(self, third, client):
        (card,) = keys.cards(third.round.tournament, [3])
        end(third)
        for sent in ({"secret": card.secret}, {"code": card.code}):
            page = client.post(path(third, "open-table"), sent)
            assert (page.status_code, self.NOT_HERE in text(page)) == (422, True)

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
    def test_hears_no_call_of_it_any_more(self, third, director):
        phone = a_phone(third, 0)
        phone.post(path(third, "call-director"))
        shown = Shown(director, third.round.tournament)
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
    mend_round(round_, by=director_of(round_.tournament))
    assert list(third.seats.values_list("entry_id", flat=True)) == gone
