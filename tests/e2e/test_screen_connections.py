"""A hall's screen in a real browser and its server: pairing, lost connections and removed screens."""

import pytest

from tests.e2e.conftest import Site
from tests.e2e.test_screens import TELEVISION, a_hall
from tests.e2e.test_screens import wall as wall

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
SCREEN = "from tournaments.models import Screen, Tournament; screen = Screen.objects.get(pk={pk}); "


def test_paired_screen_follows_the_desk(served, wall, site):
    hall = a_hall(served, 8)
    metrics = {"width": 1920, "height": 1080, "deviceScaleFactor": 1, "mobile": False}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    site.open("/tv/")
    code = site.ask("return document.querySelector('.code').textContent")
    address = site.browser.current_url
    served.run(
        "from tournaments.models import Tournament; from tournaments.actions.screens import pairing; "
        "from tests.halls import director_of; "
        f"t = Tournament.objects.get(slug={hall.slug!r}); "
        f"pairing.pair_screen(t, {code!r}, by=director_of(t), language='it')"
    )
    site.wait_for("Turno 2 di 3")
    site.browser.delete_all_cookies()
    site.open("/")
    site.open(address)  # as after a power cut: its history knows the address, and nothing else
    site.wait_for("Turno 2 di 3")
    served.run(
        f"from tournaments.models import Screen; Screen.objects.filter(tournament__slug={hall.slug!r})"
        ".update(version=9, held=True, message='Cena alle 20', look='light')"
    )
    site.wait_for("Cena alle 20")
    assert "questa pagina resta" in site.says()
    assert site.ask("return document.documentElement.dataset.theme") == "light"


def test_away_from_the_server_it_says_how_old_it_is_and_comes_back(serve, new_browser):
    running = serve()
    hall = a_hall(running, 8)
    on = Site(new_browser(), running.address)
    on.open(f"/tv/{hall.secret}/")
    on.wait_for("Turno 2")
    running.lose_power()
    on.wait_for("Nessuna connessione: era così alle", 40)
    again = serve(TAVOLO_DATA_DIR=running.data_dir)
    anew = Site(on.browser, again.address)
    anew.open(f"/tv/{hall.secret}/")
    anew.wait_for("Turno 2")
    assert "Nessuna connessione" not in anew.says()


def test_a_screen_stays_until_the_server_says_that_it_is_gone(served, wall):
    hall = a_hall(served, 8)
    on = wall(TELEVISION, hall)
    change = SCREEN.format(pk=hall.screen)
    path = on.ask("return location.pathname")
    served.run(change + "Tournament.objects.filter(pk=screen.tournament_id).update(name='Coppa nuova')")
    on.wait(lambda: on.ask("return document.body.dataset.name") == "Coppa nuova")
    on.ask("window.opened = true; window.asks = fetch; window.asked = 0")
    for status in (404, 503):
        on.ask(f"asked = 0; fetch = async () => (asked += 1, new Response('', {{ status: {status} }}))")
        on.wait(lambda: on.ask("return asked") > 0)
        assert on.ask("return opened && location.pathname") == path
    on.ask(
        "fetch = async (address) => address.includes('news') ? asks(address) : "
        "(asked += 1, new Response('', { status: 503 }))"
    )
    on.ask("asked = 0")
    served.run(change + "Screen.objects.filter(pk=screen.pk).update(tournament=None)")
    on.wait(lambda: on.ask("return asked") > 0)
    assert on.ask("return opened && location.pathname") == path
    on.ask("fetch = asks")
    on.wait(lambda: on.all(".code"))
    assert on.ask("return location.pathname") == path
    served.run(change + "screen.delete()")
    on.wait(lambda: on.ask("return location.pathname") != path and on.all(".code"))
