"""An evening scored by totals: on two phones at a table, and pasted at the desk."""

import pytest

from tests.e2e.barriers import barriers
from tests.e2e.phone import Phone, a_table, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def sit_down(browser, served, table, seat):
    phone = Phone(browser, served.address, table)
    phone.open(table["card"])
    phone.wait_for("Who are you?")
    phone.tap(f".seat-button[value='{seat}']")
    phone.shows("Total")
    return phone


@pytest.fixture
def table(served):
    return a_table(served, kept="totals", players=4)


def test_a_phone_enters_the_total_and_another_confirms_it(browser, new_browser, served, table):
    north, west = sit_down(browser, served, table, 0), sit_down(new_browser(), served, table, 3)
    assert not north.ask("return document.documentElement.scrollWidth > innerWidth")
    north.enter("2", "next", "3", "next", "4", "next", "1", "0")
    west.hears("You: 10 buscas. Right?")
    west.tap("[data-journal=yes] [data-send]")
    west.hears("The table is finished")
    assert [hand[:3] for hand in hands(served, table)] == [[1, 1, "confirmed"]]


def test_two_phones_disagree_on_the_total_and_one_gives_in(browser, new_browser, served, table):
    north, west = sit_down(browser, served, table, 0), sit_down(new_browser(), served, table, 3)
    north.enter("2", "next", "3", "next", "4", "next", "1", "0")
    west.hears("You: 10 buscas. Right?")
    west.tap("a.quiet.wide")
    west.wait_for("The total: what is right?")
    west.tap("[data-journal=no] [data-send]")
    north.hears("The total is disputed")
    west.hears("The total is disputed")
    west.tap("[data-journal=yes] [data-send]")
    north.hears("The table is finished")
    assert [hand[:3] for hand in hands(served, table)] == [[1, 1, "confirmed"]]


def test_a_round_is_pasted_at_the_desk(desk, served, table):
    director = desk(table)
    director.open(f"/tournaments/{table['slug']}/rounds/1/totals/")
    director.fill("One line for each table, or for each player", "Table N E S W\n1 2 3 4 10")
    director.press("Put it into the rows")
    assert director.ask("return [...document.querySelectorAll('[id^=total-]')].map((one) => one.value)") == [
        "2", "3", "4", "10",
    ]  # fmt: skip
    director.press("Save all totals")
    assert "1 total was saved." in director.says()
    assert [hand[2:] for hand in hands(served, table)] == [["confirmed", [2, 3, 4, 10]]]


def test_the_page_of_totals_hinders_nobody(desk, table):
    director = desk(table)
    director.open(f"/tournaments/{table['slug']}/rounds/1/totals/")
    assert barriers(director) == {}


STOPPED = """
for (const details of document.querySelectorAll("details")) details.open = true;
for (const [name, value] of Object.entries({ "line-0": 100, "line-1": 50, "line-2": 50 })) {
  document.getElementById(`${name}-points`).value = value;
}
document.getElementById("hand-hands").value = arguments[0];
document.getElementById("hand-hands").dispatchEvent(new Event("input", { bubbles: true }));
const sum = document.querySelector("[data-sum]");
return [sum.hidden ? "" : sum.textContent, document.querySelector("[data-send]").disabled];
"""


def test_a_table_that_stopped_early_sends_its_total(browser, served):
    hundred = {"sum": 100, "sides": 3, "direction": "high"}
    table = a_table(served, kept="totals", players=3, ruleset="points", options=hundred)
    phone = sit_down(browser, served, table, 0)
    assert phone.ask(STOPPED, "") == ["Total 200, 100 missing", True]
    assert phone.ask(STOPPED, "2") == ["", False]
    phone.tap("[data-send]")
    phone.wait(lambda: hands(served, table))
    assert [hand[3] for hand in hands(served, table)] == [[100, 50, 50]]
