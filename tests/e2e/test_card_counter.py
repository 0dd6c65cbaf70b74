"""Somebody with a phone counts cards by tapping them."""

import pytest
from selenium.webdriver.common.by import By

from tests.e2e import tree

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def thumb(site):
    site.size("phone")
    return Thumb(site)


class Thumb:
    """Taps on the card counter."""

    def __init__(self, site):
        self.site = site

    def tap(self, selector):
        one = self.site.browser.find_element(By.CSS_SELECTOR, selector)
        self.site.ask("arguments[0].scrollIntoView({block: 'center'})", one)
        one.click()

    def card(self, *names):
        for name in names:
            self.tap(f"input[value='{name}']")

    def side(self, number):
        self.tap(f".strip button[value='{number}']")

    def strip(self):
        """Return the points of each side and the remaining points."""
        return [int(one.text) for one in self.site.all(".strip-points")]

    def elsewhere(self):
        """Cards that lie with somebody else than the side that is shown, with their owners."""
        return [
            (one.find_element(By.TAG_NAME, "input").get_attribute("value"), one.text[-1])
            for one in self.site.all(".card.elsewhere")
        ]


def test_a_card_has_one_owner_and_everything_adds_up_at_once(thumb):
    thumb.site.open("/rules/busca-accademia/count/")
    assert thumb.strip() == [0, 0, 0, 0, 40]
    thumb.card("ace-coins", "3-cups")
    thumb.side(1)
    thumb.card("ace-cups")
    assert thumb.strip() == [9, 3, 0, 0, 28]
    assert thumb.elsewhere() == [("ace-coins", "1"), ("3-cups", "1")]
    thumb.card("ace-coins")
    assert thumb.strip() == [1, 11, 0, 0, 28]
    thumb.card("ace-coins")
    assert thumb.strip() == [1, 3, 0, 0, 36]
    told = [one.text for one in thumb.site.all(".strip-cards")]
    assert told == ["1 card", "1 card", "0 cards", "0 cards", "38 cards"]
    thumb.tap("input[name=last_trick][value='3']")
    assert thumb.strip() == [1, 3, 0, 3, 33]


def test_sum_of_a_pile_is_announced_once(thumb):
    thumb.site.open("/rules/busca-accademia/count/")
    thumb.card("ace-coins")
    assert [said for _how, said in tree.announced(thumb.site.browser)] == ["Player 1: 8, 1 card"]
    names = [tree.name(node) for node in tree.nodes_of(thumb.site.browser) if tree.role(node) == "button"]
    assert "Player 1 8 1 card" in names


def test_the_count_is_there_again_after_a_reload(thumb):
    thumb.site.open("/rules/brisca/count/")
    thumb.card("ace-cups", "7-cups")
    thumb.site.browser.refresh()
    assert thumb.strip() == [11, 0, 109]
    thumb.tap("details > summary")
    select = thumb.site.browser.find_element(By.ID, "values")
    select.find_element(By.CSS_SELECTOR, "[value='seven']").click()
    thumb.site.wait(lambda: thumb.strip() == [21, 0, 99])


def test_counter_stops_at_the_number_of_jokers(thumb):
    thumb.site.open("/rules/buraco/count/")
    joker = "[data-kind=joker] [data-pile='{}'] .steps button:last-child"
    for _tap in range(3):
        thumb.tap(joker.format(0))
    thumb.side(2)
    thumb.tap(joker.format(2))
    thumb.tap(joker.format(2))
    assert thumb.strip() == [150, 0, 50, 0, 880]
    field = thumb.site.browser.find_element(By.ID, "pile-2-low")
    field.send_keys("50")
    assert field.get_attribute("value") == "40"
    assert thumb.strip() == [150, 0, 250, 0, 680]
