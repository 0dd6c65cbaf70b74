"""Older phones and computers: features that browsers of 2022 lack are removed from Chromium."""

import re

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.conftest import Site
from tests.e2e.phone import Phone, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

AS_IN_2022 = """
delete AbortSignal.timeout;
delete Element.prototype.checkVisibility;
delete HTMLFormElement.prototype.requestSubmit;
const Whole = FormData;
window.FormData = class extends Whole {
    constructor(form) {
        super(...(form ? [form] : []));
    }
};
"""
"""So is Safari on an iPhone 7: checkVisibility came with 17.4, a form's button with 16.4."""
FAULTS = "window.faults = []; addEventListener('error', ({ message }) => window.faults.push(message));"
LEFT = "return document.querySelector('.clock-time')?.textContent ?? ''"
FOLLOWS = """
const part = document.querySelector("[data-follow]");
part.dataset.revision = "0";
document.querySelector("#live p.state").textContent = "";
document.dispatchEvent(new Event("visibilitychange"));
"""


@pytest.fixture
def older_browser(new_browser):
    def lend():
        browser = new_browser()
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": AS_IN_2022 + FAULTS})
        return browser

    return lend


@pytest.fixture
def older_site(older_browser, served):
    return Site(older_browser(), served.address)


def test_two_phones_enter_a_hand_and_agree_on_it(older_browser, served, table):
    north, west = (Phone(older_browser(), served.address, table, seat) for seat in (0, 3))
    north.enter("9", "1", "1", "2", "next")
    north.wait_for(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
    west.hears("You: 18 points, 1 busca. Right?")
    west.tap(".question [data-send]")
    west.wait_for("Your yes to hand 1: received by the server")
    north.shows("Hand 2")
    west.shows("Hand 2")
    assert hands(served, table) == [[1, 1, "confirmed", [0, 0, 0, 1]]]
    assert [phone.ask("return window.faults") for phone in (north, west)] == [[], []]


def test_the_standings_follow(older_site, hall):
    older_site.open(f"/tournaments/{hall.playing}/")
    stood = older_site.ask("return document.querySelector('#live p.state').textContent")
    older_site.ask(FOLLOWS)
    older_site.wait(lambda: older_site.ask("return document.querySelector('#live p.state').textContent") == stood)
    assert older_site.ask("return [document.getElementById('away').hidden, window.faults]") == [True, []]


def test_the_clock_hears_which_button_was_pressed_at_the_desk(older_site, served, table):
    older_site.size("desk")
    older_site.sign_in(table["director"])
    older_site.open(f"/tournaments/{table['slug']}/desk/")
    older_site.fill("Minutes", "50")
    older_site.press("Start the clock")
    older_site.wait(lambda: re.fullmatch(r"50:00|4\d:\d\d", older_site.ask(LEFT)))
    older_site.browser.find_element(By.XPATH, '//button[text()="+5 minutes"]').click()
    older_site.wait(lambda: re.fullmatch(r"5[1-5]:\d\d", older_site.ask(LEFT)))
    assert older_site.ask("return window.faults") == []
