"""A whole table typed with keys and pasted: each row is stored for itself and answered beside it."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.e2e import test_every_page as every
from tests.e2e.phone import hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
PLAY = """
from tests.halls import play
from tournaments.models import Table
play(Table.objects.get(pk={}), {}, [10, 10, 10, 10])
"""
HEARD = """
const heard = performance.getEntriesByType("resource").filter(({name}) => name.endsWith("part=live"));
return heard.map(({responseStatus}) => responseStatus);
"""
ELSEWHERE = """
from tests.halls import play
from tournaments.models import Table
play(Table.objects.get(pk={}).round.tables.get(number=2))
"""
SUMS = "return document.querySelector('tfoot').innerText.match(/\\d+/g)"
PASTE = """
const data = new DataTransfer();
data.setData("text", arguments[0]);
const pasted = {clipboardData: data, bubbles: true, cancelable: true};
document.activeElement.dispatchEvent(new ClipboardEvent("paste", pasted));
"""


@pytest.fixture
def sheet(desk, table):
    sheet = desk(table)
    sheet.open(f"/tournaments/{table['slug']}/rounds/1/tables/1/sheet/")
    return sheet


def keys(sheet, *typed):
    sheet.browser.switch_to.active_element.send_keys(*typed)


def said(sheet, hand):
    return sheet.ask("return document.getElementById(`said-${arguments[0]}`).innerText.trim()", hand)


def field(sheet):
    return sheet.ask("return document.activeElement.name")


def scores(served, table):
    return [hand[3] for hand in hands(served, table)]


def test_enter_goes_on_and_stores_row_by_row(sheet, served, table):
    keys(sheet, "8", Keys.ENTER, "11", Keys.ENTER, "3", Keys.TAB, "19")
    assert said(sheet, 1) == "Total 41: take away 1"
    keys(sheet, Keys.SHIFT, Keys.TAB)
    keys(sheet, Keys.NULL, "2")
    assert said(sheet, 1) == "Total 40, right"
    keys(sheet, Keys.ENTER)
    sheet.wait(lambda: said(sheet, 1) == "saved")
    assert (field(sheet), scores(served, table)) == ("2-line-0-points", [[0, 0, 0, 2]])
    keys(sheet, "10", Keys.ENTER, "10", Keys.ENTER, "10", Keys.ENTER)
    sheet.wait(lambda: said(sheet, 2) == "saved")
    assert sheet.ask(SUMS) == ["1", "1", "1", "3"]
    keys(sheet, "20", Keys.ENTER, "20", Keys.ENTER, "20", Keys.ENTER)
    sheet.ask("document.getElementById('3-line-0-points').focus()")
    keys(sheet, "0", Keys.ENTER)  # the last one's 0 would make 40: whoever corrects goes on to the next
    assert (field(sheet), said(sheet, 3)) == ("3-line-1-points", "not saved yet")
    sheet.ask("document.getElementById('3-line-0-points').focus()")
    keys(sheet, "99", Keys.ENTER, "0", Keys.ENTER, "0", Keys.ENTER, "1", Keys.ENTER)
    sheet.wait(lambda: "Enter a number from 0 to 40." in said(sheet, 3))
    assert scores(served, table) == [[0, 0, 0, 2], [1, 1, 1, 1]]
    sheet.ask("document.getElementById('3-line-0-points').focus()")
    keys(sheet, "39", Keys.ENTER)
    sheet.wait(lambda: sheet.ask("return document.activeElement.innerText") == "Go on with table 2")


def test_a_row_that_waited_for_another_is_stored_after_it(sheet, served, table):
    keys(sheet, "8", Keys.ENTER, "11", Keys.ENTER, "2", Keys.TAB, "20", Keys.ENTER)
    sheet.wait(lambda: "Total 41" in said(sheet, 1))
    keys(sheet, "10", Keys.ENTER, "10", Keys.ENTER, "10", Keys.ENTER)
    sheet.wait(lambda: "Enter hand 1 first." in said(sheet, 2))
    sheet.ask("document.getElementById('1-line-3-points').focus()")
    keys(sheet, "19", Keys.ENTER)
    sheet.wait(lambda: (said(sheet, 1), said(sheet, 2)) == ("saved", "saved"))
    assert scores(served, table) == [[0, 0, 0, 2], [1, 1, 1, 1]]


def test_what_another_one_entered_is_shown_and_what_is_typed_elsewhere_stays(sheet, served, table):
    keys(sheet, Keys.ARROW_DOWN, "7", Keys.ARROW_UP)
    keys(sheet, "8", Keys.ENTER, "11", Keys.ENTER, "2")
    served.run(PLAY.format(table["table"], 1))
    keys(sheet, Keys.ENTER)
    sheet.wait(lambda: "You typed 8 · 11 · 2 · –." in said(sheet, 1))
    assert scores(served, table) == [[1, 1, 1, 1]]
    served.run(PLAY.format(table["table"], 2))
    sheet.wait(lambda: sheet.ask(SUMS) == ["2", "2", "2", "2"])
    assert "You typed 8 · 11 · 2 · –." in said(sheet, 1)
    assert sheet.ask("return document.getElementById('2-line-0-points').value") == "7"


def test_a_row_that_nobody_begun_is_where_it_was_while_others_enter(sheet, served, table):
    keys(sheet, Keys.ARROW_DOWN)
    before = sheet.browser.switch_to.active_element
    served.run(PLAY.format(table["table"], 1))
    sheet.wait(lambda: said(sheet, 1) == "saved")
    before.send_keys("7")
    assert sheet.ask("return document.activeElement === arguments[0]", before)
    assert sheet.ask("return document.getElementById('2-line-0-points').value") == "7"


def test_whoever_was_in_a_row_that_another_entered_stays_in_it(sheet, served, table):
    assert field(sheet) == "1-line-0-points"
    served.run(PLAY.format(table["table"], 1))
    sheet.wait(lambda: said(sheet, 1) == "saved")
    assert sheet.ask("return document.activeElement.dataset.hand") == "1"
    keys(sheet, "8", Keys.ENTER)
    assert sheet.ask("return document.activeElement.dataset.hand") == "1"
    keys(sheet, Keys.ARROW_DOWN)
    assert field(sheet) == "2-line-0-points"


def test_the_way_to_the_next_table_keeps_the_focus_while_others_enter(sheet, served, table):
    for _row in range(3):
        keys(sheet, "10", Keys.ENTER, "10", Keys.ENTER, "10", Keys.ENTER)
    onward = "return document.activeElement.innerText"
    sheet.wait(lambda: sheet.ask(onward) == "Go on with table 2")
    sheet.wait(lambda: sheet.ask(HEARD)[-1:] == [304])
    known = sheet.ask(HEARD).count(200)
    served.run(ELSEWHERE.format(table["table"]))
    sheet.wait(lambda: sheet.ask(HEARD).count(200) > known and sheet.ask(HEARD)[-1] == 304)
    assert sheet.ask(onward) == "Go on with table 2"


def test_what_does_not_arrive_is_said_and_sent_again(sheet, served, table):
    sheet.ask("window.real = fetch; window.fetch = () => Promise.reject(new TypeError('no network'))")
    keys(sheet, "8", Keys.ENTER, "11", Keys.ENTER, "2", Keys.ENTER)
    sheet.wait(lambda: said(sheet, 1).startswith("Not saved: the server is out of reach."))
    sheet.ask("window.fetch = real; document.getElementById('1-line-2-points').focus()")
    keys(sheet, Keys.ENTER)
    sheet.wait(lambda: said(sheet, 1) == "saved")
    assert scores(served, table) == [[0, 0, 0, 2]]


def test_a_pasted_table_is_looked_at_and_stored_with_one_key(sheet, served, table):
    sheet.ask(PASTE, "8\t11\t2\t19\n10\t10\t10\t11\n")
    sheet.wait(lambda: said(sheet, 1) == "not saved yet")
    assert "Total 41: take away 1" in said(sheet, 2)
    assert scores(served, table) == []
    sheet.ask("document.getElementById('2-line-3-points').focus()")
    keys(sheet, "10")
    sheet.press("Save all hands")
    assert (said(sheet, 1), said(sheet, 2)) == ("saved", "saved")
    assert scores(served, table) == [[0, 0, 0, 2], [1, 1, 1, 1]]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_table_sheet_fits_the_screen_with_large_controls(sheet, size):
    sheet.size(size)
    assert every.wider_than_the_screen(sheet) == []
    assert every.too_small_to_tap(sheet) == []
    assert every.without_a_label(sheet) == []
