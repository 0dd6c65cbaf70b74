"""Two phones at a table, each a browser of 360 pixels: their texts and their speed."""

import pytest

from tests.e2e.phone import Phone, hands
from tests.parameters import slowly

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


@pytest.fixture
def north(browser, served, table):
    return Phone(browser, served.address, table, 0)


@pytest.mark.parametrize(
    ("keys", "taps", "scores"),
    [
        (["9", "9", "9"], 4, [0, 0, 0, 1]),
        *slowly((["9", "1", "1", "2"], 5, [0, 0, 0, 1]), (["1", "next", "9", "9"], 5, [0, 0, 0, 2])),
        (["1", "1", "1", "2", "1", "3"], 7, [0, 0, 1, 0]),
    ],
)
def test_a_hand_takes_four_to_seven_taps(north, served, table, keys, taps, scores):
    north.taps = 0
    north.keys(*keys)
    north.wait_for("who will be asked")
    north.wait_for("in all")
    north.tap("[data-send]")
    assert north.taps == taps
    north.wait_for(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
    assert hands(served, table) == [[1, 1, "submitted", scores]]


@pytest.mark.slow
def test_the_form_names_who_is_asked_though_he_sat_down_meanwhile(north, sit_down, table):
    north.keys("9", "9", "9")
    north.wait_for(f"goes to {table['names'][3]}, who will be asked")
    sit_down(1)
    north.wait_for(f"goes to {table['names'][3]}; {table['names'][1]} will be asked", 30)
    assert north.typed() == ["9", "9", "9", "(13)"]
    north.tap("[data-send]")
    north.wait_for(f"Hand 1 was sent. {table['names'][1]} must confirm it.")


def test_a_sent_hand_is_said_once_with_the_next_step_on_a_low_screen(north, sit_down, table):
    sit_down(3)
    low = {"width": 360, "height": 560, "deviceScaleFactor": 1, "mobile": True}
    north.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", low)
    north.enter("9", "9", "9")
    north.wait_for("Go on with hand 2")
    assert north.all("#table")[0].text.count(table["names"][3]) == 2  # in the heading, and beside the points
    assert "Hand 1: received by the server" not in north.says()
    go_on = "return document.querySelector('#table a.button.wide').getBoundingClientRect().bottom <= innerHeight"
    assert north.ask(go_on)


def test_the_secret_stands_in_no_address(north):
    assert "#" not in north.ask("return location.href")


def test_the_last_link_stands_alone_on_no_line(north):
    north.ask("document.querySelector('.spread form:has(+ a) button').textContent = 'Non sei Silvia Ferrari?'")
    tops = north.ask("return [...document.querySelectorAll('.spread > a')].map((link) => link.offsetTop)")
    assert (len(tops), len(set(tops))) == (2, 1)


@pytest.mark.slow
def test_the_other_phone_is_asked_by_its_own_line(north, sit_down, served, table):
    west = sit_down(3)
    north.keys("9", "1", "1", "2", "next")
    north.tap("[data-send]")
    west.wait_for("You: 18 points, 1 busca. Right?", 20)
    west.tap(".question [data-send]")
    west.wait_for("Your yes to hand 1: received by the server")
    assert hands(served, table)[0][2] == "confirmed"
    north.wait_for("Hand 2")


def test_table_page_is_below_60_kb_and_2_s_on_a_slow_phone(sit_down):
    """The phone is four times slower than this machine; only its own work is measured, not the machine's other work."""
    north = sit_down(0)
    north.browser.execute_cdp_cmd("Network.enable", {})
    north.browser.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    north.browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    north.browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    north.browser.refresh()
    north.wait_for("Hand 1")
    north.wait(lambda: north.all("input[data-most]:focus"))
    weight = north.ask("""
        const [page] = performance.getEntriesByType("navigation");
        const parts = performance.getEntriesByType("resource");
        return [page, ...parts].reduce((sum, one) => sum + one.transferSize, 0);
    """)
    metrics = north.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    work = {each["name"]: each["value"] for each in metrics}["TaskDuration"]
    print(f"{weight} bytes, {4 * work:.2f} s")
    assert weight < 60_000
    assert 4 * work < 2
