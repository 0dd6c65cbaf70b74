"""Browsers that run a page's scripts before its style sheets are there, as Safari does."""

import pytest

from tests.e2e.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

UNSTYLED = """
const isVisible = Element.prototype.checkVisibility;
Element.prototype.checkVisibility = function () {
    return document.readyState === "complete" && isVisible.call(this);
};
document.addEventListener("readystatechange", () => {
    document.body.style.paddingTop = document.readyState === "complete" ? "" : "300px";
});
"""
"""Until a page is loaded nothing of it can be seen, and everything stands elsewhere."""


@pytest.fixture
def north(new_browser, served, table):
    browser = new_browser()
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": UNSTYLED})
    north = Phone(browser, served.address, table, 0)
    north.open(f"/t/{table['slug']}")
    north.wait(lambda: north.ask("return document.readyState === 'complete'"))
    return north


def test_a_hand_without_numbers_cannot_be_sent(north):
    north.wait(lambda: not north.all("[data-send]:enabled"))
    north.keys("9", "9", "9")
    north.wait(lambda: north.all("[data-send]:enabled"))
    assert north.typed() == ["9", "9", "9", "(13)"]


def test_the_sheet_is_where_it_belongs(north):
    north.wait(lambda: not north.all("[data-send]:enabled"))
    north.keys("9")
    assert north.ask("return [scrollY, document.getElementById('table').previousElementSibling.offsetHeight]") == [0, 0]
