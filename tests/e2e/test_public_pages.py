"""Public pages on a phone: size, speed, layout shifts, and stored data."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.public_pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


FIRST, AGAIN = 50_000, 4_000
"""Bytes that come over the line at the first visit, and when the page is opened again."""

MEASURE = """
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((shift) => { window.shifted += shift.value; }))
        .observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def meter(site):
    """Return the site on a phone that counts transferred bytes and movements."""
    site.size("phone")
    site.browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    added = site.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": MEASURE})
    yield site
    site.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def loaded(site):
    """The bytes of the page and of all that it asked for, as they came over the line."""
    return site.ask("""
        return [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .reduce((sum, each) => sum + each.transferSize, 0);
    """)


def tap(site, words):
    site.browser.find_element(By.XPATH, f"//button[normalize-space()='{words}']").click()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_light_and_nothing_on_it_moves(page, meter, hall):
    where = PAGES[page].format(**vars(hall))
    meter.open(where)
    first = loaded(meter)
    meter.open("/rules/")
    meter.open(where)
    again = loaded(meter)
    time.sleep(0.3)
    moved = meter.ask("return window.shifted")
    assert (first < FIRST, again < AGAIN, moved) == (True, True, 0), (first, again, moved)


ARCHIVE = """
from tests.halls import director_of
from tournaments.actions.setup import archiving
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug="{}")
archiving.archive_tournament(tournament, by=director_of(tournament))
"""
RETURN = ARCHIVE.replace("archive_tournament(tournament", "unarchive_tournament(tournament, 'running'")
ASK = "document.dispatchEvent(new Event('visibilitychange'))"


def test_an_open_page_follows_until_the_tournament_is_archived(site, served, hall):
    site.open(f"/tournaments/{hall.playing}/")
    assert site.ask("return 'follow' in document.getElementById('live').dataset")
    served.run(ARCHIVE.format(hall.playing))
    try:
        site.ask(ASK)
        site.wait(lambda: site.ask("return !('follow' in document.getElementById('live').dataset)"))
    finally:
        served.run(RETURN.format(hall.playing))


def test_a_phone_remembers_me_and_shows_my_table_in_every_round(site, hall):
    site.size("phone")
    where = f"/tournaments/{hall.playing}/rounds/{{}}/"
    site.open(where.format(1))
    name = site.ask("return document.querySelector('.hall .name').lastChild.textContent.trim()")
    site.ask(
        "const q = document.getElementById('q'); q.value = arguments[0]; "
        "q.dispatchEvent(new Event('input', {bubbles: true}));",
        name,
    )
    site.wait(lambda: site.ask("return document.querySelectorAll('.hall mark').length") == 1)
    tap(site, f"Remember {name} on this phone")
    site.open(where.format(2))
    said = site.ask("return document.getElementById('mine').textContent")
    assert said.startswith(f"Your table, {name}: ")
    mine = site.ask("return document.querySelector('.table.mine').textContent")
    assert name in mine
    tap(site, "Forget me")
    assert site.ask("return document.getElementById('mine').textContent").startswith("Three letters")
    assert site.ask("return localStorage.length") == 0


LATE = """
    const fetched = window.fetch;
    window.fetch = async (address, options) => {
        const answer = await fetched(address, options);
        if (String(address).includes(arguments[0])) await new Promise((answered) => setTimeout(answered, 1500));
        return answer;
    };
"""
"""Delays the answers from addresses with these characters."""


def test_a_late_answer_does_not_replace_that_of_a_later_search(site, hall):
    """Such as of the first letters, while the whole name has been found already."""
    where = f"/tournaments/{hall.playing}/rounds/2/"
    site.open(where)
    site.ask(LATE, "q=1")
    for wish in ("?q=1", "?q=nobody"):
        site.ask(
            "document.dispatchEvent(new CustomEvent('live:wanted', { detail: location.pathname + arguments[0] }))", wish
        )
    site.wait_for("Nobody called “nobody” sits in this round.")
    time.sleep(2)
    assert site.reads("Nobody called “nobody” sits in this round.")


def test_a_phone_remembers_partners_whatever_ties_the_dash_between_them(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.playing}/rounds/1/")
    site.ask("""
        const found = document.createElement("mark");
        found.textContent = "Ada\\u00a0– Bo";
        document.querySelector(".hall .name").lastChild.replaceWith(found);
        document.dispatchEvent(new Event("parts:shown"));
    """)
    tap(site, "Remember Ada – Bo on this phone")
    assert site.ask("return document.getElementById('mine').textContent").startswith("Your table, Ada – Bo: ")
    tap(site, "Forget me")


