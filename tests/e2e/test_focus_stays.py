"""Users of a keyboard keep their place on pages that follow play."""

import pytest

from tests.e2e.test_desk import ACT

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
FOCUS = """
const [selector, words] = arguments;
window.held = [...document.querySelectorAll(selector)].find((one) => one.textContent.trim() === words);
window.held.focus();
"""
REPLACED = "return !window.held.isConnected"
FOCUSED = "return document.activeElement.textContent.trim()"


def test_a_link_of_a_public_page(site, served, table):
    site.size("desk")
    site.open(f"/tournaments/{table['slug']}/rounds/1/")
    words = site.all("#live a")[-1].get_attribute("textContent").strip()
    site.ask(FOCUS, "#live a", words)
    served.run(ACT.format(table["table"], "play(table, 1, [1, 1, 1, 37])"))
    site.wait(lambda: site.ask(REPLACED), 40)
    assert site.ask(FOCUSED) == words


def test_what_can_be_opened_at_the_table(phones, served, table):
    north, _west = phones
    north.enter("9", "9", "9")
    north.shows(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
    north.ask(FOCUS, "#table summary", "All hands")
    served.run(ACT.format(table["table"], "help_calls.call_director(table, seat=0, reason='')"))
    north.taken_up_until(lambda: north.ask(REPLACED))
    assert north.ask(FOCUSED) == "All hands"
