"""One tablet for every table: each seat enters and confirms with its PIN."""

import pytest

from tests.e2e import test_every_page as every
from tests.e2e.phone import Phone, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
CLOSE = """
from tests.halls import director_of
from tournaments.actions.rounds import rounds
from tournaments.models import Table
round_ = Table.objects.get(pk={}).round
rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
"""
NEXT = """
from tests.halls import a_round
from tournaments.models import Table
a_round(Table.objects.get(pk={}).round.tournament)
"""


@pytest.fixture
def cards_page(new_browser, served, table):
    """A tablet on which a director has opened the page that makes it a kiosk."""
    tablet = Phone(new_browser(), served.address, table)
    tablet.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    tablet.browser.set_window_size(800, 1100)
    tablet.sign_in(table["director"])
    tablet.open(f"/tournaments/{table['slug']}/cards/")
    return tablet


@pytest.fixture
def tablet(cards_page):
    """A tablet that a director has turned into the kiosk of a tournament."""
    cards_page.press("Make this device a kiosk")
    cards_page.wait_for("Choose your table")
    return cards_page


def test_players_enter_and_confirm_with_their_pins(tablet, served, table):
    tablet.tap(".kiosk a[href$='/1']")
    tablet.wait_for("Who enters it?")
    assert faults(tablet) == []
    tablet.keys("9", "9", "9")
    give_pin(tablet, wrong(table["pins"][0]), "[data-send]")
    tablet.wait_for("This is not the PIN of this seat. Tries left: 4.")
    typed = [one.get_attribute("value") for one in tablet.all(".tally-rows input[data-most]")]
    assert typed == ["9", "9", "9", ""]
    send_and_answer(tablet, table, "yes")
    tablet.wait_for("Hand 1 is agreed.")
    assert hands(served, table) == [[1, 1, "confirmed", [0, 0, 0, 1]]]
    tablet.press("Other tables")
    tablet.wait_for("Choose your table")


def test_whoever_stands_before_it_is_not_the_director(tablet, table):
    tablet.open(f"/tournaments/{table['slug']}/desk/")
    assert tablet.browser.title.startswith("You may not change this")


def test_single_table_kiosk_accepts_a_rejection(cards_page, served, table):
    cards_page.fill("Only for table (empty: for all)", "1")
    cards_page.press("Make this device a kiosk")
    cards_page.shows("Hand 1")
    cards_page.press("Other tables")
    assert [one.text for one in cards_page.all(".kiosk .no")] == ["1"]
    cards_page.tap(".kiosk a")
    cards_page.keys("9", "9", "9")
    send_and_answer(cards_page, table, "no")
    cards_page.wait_for("Hand 1 is disputed")
    cards_page.wait_for("The director has been called.")
    assert hands(served, table) == [[1, 1, "disputed", [0, 0, 0, 1]]]


def test_idle_kiosk_follows_the_rounds(tablet, served, table):
    served.run(CLOSE.format(table["table"]))
    tablet.wait_for("No round is in play.", 20)
    served.run(NEXT.format(table["table"]))
    tablet.wait(lambda: [one.text for one in tablet.all(".kiosk .no")] == ["1", "2"], 20)
    tablet.tap(".kiosk a[href$='/1']")
    tablet.wait_for("Round 2")


def send_and_answer(tablet, table, answer):
    """North sends the typed hand, West confirms or rejects it."""
    give_pin(tablet, table["pins"][0], "[data-send]")
    tablet.wait_for("Hand 1 was sent")
    assert faults(tablet) == []
    give_pin(tablet, table["pins"][3], f"button[value={answer}]")


def give_pin(tablet, pin, button):
    tablet.fill("PIN on your slip", pin)
    tablet.tap(button)


def wrong(pin):
    return f"{(int(pin) + 1) % 10000:04}"


def faults(tablet):
    found = (every.wider_than_the_screen, every.without_a_label, every.too_small_to_tap)
    return [fault for look in found for fault in look(tablet)]
