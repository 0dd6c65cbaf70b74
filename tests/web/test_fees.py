"""Fees: amounts due, payments and sums, on the page, as a file and in the API."""

import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.caller import Caller, codes, faults
from tests.halls import a_member, a_round, a_tournament, director_of
from tests.web.pages import text, told
from tournaments.actions.people import fees, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.verification import verify
from tournaments.models import Scope

pytestmark = pytest.mark.django_db
WHERE = "/tournaments/serata/fees/"


@pytest.fixture
def tournament(club):
    made = a_tournament(club, players=3)
    registration.register(made, [Candidate(names=("=HYPERLINK(1)",))], by=director_of(made))
    return made


def pay(client, entry, what="", **data):
    return client.post(f"{WHERE}{entry.pk}/{what}", data, follow=True)


def test_the_number_tells_players_of_one_name_apart(director, tournament):
    twins = [Candidate(names=("Ada Neri",), new=True) for _player in range(2)]
    registration.register(tournament, twins, by=director_of(tournament))
    director.post(WHERE, {"amount": "12,50"})
    page = text(director.get(WHERE))
    assert "5 Ada Neri" in page
    assert "6 Ada Neri" in page


def test_owed_paid_and_the_sum(director, tournament):
    director.post(WHERE, {"amount": "12,50"})
    one, two, three, _four = tournament.entries.order_by("number")
    pay(director, one, "paid/")
    pay(director, two, owed="5", paid="2.5")
    pay(director, three, "paid/")
    page = text(pay(director, three, "unpaid/"))
    assert "15.00 of 42.50 paid" in page
    assert "Still to pay 27.50" in page
    kinds = [link.kind for link in tournament.ledger.order_by("sequence")][-5:]
    assert kinds == ["fee_set", "fee_changed", "fee_changed", "fee_changed", "fee_changed"]
    assert verify(tournament).findings == ()


def test_who_withdraws_before_the_first_table_owes_nothing(director, tournament):
    director.post(WHERE, {"amount": "10"})
    gone, played, *_others = tournament.entries.order_by("number")
    registration.change_entry(gone, {"status": "withdrawn"}, by=director_of(tournament))
    assert "0.00 of 30.00 paid" in text(director.get(WHERE))
    registration.change_entry(gone, {"status": "active"}, by=director_of(tournament))
    a_round(tournament)
    registration.change_entry(played, {"status": "withdrawn"}, by=director_of(tournament))
    assert "0.00 of 40.00 paid" in text(director.get(WHERE))


def test_a_second_tap_changes_nothing(director, tournament):
    director.post(WHERE, {"amount": "10"})
    one = tournament.entries.first()
    for _tap in range(2):
        pay(director, one, "paid/")
    assert tournament.ledger.filter(kind="fee_changed").count() == 1


def test_a_tap_without_another_page(director, tournament):
    director.post(WHERE, {"amount": "10"})
    one = tournament.entries.first()
    headers = {"Accept": "application/json"}
    assert director.post(f"{WHERE}{one.pk}/paid/", headers=headers).json() == {"changed": one.pk}
    told = director.post(f"{WHERE}{one.pk}/", {"owed": "-1"}, headers=headers)
    assert (told.status_code, told.json()["problems"]) == (
        422,
        ["Enter an amount of 0 or more, with at most two decimals."],
    )
    assert "10.00 of 40.00 paid" in text(director.get(WHERE))


def test_what_somebody_owes_is_kept_while_he_pays(director, tournament):
    one = tournament.entries.first()
    pay(director, one, owed="5")
    pay(director, one, paid="2")
    assert "2.00 of 5.00 paid" in text(director.get(WHERE))
    pay(director, one, owed="", paid="")
    assert "Each pays" in text(director.get(WHERE))


def test_why_an_amount_was_not_stored_is_told_where_one_looks(director, tournament):
    one = tournament.entries.first()
    refused, stored = (director.post(f"{WHERE}{one.pk}/", {"owed": typed})["Location"] for typed in ("much", "5"))
    assert (refused, stored) == (WHERE, f"{WHERE}#entry-{one.pk}")


