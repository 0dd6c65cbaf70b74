"""Pairs and threes are entered at the registration by the names of all who play together."""

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e import test_every_page as every

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

BUILD = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{{mark}}", is_superuser=True)
plan = {{"ruleset": "{slug}", "table": {{"hands": 2}}, "options": {{"players": {players}}}}}
made = a_tournament(a_club(f"Circolo {{mark}}", olga), players=0, name=f"Serata {{mark}}", **plan)
print(json.dumps([made.slug, session_of(olga)]))
"""


@pytest.fixture
def at_registration(site, served):
    """Open the registration of a tournament whose sides have so many players, on a phone."""

    def open_page(slug, players):
        script = BUILD.format(slug=slug, players=players)
        tournament, session = json.loads(served.run(script).splitlines()[-1])
        site.sign_in(session)
        site.size("phone")
        site.open(f"/tournaments/{tournament}/registration/")
        return site

    return open_page


@pytest.mark.parametrize(
    ("slug", "players", "names"),
    [
        ("brisca", 6, ["Anna Riva", "Berto Sala", "Carla Neri"]),
        ("buraco", 4, ["Dino Costa", "Emma Testa"]),
        ("buraco", 2, ["Ida Longo"]),
    ],
)
def test_side_is_registered_by_all_its_names(at_registration, slug, players, names):
    site = at_registration(slug, players)
    fields = site.all("input[name=name]")
    assert len(fields) == len(names)
    for field, name in zip(fields, names, strict=True):
        field.send_keys(name)
    fields[-1].send_keys(Keys.ENTER)
    site.wait_for("1 entered")
    entered = [one.text for one in site.all(".registered .name")]
    assert entered == [" – ".join(names)]
    assert every.wider_than_the_screen(site) == []
    assert every.too_small_to_tap(site) == []


def test_a_name_that_is_missing_is_asked_for(at_registration):
    site = at_registration("brisca", 6)
    first, _second, third = site.all("input[name=name]")
    first.send_keys("Anna Riva")
    third.send_keys("Carla Neri")
    site.browser.find_element(By.XPATH, "//button[normalize-space()='Enter']").click()
    site.wait(lambda: site.all(".faults"))
    kept = [one.get_attribute("value") for one in site.all("input[name=name]")]
    assert kept == ["Anna Riva", "", "Carla Neri"]


ARRIVING = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}", is_superuser=True)
made = a_tournament(a_club(f"Circolo {mark}", olga), players=17, name=f"Serata {mark}")
print(json.dumps([made.slug, session_of(olga)]))
"""


SCROLLED = """
window.place = () => document.querySelector("button.check").getBoundingClientRect().top;
scrollTo(0, 400);
window.first = place();
"""
MOVED = "return [Number.isFinite(window.first), Math.round(place() - window.first)]"
"""Whether it is the same page, and by how much the list moved on the screen; a note above it scrolls the page."""


def test_seventeen_are_ticked_off_on_one_page_that_does_not_jump(site, served):
    tournament, session = json.loads(served.run(ARRIVING).splitlines()[-1])
    site.sign_in(session)
    site.size("phone")
    site.open(f"/tournaments/{tournament}/registration/")
    site.browser.execute_script(SCROLLED)
    for button in site.all("button.check"):
        site.browser.execute_script("arguments[0].click()", button)
    site.wait_for("17 here")
    site.wait(lambda: not site.all("[aria-busy]"))
    assert site.browser.execute_script(MOVED) == [True, 0]
    assert not site.browser.find_element(By.ID, "not-stored").is_displayed()
    site.open(f"/tournaments/{tournament}/registration/")
    site.wait_for("17 here")


PAYING = (
    ARRIVING.replace("print(", "set_fee(made, Decimal(8), by=by(olga))\nprint(")
    .replace("import a_club,", "import by, a_club,")
    .replace(
        "import json",
        "import json\nfrom decimal import Decimal\nfrom tournaments.actions.people.fees import set_fee",
        1,
    )
)


@pytest.fixture
def at_the_cash_box(site, served):
    """The page of fees of seventeen, on a phone that has scrolled."""
    tournament, session = json.loads(served.run(PAYING).splitlines()[-1])
    site.sign_in(session)
    site.size("phone")
    site.open(f"/tournaments/{tournament}/fees/")
    site.browser.execute_script(SCROLLED)
    return site


def test_seventeen_pay_on_one_page_that_does_not_jump(at_the_cash_box):
    site = at_the_cash_box
    for place in range(17):
        site.browser.execute_script("document.querySelectorAll('button.check')[arguments[0]].click()", place)
    site.wait_for("136.00 of 136.00 paid")
    assert site.browser.execute_script(MOVED) == [True, 0]
    site.browser.execute_script("document.querySelector('button.check').click()")
    site.wait_for("128.00 of 136.00 paid")
    assert site.browser.execute_script(MOVED) == [True, 0]
    assert not site.browser.find_element(By.ID, "not-stored").is_displayed()


def test_an_amount_that_is_none_is_refused_in_sight(at_the_cash_box):
    site = at_the_cash_box
    typed = "const fold = document.querySelectorAll('.fees details')[9]; fold.open = true;"
    site.browser.execute_script(typed + "fold.querySelector('[name=paid]').value = arguments[0]", "much")
    site.browser.execute_script("document.querySelectorAll('.fees form button')[9].click()")
    told = site.browser.find_element(By.ID, "not-stored")
    site.wait(lambda: told.text == "Enter an amount of 0 or more, with at most two decimals.")
    in_sight = "const { top, bottom } = arguments[0].getBoundingClientRect(); return top >= 0 && bottom <= innerHeight"
    assert site.browser.execute_script(in_sight, told)
    site.browser.execute_script(typed + "fold.querySelector('[name=paid]').value = arguments[0]", "3,50")
    site.browser.execute_script("document.querySelectorAll('.fees form button')[9].click()")
    site.wait_for("3.50 of 136.00 paid")
    assert site.browser.execute_script(MOVED) == [True, 0]
    assert not told.is_displayed()
