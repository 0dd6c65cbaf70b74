"""Whoever goes back after something was done finds its form as new: pressed again, it does nothing a second time."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
CHOOSE = """
const [name, place] = arguments;
document.querySelector(`form[method=post] [name=${name}]`).selectedIndex = place;
"""
STANDS = """
const names = [...arguments];
return names.map((name) => document.querySelector(`form[method=post] [name=${name}]`).value);
"""


@pytest.fixture
def desk(director):
    director.size("desk")
    return director


def test_a_tournament_is_created_once(desk, hall):
    desk.open(f"/clubs/{hall.club}/tournaments/new/busca-accademia/")
    desk.fill("Name of the tournament", "Going back")
    desk.press("Create the tournament")
    desk.browser.back()
    desk.wait_for("Create the tournament")
    assert desk.ask(STANDS, "name", "rounds") == ["", "4"]
    desk.press("Create the tournament")
    assert "One thing to fix" in desk.says()


def test_something_is_decided_once(desk, hall):
    desk.open(f"/tournaments/{hall.playing}/decisions/")
    desk.ask(CHOOSE, "entry", 1)
    desk.fill("Why", "Late")
    desk.fill("How much", "1")
    desk.ask("document.querySelector('[name=kind]').click()")
    desk.press("Decide so")
    desk.browser.back()
    desk.wait_for("Decide so")
    assert desk.ask(STANDS, "entry", "amount", "reason") == ["", "", ""]


def test_two_are_exchanged_once(desk, hall):
    desk.open(f"/tournaments/{hall.playing}/rounds/2/mend/")
    desk.ask(CHOOSE, "one", 1)
    desk.ask(CHOOSE, "other", 5)
    desk.fill("Reason", "Wrong table")
    desk.press("Change places")
    desk.wait_for("have changed places.")
    desk.browser.back()
    desk.wait_for("Two change places")
    assert desk.ask(STANDS, "one", "other", "reason") == ["", "", ""]
