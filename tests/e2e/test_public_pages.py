"""What a follower's phone loads, when it can be used, what moves under the reader's eyes, and what it remembers."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.barriers import cut_off
from tests.e2e.figures import broken_figures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PAGES = {
    "home": "/",
    "club": "/clubs/{club}/",
    "champions": "/clubs/{club}/champions/",
    "player": "/players/{player}/",
    "standings": "/tournaments/{playing}/",
    "final standings": "/tournaments/{over}/",
    "pictures": "/tournaments/{playing}/pictures/",
    "entry": "/tournaments/{playing}/players/{entry}/",
    "round": "/tournaments/{playing}/rounds/2/",
    "table": "/tournaments/{playing}/rounds/2/tables/2/",
    "rules": "/rules/busca-accademia/",
    "glossary": "/glossary/",
    "about the figures": "/figures/",
    "frame": "/embed/clubs/{club}/",
}
FIRST, AGAIN = 50_000, 4_000
"""Bytes that come over the line at the first visit, and when the page is opened again."""
MEASURE = """
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((shift) => { window.shifted += shift.value; }))
        .observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def meter(site):
    """The site on a phone that counts what comes over the line and what moves."""
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


def test_no_tab_stands_alone_on_a_line_and_no_number_of_a_table_is_broken(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.playing}/rounds/2/")
    rows = """
        const later = document.querySelector(".tabs .short");
        for (let rounds = 3; rounds <= arguments[0]; rounds++) later.after(later.cloneNode(true));
        for (const number of document.querySelectorAll(".hall .no")) number.lastChild.textContent = " 128";
        const tops = [...document.querySelectorAll(".tabs li")].map((tab) => tab.getBoundingClientRect().top);
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    """
    assert [site.ask(rows, rounds) for rounds in (2, 3, 6)] == [[5], [3, 3], [3, 7]]
    assert broken_figures(site) == []
    assert site.ask("return document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("language", ["en", "it", "es", "pt", "nl"])
def test_on_a_phone_the_button_stands_beside_what_is_looked_for(language, site, hall):
    site.size("phone")
    site.set_cookie("django_language", language)
    for page in ("rounds/2/", "players/"):
        site.open(f"/tournaments/{hall.playing}/{page}")
        field, button, label = site.ask("""
            const edges = (one) => document.querySelector(`.find ${one}`).getBoundingClientRect().toJSON();
            return [edges("input"), edges("button"), edges("label")];
        """)
        assert (field["bottom"], label["height"] < 30) == (button["bottom"], True)


def test_a_wide_screen_shows_every_page_from_the_same_line_on(site, hall):
    site.wide(1920)
    found = {}
    for page, where in PAGES.items():
        if page != "frame":
            site.open(where.format(**vars(hall)))
            found[page] = site.ask("""
                const left = (one) => Math.round(document.querySelector(one).getBoundingClientRect().left);
                return [left("header a"), left("h1")];
            """)
    assert len(set(map(tuple, found.values()))) == 1, found


def test_on_a_wide_screen_a_form_is_no_wider_than_a_line_of_text(site, hall):
    widths = []
    for width in (1366, 1920):
        site.wide(width)
        site.open("/sign-in/")
        widths.append(site.ask("return document.querySelector('main form').offsetWidth"))
    assert widths[0] == widths[1]


def test_beside_one_another_stand_names_alone_where_there_is_room(site, hall):
    site.open(f"/tournaments/{hall.playing}/players/")
    columns = """
        const names = [...document.querySelectorAll(".names > li")];
        return new Set(names.map((one) => one.getBoundingClientRect().left)).size;
    """
    counts = []
    for width in (360, 1366):
        site.wide(width)
        counts.append(site.ask(columns))
    assert counts == [1, 3]


def test_on_paper_no_picture_is_parted_from_its_title_and_no_clock_stands_still(site, hall):
    site.open(f"/tournaments/{hall.playing}/pictures/")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    kept = site.ask("return [...document.querySelectorAll('.plate')].map((one) => getComputedStyle(one).breakInside)")
    site.open(f"/tournaments/{hall.playing}/rounds/2/")
    clocks = site.ask("return [...document.querySelectorAll('.clock')].map((one) => getComputedStyle(one).display)")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert (set(kept), clocks) == ({"avoid"}, ["none"])


def test_on_a_phone_what_came_of_every_tournament_stands_in_one_column(site, hall):
    site.size("phone")
    site.open(f"/players/{hall.player}/")
    lefts = site.ask("""
        const line = document.querySelector(".outcomes > li"), other = line.cloneNode(true);
        other.querySelector(".what").textContent = "Torneo di primavera del circolo";
        line.after(other);
        return [...document.querySelectorAll(".outcomes > li > span")].map((one) => one.getBoundingClientRect().left);
    """)
    assert (len(lefts) > 1, len(set(lefts))) == (True, 1)


def test_in_colours_of_ones_own_a_day_that_is_not_known_leaves_no_mark(site, hall):
    forced = [{"name": "forced-colors", "value": "active"}]
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": forced})
    site.open("/")
    leaves = "return [...document.querySelectorAll('.leaf:empty')].map((leaf) => getComputedStyle(leaf).visibility)"
    assert set(site.ask(leaves)) == {"hidden"}
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_no_words_of_a_short_link_are_parted_above_the_standings(site, hall):
    site.size("phone")
    site.browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": "it"}})
    site.open(f"/tournaments/{hall.playing}/")
    lines = site.ask("""
        for (let before = 1; before < 21; before++) {
            const after = document.createElement("p");
            after.className = "small soft";
            after.innerHTML = `${"Dopo ".repeat(before)} <a href="#main">turno 1</a>`;
            document.querySelector(".ranked").append(after);
        }
        return [...document.querySelectorAll("#order a, .ranked .small.soft a")].map((a) => a.getClientRects().length);
    """)
    site.browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    assert (len(lines), set(lines)) == (21, {1})


def test_on_paper_what_explains_a_place_is_written_smaller_than_the_name(site, hall):
    site.open(f"/tournaments/{hall.over}/")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    sizes = site.ask("""
        return ["th", "th .small"].map((one) => document.querySelector(`.standings tbody ${one}`))
            .map((one) => parseFloat(getComputedStyle(one).fontSize) * 0.75);
    """)
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert [round(size, 2) for size in sizes] == [9, 8]


def test_a_phone_shows_the_tie_breaks_of_long_standings_when_asked_for_and_goes_on_showing_them(site, hall):
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
    assert set(site.ask(explained.replace(".why", "div.why"))) == {True}
    assert not site.browser.find_element(By.ID, "why").is_displayed()


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


@pytest.mark.parametrize("page", ["rules", "pictures", "club"])
def test_on_paper_nothing_stands_that_only_opens_something(page, site, hall):
    site.open(PAGES[page].format(**vars(hall)))
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = site.ask("""
        return [...document.querySelectorAll("main :is(nav, summary, button), main h2:has(+ nav)")]
            .filter((one) => one.checkVisibility()).map((one) => one.textContent);
    """)
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == []


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
    for is_offline, said in ((True, "The server does not answer: this is how it stood"), (False, "")):
        network = {"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        site.browser.execute_cdp_cmd("Network.enable", {})
        site.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network)
        site.ask("dispatchEvent(new Event('online'))")
        site.wait(lambda said=said: site.ask(away).partition(" at ")[0] == said)
        if is_offline:
            assert (int(site.ask(away).partition(" at ")[2][:2]) - hour) % 24 < 2
    site.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_on_a_phone_a_name_in_the_standings_is_met_by_a_finger_and_a_small_link_by_one_that_aims(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.over}/")
    reach = """
        const least = arguments[1];
        return [...document.querySelectorAll(arguments[0])].filter((link) => {
            link.scrollIntoView({ block: "center" });
            const { left, width, top, height } = link.getClientRects()[0];
            const meets = (y) => document.elementFromPoint(left + width / 2, y)?.closest("a") === link;
            const middle = top + height / 2;
            return !meets(middle - least / 2 + 0.5) || !meets(middle + least / 2 - 0.5);
        }).map((link) => link.textContent);
    """
    assert site.ask(reach, ".standings th a", 44) == []
    assert site.ask(reach, "p.small:not(.links) a, p.facts a", 24) == []


def test_on_a_phone_a_row_of_the_standings_is_as_high_as_what_it_says(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.over}/")
    empty = site.ask("""
        return [...document.querySelectorAll(".standings tbody th")].map((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return name.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom;
        });
    """)
    assert max(empty) < 30


FIRST_ROUND = """
from tests.halls import a_club, a_round, a_tournament, a_user, play
from tournaments.actions import sweep
round_ = a_round(a_tournament(a_club("Circolo del Due", a_user("duilio")), name="Primo turno"))
for hand in (1, 2):
    play(round_.tables.get(number=1), hand)
sweep.refresh_stale_standings()
print(round_.tournament.slug)
"""


def test_what_each_has_so_far_in_the_first_round_fits_when_enlarged(site, served):
    slug = served.run(FIRST_ROUND).splitlines()[-1]
    site.set_cookie("django_language", "nl")
    site.open(f"/tournaments/{slug}/")
    assert "2 in 2 spellen" in site.says()
    assert cut_off(site) == []


OVER = """
from datetime import timedelta
from django.utils import timezone
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions import clock
from tournaments.models import Clock
round_ = a_round(a_tournament(a_club("Circolo del Tre", a_user("trieste")), name="Tempo finito"))
clock.start_clock(round_, by=director_of(round_.tournament), minutes=30)
Clock.objects.filter(round=round_).update(runs_since=timezone.now() - timedelta(hours=1))
print(round_.tournament.slug)
"""


def test_a_clock_whose_time_is_over_moves_nothing(meter, served):
    slug = served.run(OVER).splitlines()[-1]
    meter.open(f"/tournaments/{slug}/rounds/1/")
    meter.wait_for("Time is over: finish the hand that you are playing.")
    time.sleep(0.5)
    assert meter.ask("return window.shifted") == 0


OF_THREE = """
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions import hands
from tournaments.actions.tallies import Entered
club = a_club("Circolo dei Tre", a_user("tristano"))
round_ = a_round(a_tournament(club, players=3, name="In tre", ruleset="buddha", table={}))
tally = {"lines": [{"bid": 5, "tricks": 5}, {"bid": 6, "tricks": 5}, {"bid": 4, "tricks": 4}]}
hands.record(round_.tables.get(), Entered(number=1, tally=tally), by=director_of(round_.tournament))
print(round_.tournament.slug)
"""


PARTED = """
    const parted = [], texts = document.createTreeWalker(document.querySelector(".pad-frame"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentElement.closest(".unseen, .called, .name")) continue;
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) parted.push(word);
        }
    }
    return parted;
"""


def test_on_a_phone_no_word_on_the_score_pad_of_three_is_parted(site, served):
    slug = served.run(OF_THREE).splitlines()[-1]
    site.size("phone")
    for language in ("en", "it", "es", "pt", "nl"):
        site.set_cookie("django_language", language)
        site.open(f"/tournaments/{slug}/rounds/1/tables/1/")
        assert site.ask("return document.querySelectorAll('.pad .tally').length") == 6
        assert site.ask(PARTED) == [], language
