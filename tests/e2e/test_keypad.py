"""The keypad is there for fingers alone, covers nothing, and stays under the thumb."""

import json
from itertools import cycle

import pytest
from django.conf import settings
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e import games
from tests.e2e.phone import Phone
from tests.parameters import slowly

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
WITH_KEYPAD = list(games.GAMES)
assert WITH_KEYPAD[-1] == "buraco"  # its lines are longer than the screen of a laptop, which is scrolled with them
LAPTOP, SMALL = (1366, 768), (360, 640)

WHERE = """
const keypad = document.querySelector("[data-keys]").getBoundingClientRect();
const input = document.activeElement;
const isFree = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [[left + 2, top + 2], [right - 2, bottom - 2]];
    return points.every((point) => one.contains(document.elementFromPoint(...point)));
};
const own = input.closest("tr")?.previousElementSibling?.querySelector(".what");
const cell = input.closest("td")?.cellIndex;
const head = input.closest("table")?.tHead.rows[0].cells[cell];
const button = document.querySelector("[data-send], .thumb [data-onward]");
const needed = { input, head, label: own ?? input.closest(".field")?.querySelector("label"), send: button };
return {
    at: Math.round(keypad.top),
    covered: Object.entries(needed).filter(([, one]) => one && !isFree(one)).map(([name]) => name),
    inView: keypad.top >= 0 && keypad.bottom <= innerHeight + 1,
};
"""


@pytest.fixture(scope="module")
def built(served):
    script = f"import json; from tests.e2e import games; print(json.dumps(games.build(*{WITH_KEYPAD})))"
    return json.loads(served.run(script).splitlines()[-1])


@pytest.fixture
def at_desk(site, built):
    def sit_down(size, *, touch, language="it"):
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": touch}
        site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        site.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        site.sign_in(built["session"])
        site.set_cookie(settings.LANGUAGE_COOKIE_NAME, language)
        return site

    return sit_down


def fields(site):
    shown = [one for one in site.all(".with-keys input[data-most]") if one.is_displayed()]
    return [one.get_attribute("id") for one in shown]


def press(site, *keys):
    for key in keys:
        site.browser.find_element(By.CSS_SELECTOR, f"[data-key='{key}']").click()


def stays_put(site, game):
    """Type two digits into each field by the keypad, looking where it is all the while."""
    for field in fields(site):
        site.ask("document.getElementById(arguments[0]).focus({ preventScroll: true })", field)
        before = site.ask(WHERE)
        assert (before["covered"], before["inView"]) == ([], True), (game, field)
        for _digit in range(2):
            press(site, "1")
            assert site.ask(WHERE) | {"inView": True} == before, (game, field)


@pytest.mark.parametrize(
    ("size", "some"),
    [(SMALL, WITH_KEYPAD[:2]), *slowly((SMALL, WITH_KEYPAD[2:]), (LAPTOP, WITH_KEYPAD[:-1]))],
    ids=["small", "small, the others", "laptop"],
)
def test_at_the_desk_it_covers_nothing_and_stays(at_desk, built, size, some):
    for language, game in zip(cycle(["it", "nl", "pt", "es", "en"]), some, strict=False):
        site = at_desk(size, touch=True, language=language)
        site.open(f"{built['tables'][game]}hands/1/")
        stays_put(site, game)


def test_keypad_opens_with_the_first_shown_number(at_desk, built):
    site = at_desk(SMALL, touch=True, language="en")
    site.open(f"{built['tables']['result']}hands/1/")
    keypad = site.browser.find_element(By.CSS_SELECTOR, "[data-keys]")
    assert (fields(site), keypad.is_displayed()) == ([], False)
    site.browser.find_element(By.CSS_SELECTOR, ".with-keys summary").click()
    site.wait(keypad.is_displayed)
    assert len(fields(site)) == 2


def test_keypad_stays_when_the_result_appears(at_desk, built):
    site = at_desk(SMALL, touch=True)
    site.open(f"{built['tables']['busca-accademia']}hands/1/")
    site.focused()
    before = site.ask(WHERE)
    press(site, *"8112")
    site.wait_for("2 busche, 2 in tutto")
    assert site.ask(WHERE) == before


@pytest.mark.parametrize("some", [WITH_KEYPAD[:1], *slowly(WITH_KEYPAD[1:])], ids=["one game", "the others"])
def test_at_the_table_too(new_browser, served, built, some):
    phone = Phone(new_browser(), served.address, built["cards"])
    phone.set_cookie(settings.LANGUAGE_COOKIE_NAME, "it")
    for game in some:
        phone.open(built["cards"][game])
        phone.tap(".seat-button[value='0']")
        phone.wait(lambda: phone.all("form.tally-form"))
        stays_put(phone, game)


def test_keypad_stays_when_a_message_goes_while_the_page_is_scrolled(new_browser, served, built):
    phone = Phone(new_browser(), served.address, built["cards"])
    phone.set_cookie(settings.LANGUAGE_COOKIE_NAME, "it")
    phone.open(built["cards"]["brisca-muerte-al-tres"])
    phone.tap(".seat-button[value='0']")
    phone.wait(lambda: phone.all("form.tally-form"))
    first, second = fields(phone)
    press(phone, "1")
    phone.wait_for("Con le carte non si")
    phone.ask("document.getElementById(arguments[0]).focus()", second)
    before = phone.ask(WHERE)["at"]
    assert phone.ask("return scrollY") > 0
    phone.ask("document.getElementById(arguments[0]).focus()", first)
    press(phone, *"11")
    phone.wait(lambda: "Con le carte non si" not in phone.ask("return document.body.innerText"))
    assert phone.ask(WHERE)["at"] == before


def test_keypad_is_hidden_with_a_keyboard(at_desk, built):
    site = at_desk(LAPTOP, touch=False)
    site.open(f"{built['tables']['busca-accademia']}hands/1/")
    site.focused()
    assert not site.all("[data-keys]")[0].is_displayed()
    assert site.ask("return document.activeElement.inputMode") == "numeric"


def test_last_input_device_decides_on_a_hybrid(at_desk, built):
    site = at_desk(SMALL, touch=True)
    page = f"{built['tables']['busca-accademia']}hands/1/"
    site.open(page)
    keypad = site.all("[data-keys]")[0]
    assert keypad.is_displayed()
    site.focused()
    site.browser.switch_to.active_element.send_keys("8", Keys.ENTER, "11")
    assert not keypad.is_displayed()
    assert site.ask("return [...document.querySelectorAll('[data-most]')].slice(0, 2).map((one) => one.value)") == [
        "8",
        "11",
    ]
    site.open(page)
    site.focused()
    assert not site.all("[data-keys]")[0].is_displayed()
    point = site.ask("const r = document.activeElement.getBoundingClientRect(); return [r.x + 9, r.y + 9]")
    finger = {"touchPoints": [dict(zip("xy", point, strict=True))]}
    site.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", **finger})
    site.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    site.wait(site.all("[data-keys]")[0].is_displayed)
