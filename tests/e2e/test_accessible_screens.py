"""The screens of a hall are accessible: each programme, a message, the code, without a server."""

import pytest

from tests.e2e.barriers import violations
from tests.e2e.conftest import Site
from tests.e2e.test_announced import CALL, PLAY_ON
from tests.e2e.test_screens import OLD, TELEVISION, a_hall, steer
from tests.e2e.test_screens import wall as wall
from tests.e2e.tree import nameless

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
PLAYERS = 17
OFFLINE = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
LOOK = "document.documentElement.dataset.theme = arguments[0]"


@pytest.fixture(scope="module")
def hall(served):
    hall = a_hall(served, PLAYERS)
    steer(served, hall, 0, seconds=120, shows_tables=True, shows_calls=True, message="Cena alle 20: prenotarsi al bar")
    served.run(CALL.format(slug=hall.slug))
    return hall


@pytest.fixture
def on(wall, hall):
    """The hall's television, at the page of a part: `on(size, part)`."""

    def turn(size, part):
        television = wall(size, hall)
        television.open(f"/tv/{hall.secret}/?#{part}.0")
        television.wait(lambda: television.ask("return document.body.dataset.part") == part)
        return television

    return turn


def in_the_way(screen):
    """Return what axe finds with light letters on dark and dark letters on light, and what has no name."""
    found = []
    for look in ("dark", "light"):
        screen.ask(LOOK, look)
        found += [f"{look}: {each}" for each in violations(screen.browser)]
    return found + nameless(screen.browser)


@pytest.mark.parametrize("part", ["names", "tables", "clock", "standings", "calls"])
def test_a_part(part, on):
    screen = on(TELEVISION, part)
    assert "Cena alle 20: prenotarsi al bar" in screen.says()
    assert in_the_way(screen) == []


@pytest.mark.parametrize("part", ["names", "standings"])
def test_on_an_old_television(part, on):
    assert in_the_way(on(OLD, part)) == []


def test_what_comes_next(served, wall):
    hall = a_hall(served, PLAYERS)
    served.run(PLAY_ON.format(slug=hall.slug))
    steer(served, hall, 0, shows_standings=False)
    screen = wall(TELEVISION, hall)
    screen.wait_for("Segue il turno 3.")
    assert in_the_way(screen) == []


def test_the_code(site):
    site.open("/tv/")
    assert site.all(".code")
    assert in_the_way(site) == []


def test_away_from_the_server(new_browser, served, hall):
    screen = Site(new_browser(), served.address)
    screen.open(f"/tv/{hall.secret}/")
    screen.wait_for("Cena alle 20")
    screen.browser.execute_cdp_cmd("Network.enable", {})
    screen.browser.execute_cdp_cmd("Network.emulateNetworkConditions", OFFLINE)
    screen.wait_for("Nessuna connessione: era così alle", 40)
    assert in_the_way(screen) == []