def test_another_page_is_sent_what_was_taken_in_meanwhile(director, tournament):
    director.post(WHERE, {"amount": "10"})
    first = director.get(WHERE + "?part=live&known=")
    known = re.findall(r'data-part="([^"]+)" data-digest="([^"]+)"', first.content.decode())
    assert [name for name, _digest in known] == ["paid", "list-1", "sums"]
    asked = f"{WHERE}?part=live&known={'_'.join(map('.'.join, known))}"
    again = director.get(asked, headers={"If-None-Match": first["ETag"]})
    assert again.status_code in (200, 304)
    assert again.content == b""
    pay(director, tournament.entries.first(), "paid/")
    changed = director.get(asked, headers={"If-None-Match": first["ETag"]}).content.decode()
    assert re.findall(r'data-part="([^"]+)"', changed) == ["paid", "list-1", "sums"]


@pytest.mark.parametrize("typed", ["", "x", "-1", "1,234", "1.000", "20,000", "NaN", "Infinity", "1e9", "9" * 400])
def test_what_is_no_amount(typed, director, tournament):
    answer = director.post(WHERE, {"amount": typed}, follow=True)
    assert told(answer) == ["Enter an amount of 0 or more, with at most two decimals."]
    assert not tournament.ledger.filter(kind="fee_set").exists()


def test_as_a_file_that_no_spreadsheet_takes_for_formulas(director, tournament):
    director.post(WHERE, {"amount": "10"})
    answer = director.get("/tournaments/serata/fees.csv", headers={"Accept-Language": "it"})
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[1] == "4;'=HYPERLINK(1);10,00;0,00;10,00"
    assert (len(lines), lines[-1].split(";")[2:]) == (6, ["40,00", "0,00", "40,00"])


def test_too_much_paid_is_a_number_like_others_in_the_file(director, tournament):
    director.post(WHERE, {"amount": "10"})
    fees.change_fee(tournament.entries.get(number=1), {"paid": Decimal("1215.50")}, by=director_of(tournament))
    answer = director.get("/tournaments/serata/fees.csv", headers={"Accept-Language": "it"})
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert [line.split(";")[2:] for line in lines if line.startswith("1;")] == [["10,00", "1215,50", "-1205,50"]]


def test_only_directors_see_and_change_fees(anybody, stranger, scorer, tournament):
    entry = tournament.entries.first()
    for client in (anybody, stranger, scorer):
        assert client.get(WHERE).status_code == client.get("/tournaments/serata/fees.csv").status_code == 403
        assert pay(client, entry, "paid/").status_code == 403


def test_a_page_of_many_asks_as_often_as_one_of_few(director, club, tournament):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            director.get(WHERE)
        return len(queries)

    few = asked()
    more = [Candidate(names=(f"N{number}",)) for number in range(60)]
    registration.register(tournament, more, by=director_of(tournament))
    assert asked() == few


class TestApi:
    FEES = "tournaments/serata/fees/"

    @pytest.fixture
    def caller(self, club, tournament):
        return Caller(a_member(club, "dora", "director"), Scope.MANAGE)

    def test_the_same_in_the_api(self, caller, tournament):
        assert caller.patch(self.FEES, {"amount": "10.00"}).json()["owed"] == "40.00"
        entry = tournament.entries.first()
        due = caller.patch(f"{self.FEES}{entry.pk}/", {"owed": "5", "paid": "5"}).json()
        assert due == {"entry": entry.pk, "name": "Player 0001", "owed": "5.00", "paid": "5.00", "left": "0.00"}
        read = caller.get(self.FEES).json()
        assert [read[key] for key in ("amount", "owed", "paid", "left")] == ["10.00", "35.00", "5.00", "30.00"]
        assert faults(caller.patch(self.FEES, {"amount": "-1"})) == [("/amount", "out_of_range")]

    def test_only_directors_see_and_change_fees(self, club, tournament):
        scorer = Caller(a_member(club, "sergio", "scorer"), Scope.MANAGE)
        assert codes(scorer.get(self.FEES), 403) == ["forbidden"]
        assert codes(scorer.patch(self.FEES, {"amount": "1"}), 403) == ["forbidden"]


def test_the_same_fee_again_is_no_entry_of_the_ledger(tournament, director):
    for _press in range(2):
        director.post(WHERE, {"amount": "7,50"})
    assert tournament.ledger.filter(kind="fee_set").count() == 1
