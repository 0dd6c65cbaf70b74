"""A player's phone, 360 pixels wide, and the table that it is for."""

import json

from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.common.by import By

from tests.e2e.reader import Reader

TABLE = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.at_table import keys
mark = get_random_string(6, "abcdefgh")
olga = a_user(f"olga-{{mark}}")
club = a_club(f"Circolo {{mark}}", olga)
plan = {{"name": f"Serata {{mark}}", "table": {{"hands": 3}}, **{plan!r}}}
tournament = a_tournament(club, **plan)
table = a_round(tournament).tables.get(number=1)
seats = table.seats.select_related("entry")
print(json.dumps({{
    "card": f"/t/{{tournament.slug}}#{{keys.cards(tournament, [1])[0].secret}}",
    "code": keys.cards(tournament, [1])[0].code,
    "slug": tournament.slug,
    "director": session_of(olga),
    "table": table.pk,
    "pins": [keys.pin(seat.entry) for seat in seats],
    "names": [seat.entry.name for seat in seats],
}}))
"""
HANDS = """
import json
from tournaments.models import Hand
hands = Hand.objects.filter(table={}).order_by("number", "version")
print(json.dumps([[h.number, h.version, h.state, h.scores] for h in hands]))
"""


def a_table(served, **plan):
    """A table waiting for its first hand: its card, who sits there, their PINs, who directs."""
    return json.loads(served.run(TABLE.format(plan=plan)).splitlines()[-1])


def hands(served, table):
    """Return the server's hands of a table: number, version, state and scores."""
    return json.loads(served.run(HANDS.format(table["table"])).splitlines()[-1])


def contest_the_first_hand(north, west):
    """Send a hand from North's phone and reject it on West's, which then asks for the right figures."""
    north.enter("9", "9", "9")
    west.hears("You: 13 points, 1 busca. Right?")
    west.tap("a.quiet.wide")
    west.wait_for("Hand 1: what is right?")


BRING = """
const one = document.querySelector(arguments[0]);
if (!one.closest(".dock")) one.scrollIntoView({ block: "nearest" });
"""


class Phone(Reader):
    """A phone that has scanned a table's card, its player sitting down where a seat is given."""

    def __init__(self, browser, address, table, seat=None):
        super().__init__(browser, address)
        metrics = {"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": True}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.taps = 0
        if seat is None:
            return
        self.open(table["card"])
        self.wait_for("Who are you?")
        self.tap(f".seat-button[value='{seat}']")
        self.wait_for("Hand 1")

    def typed(self):
        """Return the values of the fields beside the names; computed values are in brackets."""
        return self.ask("""
            return [...document.querySelectorAll(".tally-rows input[data-most]")]
                .map((one) => one.value || (one.placeholder && `(${one.placeholder})`));
        """)

    def tap(self, selector):
        self.wait(lambda: self.all(selector))
        self.wait(lambda: self._click(selector))
        self.taps += 1

    def _click(self, selector):
        """Bring it into sight and click it; return whether that was possible, while the dock grew no further."""
        self.ask(BRING, selector)
        try:
            self.browser.find_element(By.CSS_SELECTOR, selector).click()
        except ElementClickInterceptedException:
            return False
        return True

    def headings(self):
        """Return the largest words on the page, which say what it is for now."""
        return [one.text for one in self.all("h1, .asked-for")]

    def take_up(self):
        """Let the page request and send at once what it would request and send some seconds later."""
        self.ask("document.dispatchEvent(new Event('visibilitychange'))")

    def taken_up_until(self, condition, seconds=20):
        """Take the phone up again and again until the condition holds."""
        self.wait(lambda: condition() or self.take_up(), seconds, pause=0.3)

    def shows(self, *headings, seconds=20):
        """Take the phone up until its page is there for this alone."""
        self.taken_up_until(lambda: self.headings() == list(headings), seconds)

    def hears(self, words):
        """Wake the phone up until its page says this."""
        self.taken_up_until(lambda: self.reads(words))

    def unfold_all_hands(self):
        """Unfold the hands that were played, which stay so when news bring another page."""
        self.wait(lambda: self.all(".more details"))
        self.ask("document.querySelector('.more details').open = true")

    def keys(self, *keys):
        for key in keys:
            self.tap(f"[data-key='{key}']")

    def numbers(self):
        """Return the values of the keypad's fields."""
        return [one.get_attribute("value") for one in self.all("input[data-most]")]

    def enter(self, *keys):
        """Type a hand with the keypad and send it."""
        self.keys(*keys)
        self.tap("[data-send]")
