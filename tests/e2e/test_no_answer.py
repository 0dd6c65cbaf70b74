"""Pages that follow play ask again when the answer to a request does not arrive."""

import pytest

from tests.e2e.conftest import NAME, Site
from tests.e2e.test_desk import ACT

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
GIVEN_UP = """
const answers = performance.getEntriesByType("resource");
return answers.some(({ name, responseStatus }) => name.endsWith("/live/") && responseStatus === 0);
"""


@pytest.fixture
def wifi(router, served):
    return router(served)


def test_the_desk_says_since_when_and_follows_again(wifi, new_browser, served, table):
    site = Site(new_browser(f"--host-resolver-rules=MAP {NAME} 127.0.0.1"), wifi.address)
    site.size("desk")
    site.sign_in(table["director"])
    site.open(f"/tournaments/{table['slug']}/desk/")
    wifi.mute()
    served.run(ACT.format(table["table"], "help_calls.call_director(table, seat=0, reason='')"))
    site.wait(lambda: site.all("#away:not([hidden])"), 30)
    wifi.on()
    site.wait_for("Table 1 calls", 30)
    site.wait(lambda: not site.all("#away:not([hidden])"))


def test_the_clock_of_a_phone_follows_again(wifi, phone, served, table):
    served.run(ACT.format(table["table"], "clock.start_clock(table.round, minutes=30, by=director)"))
    north = phone(wifi, table, 0)
    state = "return document.querySelector('.clock').dataset.state"
    north.wait(lambda: north.ask(state) == "running")
    wifi.mute()
    served.run(ACT.format(table["table"], "clock.pause_clock(table.round, by=director)"))
    north.wait(lambda: north.ask(GIVEN_UP), 25)
    wifi.on()
    north.wait(lambda: north.ask(state) == "paused", 30)
