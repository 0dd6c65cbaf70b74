"""Phones at a table and kiosks are accessible, from the first hand to the next table."""

import pytest

from tests.e2e.barriers import cut_off, found_by_axe, prefer, prefer_nothing, resize, unbounded
from tests.e2e.phone import contest_the_first_hand
from tests.e2e.test_every_page import without_a_label
from tests.e2e.test_kiosk import CLOSE, NEXT, cards_page, give_pin, tablet
from tests.e2e.tree import nameless

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
__all__ = ["cards_page", "tablet"]


def in_the_way(phone):
    """Return what axe finds in both themes, what has no room when enlarged, no edge in forced colours, or no name."""
    prefer(phone.browser)
    looks = (found_by_axe, cut_off, unbounded, without_a_label)
    found = [each for look in looks for each in look(phone)] + nameless(phone.browser)
    resize(phone.browser, "phone")
    prefer_nothing(phone.browser)
    return found


def test_a_hand_that_is_sent_and_confirmed(phones, table):
    north, west = phones
    north.enter("9", "9", "9")
    north.wait_for(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
    north.tap(".pass summary")
    assert in_the_way(north) == []
    west.shows("You: 13 points, 1 busca. Right?")
    assert in_the_way(west) == []


def test_a_hand_that_others_typed_meanwhile(phones):
    north, west = phones
    west.keys("1", "2", "9", "9")
    north.enter("9", "9", "9")
    west.hears("has already sent hand 1: compare it with yours.")
    assert in_the_way(west) == []
    west.tap("#line button")
    west.wait_for("has sent hand 1:")
    assert in_the_way(west) == []


def test_a_counter_proposal_and_a_dispute(phones):
    north, west = phones
    contest_the_first_hand(north, west)
    assert in_the_way(west) == []
    west.keys("1", "2", "1", "0")
    west.tap("[data-send]")
    north.hears("does not agree with hand 1 and proposes something else. ")
    assert in_the_way(north) == []
    north.tap("a.quiet.wide")
    north.tap("[data-journal=no] [data-send]")
    for phone in phones:
        phone.hears("Hand 1 is disputed")
        assert in_the_way(phone) == []


def test_a_round_that_is_over_and_the_next(sit_down, served, table):
    north = sit_down(0)
    served.run(PLAY.format(table["table"]))
    north.hears("The table is finished")
    assert in_the_way(north) == []
    served.run(CLOSE.format(table["table"]))
    north.hears("The next round is not drawn yet")
    assert in_the_way(north) == []
    served.run(NEXT.format(table["table"]))
    north.hears("Round 2: where you sit")
    assert in_the_way(north) == []


def test_a_kiosk(tablet, table):
    assert in_the_way(tablet) == []
    tablet.tap(".kiosk a[href$='/1']")
    tablet.wait_for("Who enters it?")
    assert in_the_way(tablet) == []
    tablet.keys("9", "9", "9")
    give_pin(tablet, table["pins"][0], "[data-send]")
    tablet.wait_for("Hand 1 was sent")
    assert in_the_way(tablet) == []


PLAY = """
from tests.halls import play
from tournaments.models import Table
for hand in (1, 2, 3):
    play(Table.objects.get(pk={}), hand)
"""
