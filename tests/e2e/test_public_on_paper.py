"""Public pages on paper."""

import pytest

from tests.e2e.public_pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def test_on_paper_no_picture_is_parted_from_its_title_and_no_clock_stands_still(site, hall):
    site.open(f"/tournaments/{hall.playing}/pictures/")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    kept = site.ask("return [...document.querySelectorAll('.plate')].map((one) => getComputedStyle(one).breakInside)")
    site.open(f"/tournaments/{hall.playing}/rounds/2/")
    clocks = site.ask("return [...document.querySelectorAll('.clock')].map((one) => getComputedStyle(one).display)")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert (set(kept), clocks) == ({"avoid"}, ["none"])


def test_on_paper_what_explains_a_place_is_written_smaller_than_the_name(site, hall):
    site.open(f"/tournaments/{hall.over}/")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    sizes = site.ask("""
        return ["th", "th .small"].map((one) => document.querySelector(`.standings tbody ${one}`))
            .map((one) => parseFloat(getComputedStyle(one).fontSize) * 0.75);
    """)
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert [round(size, 2) for size in sizes] == [9, 8]


@pytest.mark.parametrize("page", ["rules", "pictures", "club"])
def test_on_paper_nothing_stands_that_only_opens_something(page, site, hall):
    site.open(PAGES[page].format(**vars(hall)))
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = site.ask("""
        return [...document.querySelectorAll("main :is(nav, summary, button), main h2:has(+ nav)")]
            .filter((one) => one.checkVisibility()).map((one) => one.textContent);
    """)
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == []
