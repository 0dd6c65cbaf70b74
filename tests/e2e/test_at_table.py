"""Two phones at a table, each a real browser of 360 pixels: online, offline, fast."""

import json

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.reader import Reader

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

TABLE = """
import json
from django.utils.crypto import get_random_string
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions import keys
mark = get_random_string(6, "abcdefgh")
club = a_club(f"Circolo {mark}", a_user(f"olga-{mark}"))
tournament = a_tournament(club, name=f"Serata {mark}", table={"hands": 3})
table = a_round(tournament).tables.get(number=1)
seats = table.seats.select_related("entry")
print(json.dumps({
    "card": f"/t/{tournament.slug}#{keys.cards(tournament, [1])[0].secret}",
    "table": table.pk,
    "pins": [keys.pin(seat.entry) for seat in seats],
    "names": [seat.entry.name for seat in seats],
}))
"""
HANDS = """
import json
from tournaments.models import Hand
hands = Hand.objects.filter(table={}).order_by("number", "version")
print(json.dumps([[h.number, h.version, h.state, h.scores] for h in hands]))
"""


@pytest.fixture
def table(served):
    return json.loads(served.run(TABLE).splitlines()[-1])


def hands(served, table):
    return json.loads(served.run(HANDS.format(table["table"])).splitlines()[-1])


class Phone(Reader):
    def __init__(self, browser, address, table, seat):
        super().__init__(browser, address)
        metrics = {"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": True}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.taps = 0
        self.open(table["card"])
        self.wait_for("Who are you?")
        self.tap(f".seat-button[value='{seat}']")
        self.wait_for("Hand 1")

    def tap(self, selector):
        self.wait(lambda: self.all(selector))
        self.browser.find_element(By.CSS_SELECTOR, selector).click()
        self.taps += 1

    def keys(self, *keys):
        for key in keys:
            self.tap(f"[data-key='{key}']")

    def network(self, *, cut):
        self.browser.execute_cdp_cmd("Network.enable", {})
        conditions = {
            "offline": cut,
            "latency": 0,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        }
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


@pytest.fixture
def phone(new_browser, served, table):
    return lambda seat, *flags: Phone(new_browser(*flags), served.address, table, seat)


@pytest.mark.parametrize(
    ("keys", "taps", "scores"),
    [
        (["9", "9", "9"], 4, [0, 0, 0, 1]),
        (["9", "1", "1", "2", "next"], 6, [0, 0, 0, 1]),
        (["1", "1", "1", "2", "1", "3"], 7, [0, 0, 1, 0]),
    ],
)
def test_a_hand_takes_four_to_seven_taps(phone, served, table, keys, taps, scores):
    north = phone(0)
    north.taps = 0
    north.keys(*keys)
    north.wait_for("derived")
    north.wait_for("in all")
    north.tap("[data-send]")
    assert north.taps == taps
    north.wait_for(f"Hand 1 is sent: {table['names'][3]} is asked")
    assert hands(served, table) == [[1, 1, "submitted", scores]]


def test_the_secret_stands_in_no_address(phone):
    assert "#" not in phone(0).ask("return location.href")


def test_the_other_phone_is_asked_by_its_own_line(phone, served, table):
    north, west = phone(0), phone(3)
    north.keys("9", "1", "1", "2", "next")
    north.tap("[data-send]")
    west.wait_for("You: 18 points, 1 busca. Right?", 20)
    west.tap("button[value=yes]")
    west.wait_for("Hand 1 is agreed.")
    assert hands(served, table)[0][2] == "confirmed"
    north.wait_for("Hand 2")


def test_what_is_typed_is_kept_while_the_network_is_away(phone, served, table):
    north = phone(0)
    north.wait(lambda: north.ask("return !!navigator.serviceWorker.controller"))
    north.ask("location.reload()")
    north.wait_for("Hand 1")
    north.network(cut=True)
    north.keys("9", "9", "9")
    north.tap("[data-send]")
    north.wait_for("Saved on this phone, not yet sent")
    north.browser.refresh()
    north.wait_for("Saved on this phone, not yet sent")
    north.wait_for("Hand 2")
    assert hands(served, table) == []
    north.network(cut=False)
    north.wait_for("Hand 1 is sent", 60)
    assert [hand[:3] for hand in hands(served, table)] == [[1, 1, "submitted"]]


def test_it_weighs_less_than_60_kb_and_answers_within_2_s_on_a_slow_phone(phone):
    north = phone(0)
    north.browser.execute_cdp_cmd("Network.enable", {})
    north.browser.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    north.browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    north.browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})
    north.browser.refresh()
    north.wait_for("Hand 1")
    north.wait(lambda: north.all("[data-cell].here"))
    seconds, weight = north.ask("""
        const [page] = performance.getEntriesByType("navigation");
        const parts = performance.getEntriesByType("resource");
        const weight = [page, ...parts].reduce((sum, one) => sum + one.transferSize, 0);
        return [page.domContentLoadedEventEnd / 1000, weight];
    """)
    print(f"{weight} bytes, {seconds:.2f} s")
    assert weight < 60_000
    assert seconds < 2
