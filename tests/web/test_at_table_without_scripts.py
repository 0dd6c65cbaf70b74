"""A whole table with phones that run no scripts."""

import pytest

from tests.halls import a_round, a_tournament
from tournaments.models import Hand, HelpCall

from .at_table import card, name_of, path, pin_of
from .plain import PlainPhone

pytestmark = pytest.mark.django_db


def come(table, seat=None):
    """A phone that types the card's code, and taps a name."""
    phone = PlainPhone(path(table))
    phone.press("Open the table", code=card(table).code)
    if seat is not None:
        phone.press(name_of(table, seat))
    return phone


def points(*values):
    return {f"line_{side}_points": value for side, value in enumerate(values)}


class TestBusca:
    @pytest.fixture
    def north(self, table):
        return come(table, 0)

    @pytest.fixture
    def sent(self, table, north):
        north.press("Send", **points(8, 11, 2, ""))
        return north

    @pytest.mark.slow
    def test_a_hand_is_looked_at_before_it_is_sent(self, north):
        north.press("Preview", **points(8, 11, 2, ""))
        assert "2 buscas, 2 in all" in north.says()
        assert not Hand.objects.exists()
        north.press("Send")
        assert Hand.objects.get().lines[3] == {"points": 19}

    @pytest.mark.slow
    def test_the_other_says_yes(self, table, sent):
        assert f"Hand 1 was sent. {name_of(table, 3)} must confirm it." in sent.says()
        west = come(table, 3)
        assert "You: 19 points, 2 buscas. Right?" in west.says()
        west.press("Yes")
        assert "Hand 1 is agreed." in west.says()
        sent.reload()
        assert "Hand 2" in sent.says()

    @pytest.mark.slow
    def test_or_proposes_what_is_right(self, table, sent):
        west = come(table, 3)
        west.go("No")
        west.press("Propose it", **points(8, 12, 2, 18), reason="I had one less")
        assert Hand.objects.get(is_current=True).seat == 3
        sent.reload()
        assert "You: 8 points, 0 buscas. Right?" in sent.says()
        sent.go("No")
        sent.press("I do not know what is right: call the director")
        assert "Hand 1 is disputed" in sent.says()
        assert HelpCall.objects.get().reason == "dispute"

    @pytest.mark.slow
    def test_with_one_phone_the_other_gives_a_pin(self, table, sent):
        sent.press("It is right", seat="1", pin=pin_of(table, 1))
        assert "Hand 1 is agreed." in sent.says()
        assert Hand.objects.get().confirmed_seat == 1

    @pytest.mark.slow
    def test_what_one_has_sent_is_mended(self, sent):
        sent.go("Change hand 1")
        sent.press("Send", **points(9, 11, 2, 18))
        assert Hand.objects.get(is_current=True).version == 2

    def test_the_director_is_called(self, north):
        north.press("Call the director")
        assert "The director has been called." in north.says()
        assert HelpCall.objects.get().reason == "question"

    @pytest.mark.slow
    def test_a_correction_is_asked_for(self, table, sent):
        sent.press("It is right", seat="1", pin=pin_of(table, 1))
        sent.go("Correct hand 1")
        sent.press("Ask for it", **points(9, 11, 2, 18), reason="Counted again")
        assert "A correction of hand 1 to 9 · 11 · 2 · 18 was requested: the director decides." in sent.says()
        assert Hand.objects.filter(state="requested").get().reason == "Counted again"

    @pytest.mark.slow
    def test_a_flat_phone_is_replaced_with_the_pin(self, table, north):
        other = come(table)
        other.press("That is me", pin=pin_of(table, 0))
        assert "Hand 1" in other.says()
        north.reload()
        assert "Who are you?" in north.says()

    @pytest.mark.slow
    def test_a_wrong_name_is_given_back(self, table, north):
        north.press(f"Not {name_of(table, 0)}?")
        north.press(name_of(table, 2))
        assert "Hand 1" in north.says()

    @pytest.mark.slow
    def test_too_many_points_are_mended_on_the_form(self, north):
        north.press("Send", **points(10, 10, 10, 11))
        assert "Total 41: take away 1" in north.says()
        north.press("Send", line_3_points=10)
        assert Hand.objects.get().state == "submitted"


@pytest.mark.slow
def test_bids_and_tricks(club):
    table = a_round(a_tournament(club, ruleset="buddha", table={})).tables.get(number=1)
    north, south = come(table, 0), come(table, 2)
    north.press("Lock the bids", line_0_bid=3, line_1_bid=4, line_2_bid=0, line_3_bid=5)
    south.reload()
    south.go("Change them")
    south.press("Lock the bids", line_2_bid=1)
    north.reload()
    north.press("Send", line_0_tricks=3, line_1_tricks=4, line_2_tricks=1, line_3_tricks=5)
    assert [line["bid"] for line in Hand.objects.get().lines] == [3, 4, 1, 5]


@pytest.mark.slow
def test_hands_are_confirmed_at_the_end_without_scripts(club):
    plan = {"table": {"hands": 2}, "confirmation": "table-end"}
    table = a_round(a_tournament(club, **plan)).tables.get(number=1)
    north = come(table, 0)
    for _hand in (1, 2):
        north.press("Send", **points(10, 10, 10, 10))
    east = come(table, 1)
    east.press("All hands are right")
    assert "The hands are agreed." in east.says()
