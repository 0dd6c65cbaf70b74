"""A refresh of a phone's page that is refused leaves the page as it is."""

import time

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
REFUSED = """
window.asks = window.fetch; window.refused = 0;
window.fetch = (address, options) => String(address).includes("part=live")
  ? (window.refused += 1,
     Promise.resolve(new Response("<main><div class='wrap'>Too busy</div></main>", { status: STATUS })))
  : asks(address, options);
"""


@pytest.mark.parametrize("status", [404, 503])
def test_a_refused_refresh_shows_no_error(phones, status):
    north, west = phones
    north.ask(REFUSED.replace("STATUS", str(status)))
    heading = north.ask("return document.querySelector('#table h1').textContent")
    west.enter("9", "9", "9")
    north.wait(lambda: north.ask("return refused") > 0)
    time.sleep(0.5)
    assert north.ask("return document.querySelector('#table h1')?.textContent") == heading
    assert "Too busy" not in north.says()
    north.ask("window.fetch = asks")
    north.wait(lambda: "Right?" in north.says())


def test_a_server_behind_a_proxy_that_does_not_answer_is_said(phones):
    north, _west = phones
    north.ask("window.asks = window.fetch; window.fetch = async () => new Response('Bad gateway', { status: 502 })")
    north.hears("No connection: this was the state at")
    north.ask("window.fetch = asks")
    north.taken_up_until(lambda: "No connection" not in north.says())
