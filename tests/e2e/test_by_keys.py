"""Entering and correcting a hand by keyboard: Enter moves through the fields to the reason."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.e2e.phone import a_table, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
PLAYED = """
from tests.halls import play
from tournaments.models import Table
play(Table.objects.get(pk={}), 1, [1, 1, 1, 37])
"""


@pytest.fixture
def correcting(desk, served, table):
    served.run(PLAYED.format(table["table"]))
    return at_hand(desk(table), table)


def at_hand(desk, table, address="hands/1/"):
    """The desk at a hand of the table, ready for keys."""
    desk.open(f"/tournaments/{table['slug']}/rounds/1/tables/1/{address}")
    desk.focused()
    return desk


def press(desk, *keys):
    for key in keys:
        desk.browser.switch_to.active_element.send_keys(key)


def test_enter_after_the_last_number_that_is_needed_saves_and_goes_on_to_the_next_hand(desk, served, table):
    desk = at_hand(desk(table), table)
    press(desk, "8", Keys.ENTER, "11", Keys.ENTER, "3", Keys.ENTER)
    desk.wait(lambda: desk.browser.current_url.endswith("/hands/2/") and desk.all("input:focus"))
    press(desk, "8", Keys.ENTER, "11", Keys.ENTER, "3", Keys.TAB, "19", Keys.ENTER, Keys.ENTER, Keys.ENTER)
    assert len(hands(served, table)) == 1
    press(desk, "2", Keys.ENTER)
    desk.wait(lambda: len(hands(served, table)) == 2)


def test_enter_goes_through_the_lines_to_the_reason(correcting, served, table):
    press(correcting, Keys.ENTER, "21", Keys.ENTER, Keys.ENTER, "17", Keys.ENTER)
    assert correcting.ask("return document.activeElement.textContent") == "Written down wrong"
    press(correcting, Keys.ENTER)
    correcting.wait(lambda: len(hands(served, table)) == 2)
    assert hands(served, table)[1][3] == [0, 2, 0, 0]


def test_a_tap_on_the_number_that_has_the_focus_has_it_replaced_too(correcting):
    field = correcting.browser.switch_to.active_element
    field.click()
    press(correcting, "2")
    assert field.get_attribute("value") == "2"
    field.click()
    press(correcting, "0")
    assert field.get_attribute("value") == "20"


@pytest.mark.parametrize("address", ["hands/1/", "sheet/"])
def test_a_hand_that_begins_with_what_is_counted_is_entered_with_keys_from_the_first_number(desk, served, address):
    table = a_table(served, ruleset="buraco", options={"players": 2}, table={"hands": 2})
    desk = at_hand(desk(table), table, address)
    assert desk.ask("return document.activeElement.matches('input[data-most]')")
    press(desk, "2")
    assert desk.ask("return document.activeElement.value") == "2"
