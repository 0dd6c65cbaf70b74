"""The forms for hands are accessible: every game, at a desk and on a phone, also with errors."""

import json

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.barriers import found_by_axe, prefer, prefer_nothing, resize
from tests.e2e.conftest import Site
from tests.e2e.games import GAMES
from tests.e2e.test_every_page import wider_than_the_screen
from tests.fixtures.browser import leave_nothing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
BUILT = "import json; from tests.e2e import games; print(json.dumps(games.build()))"
SEND = """
    const form = document.querySelector(".tally-form, form:has([data-send])");
    form.noValidate = true;
    (form.querySelector("[data-send]") ?? form.querySelector("button[name='do']")).click();
"""


@pytest.fixture(scope="module")
def built(served):
    return json.loads(served.run(BUILT).splitlines()[-1])


@pytest.fixture
def walker(shared_browser, served):
    walker = Site(shared_browser, served.address)
    resize(walker.browser, "phone")
    prefer(walker.browser)
    yield walker
    prefer_nothing(walker.browser)
    leave_nothing(walker.browser)


def found(walker):
    """Return what axe finds, and what has no room at 400 %."""
    seen = found_by_axe(walker)
    resize(walker.browser, "400 %")
    return seen + wider_than_the_screen(walker)


@pytest.mark.parametrize("game", GAMES)
def test_at_the_desk(game, walker, built):
    walker.sign_in(built["session"])
    for part in ("", "hands/1/", "sheet/"):
        walker.open(built["tables"][game] + part)
        assert (part, found(walker)) == (part, [])
    walker.open(built["tables"][game] + "hands/1/")
    walker.ask(SEND)
    walker.wait(lambda: walker.ask("return document.readyState") == "complete")
    assert found(walker) == []


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone(game, walker, built):
    walker.open(built["cards"][game])
    walker.wait_for("Who are you?")
    assert found(walker) == []
    walker.browser.find_element(By.CSS_SELECTOR, ".seat-button").click()
    walker.wait_for("Hand 1")
    assert found(walker) == []