def test_ties_are_explained_on_demand_and_stay_so_while_the_page_follows(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.over}/")
    explained = "return [...document.querySelectorAll('.standings .why')].map((line) => line.checkVisibility())"
    height = "return document.querySelector('.standings tbody').offsetHeight"
    folded = site.ask(height)
    assert set(site.ask(explained)) == {False}
    site.browser.find_element(By.ID, "why").click()
    assert (set(site.ask(explained)), site.ask(height) > folded) == ({True}, True)
    site.ask("""
        window.before = document.querySelector(".standings");
        document.dispatchEvent(new CustomEvent("live:wanted", { detail: location.pathname + "?part=live" }));
    """)
    site.wait(lambda: site.ask("return document.querySelector('.standings') !== window.before"))
    assert set(site.ask(explained)) == {True}
    site.size("desk")
    site.open(f"/tournaments/{hall.over}/")
    assert set(site.ask(explained.replace(".why", "div.why"))) == {False}
    site.browser.find_element(By.ID, "why").click()
    assert set(site.ask(explained.replace(".why", "div.why"))) == {True}


def test_the_figures_of_a_picture_stay_open_when_it_is_drawn_anew(site, hall):
    site.open(f"/tournaments/{hall.over}/pictures/")
    opened = "return [...document.querySelectorAll('#live details')].map((fold) => fold.open)"
    site.browser.find_elements(By.CSS_SELECTOR, "#live summary")[1].click()
    before = site.ask(opened)
    site.ask("""
        window.before = document.getElementById("live");
        document.dispatchEvent(new CustomEvent("live:wanted", { detail: location.pathname + "?part=live" }));
    """)
    site.wait(lambda: site.ask("return document.getElementById('live') !== window.before"))
    assert (before.count(True), site.ask(opened)) == (1, before)


def test_without_scripts_the_search_is_a_plain_one(site, hall, without_javascript):
    site.size("phone")
    site.open(f"/tournaments/{hall.playing}/rounds/2/?q=1")
    assert "Three letters of a name are enough" in site.browser.page_source
    assert site.browser.page_source.count('<li class="table">') >= 1


HEIGHTS = """
    return [...document.querySelectorAll(".standings tbody :is(tr, td, th)")].map((part) => {
        part.classList.toggle("fresh", part.matches("tr") && arguments[0]);
        const { width, height } = part.getBoundingClientRect();
        return [width, height];
    });
"""


@pytest.mark.parametrize(
    ("page", "changed", "marked"),
    [
        ("/tournaments/{playing}/rounds/2/tables/2/", ".pad tfoot td", ["Sum"]),
        ("/embed/clubs/{club}/", ".standings tr:nth-child(3) td:last-child", [None]),
    ],
)
def test_what_has_no_link_of_its_own_is_marked_where_it_is_new(page, changed, marked, site, hall):
    site.open(page.format(**vars(hall)))
    marked = [
        name or site.ask("return document.querySelector('.standings tr:nth-child(3) th').textContent")
        for name in marked
    ]
    site.ask(
        """
        document.querySelector(arguments[0]).textContent = "as it was";
        const { part } = document.querySelector("[data-follow]").dataset;
        document.dispatchEvent(new CustomEvent("live:wanted", { detail: part }));
        """,
        changed,
    )
    site.wait(lambda: site.all(".fresh"))
    assert (
        site.ask("return [...document.querySelectorAll('.fresh th')].map((name) => name.textContent.trim())") == marked
    )


def test_what_is_new_is_marked_and_that_the_server_is_away_is_said(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.playing}/")
    site.ask("""
        document.querySelector(".standings tbody tr:nth-child(2) td:last-child").textContent = "as it was";
        const { part } = document.querySelector("[data-follow]").dataset;
        document.dispatchEvent(new CustomEvent("live:wanted", { detail: part }));
    """)
    fresh = "return [...document.querySelectorAll('.standings tbody tr')].map((row) => row.classList.contains('fresh'))"
    site.wait(lambda: site.ask(fresh)[:3] == [False, True, False])
    assert site.ask(HEIGHTS, True) == site.ask(HEIGHTS, False)
    away = "return document.getElementById('away').textContent"
    site.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "America/Lima"})
    hour = datetime.now(ZoneInfo("Europe/Rome")).hour  # the club's, as everything on the page
    for is_offline, said in ((True, "The server is not responding. This page shows the state"), (False, "")):
        network = {"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        site.browser.execute_cdp_cmd("Network.enable", {})
        site.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network)
        site.ask("dispatchEvent(new Event('online'))")
        site.wait(lambda said=said: site.ask(away).partition(" at ")[0] == said)
        if is_offline:
            assert (int(site.ask(away).partition(" at ")[2][:2]) - hour) % 24 < 2
    site.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


OVER = """
from datetime import timedelta
from django.utils import timezone
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions.rounds import clock
from tournaments.models import Clock
round_ = a_round(a_tournament(a_club("Circolo del Tre", a_user("trieste")), name="Tempo finito"))
clock.start_clock(round_, by=director_of(round_.tournament), minutes=30)
Clock.objects.filter(round=round_).update(runs_since=timezone.now() - timedelta(hours=1))
print(round_.tournament.slug)
"""


def test_a_clock_whose_time_is_over_moves_nothing(meter, served):
    slug = served.run(OVER).splitlines()[-1]
    meter.open(f"/tournaments/{slug}/rounds/1/")
    meter.wait_for("Time is up: finish the hand that you are playing.")
    time.sleep(0.5)
    assert meter.ask("return window.shifted") == 0
