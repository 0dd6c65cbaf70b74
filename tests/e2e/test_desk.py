"""The desk shows changes within three seconds, without losing its state."""

import json
import time
from contextlib import contextmanager
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e import test_every_page as every
from tests.e2e.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
PROMPT = 3  # seconds
CLEAR = """
const strip = document.getElementById("watch").getBoundingClientRect();
return document.activeElement.getBoundingClientRect().top >= strip.bottom - 1;
"""
HALF_COVERED = """
const strip = document.getElementById("watch").getBoundingClientRect();
const links = [...document.querySelectorAll(".mast :is(a, button)")].map((one) => one.getBoundingClientRect());
const meets = ({left, right}) => left < strip.right && right > strip.left;
return links.filter((one) => meets(one) && (one.left < strip.left || one.right > strip.right)).length;
"""
COVERED = """
const strip = document.getElementById("watch").getBoundingClientRect();
const links = [...document.querySelectorAll(".mast :is(a, button)")].map((one) => one.getBoundingClientRect());
return links.filter(({left, right}) => left < strip.right && right > strip.left).length;
"""
UNCOVERED = """
const { left, top, width, height } = document.activeElement.getBoundingClientRect();
return document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
"""
ACT = """
from tests.halls import by, director_of, play
from tournaments.actions.rounds import clock
from tournaments.actions.hands import hands
from tournaments.actions.hands import help_calls
from tournaments.actions.hands.help_calls import answer_call
from tournaments.models import HelpCall, Table
table = Table.objects.get(pk={})
director = director_of(table.round.tournament)
{}
"""

BEFORE = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}")
made = a_tournament(a_club(f"Circolo {mark}", olga), players=8, name=f"Serata {mark}")
print(json.dumps([made.slug, session_of(olga)]))
"""
AT_THE_DOOR = """
import time
from tests.halls import director_of
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Tournament
made = Tournament.objects.get(slug="{}")
director = director_of(made)
def tick(numbers, here=True):
    entries = made.entries.filter(number__in=numbers)
    registration.check_in(made, entries, here=here, by=director)
{}
print(time.time())
"""


@pytest.fixture
def follow(desk, served, table):
    """Return the desk, and a function that acts elsewhere and returns how long it took until the desk showed it."""
    site = desk(table)
    site.browser.execute_script("window.same = true")

    def act(script, condition):
        began = served.run(ACT.format(table["table"], script) + "\nimport time; print(time.time())").splitlines()[-1]
        site.wait(condition)
        return time.time() - float(began)

    return site, act


def test_desk_shows_changes_within_three_seconds(follow):
    site, act = follow
    site.browser.find_element(By.ID, "table").send_keys("2")
    took = [
        act("help_calls.call_director(table, seat=0, reason='')", lambda: "Table 1 calls" in site.says()),
        act("hand = play(table); hands.dispute(hand, by=director)", lambda: "not agree on hand 1" in site.says()),
        act("play(table, 2, [8, 11, 2, 19])", lambda: "Table 1, hand 2" in site.says()),
        act("clock.start_clock(table.round, by=director, minutes=30)", lambda: site.all(".clock[data-state=running]")),
    ]
    assert max(took) < PROMPT, took
    assert site.browser.title.startswith("(2) ")
    act("answer_call(HelpCall.objects.get(table=table, answered_at=None))", lambda: site.browser.title[1] == "1")
    field = site.browser.switch_to.active_element
    assert (field.get_attribute("id"), field.get_attribute("value")) == ("table", "2")
    assert site.ask("return window.same")
    assert every.too_small_to_tap(site) == []


def test_desk_shows_missing_players_within_three_seconds(site, served):
    slug, session = json.loads(served.run(BEFORE).splitlines()[-1])
    site.size("desk")
    site.sign_in(session)
    site.open(f"/tournaments/{slug}/desk/")
    site.ask("window.same = true")

    def act(script, condition):
        done = served.run(AT_THE_DOOR.format(slug, script)).splitlines()[-1]
        site.wait(condition)
        return time.time() - float(done)

    def missing():
        return [one.text for one in site.all("[data-part] .note .small")]

    everybody = "registration.check_in_all(made, here=True, by=director)"
    latecomer = "registration.register(made, [Candidate(('Zita',))], by=director)"
    took = [
        act("tick([1, 2, 3, 4, 5, 6])", lambda: missing() == ["Player 0007, Player 0008"]),
        act("tick([7])", lambda: missing() == ["Player 0008"]),
        act("tick([1], here=False)", lambda: missing() == ["Player 0001, Player 0008"]),
        act(latecomer, lambda: missing() == ["Player 0001, Player 0008, Zita"]),
        act(everybody, lambda: missing() == []),
    ]
    assert max(took) < PROMPT, took
    assert site.ask("return window.same")


def test_two_at_the_door_see_each_others_ticks(desk, new_browser, served, table):
    doors = [desk(table), Site(new_browser(), served.address)]
    doors[1].sign_in(table["director"])
    for door in doors:
        door.open(f"/tournaments/{table['slug']}/registration/")
    for door, place in zip(doors, (0, 7), strict=True):
        door.ask("window.same = true; document.querySelectorAll('button.check')[arguments[0]].click()", place)
    began = time.monotonic()
    for door in doors:
        door.wait(lambda door=door: door.browser.find_element(By.ID, "here").text == "2 here")
        assert len(door.all(".check[aria-pressed=true]")) == 2
        assert door.ask("return window.same")
    assert time.monotonic() - began < PROMPT


PLACES = """
const places = "#table, .tables .go, aside section, [data-part=latest]";
return [...document.querySelectorAll(places)].map((one) => Math.round(one.getBoundingClientRect().top));
"""


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_call_moves_nothing_that_is_looked_at(follow, size):
    site, act = follow
    site.size(size)
    site.browser.refresh()
    site.ask("document.getElementById('table').focus({preventScroll: true}); scrollTo(0, 0)")
    before = site.ask(PLACES)
    act("help_calls.call_director(table, seat=0, reason='')", lambda: site.all("#matters .call"))
    assert site.ask(PLACES) == before
    act("answer_call(HelpCall.objects.get(table=table, answered_at=None))", lambda: not site.all("#matters .call"))
    assert site.ask(PLACES) == before


def test_out_of_reach_it_says_since_when_by_the_clocks_of_the_hall(follow):
    site, _act = follow
    hall = ZoneInfo(site.ask("return document.getElementById('away').dataset.zone"))
    began = datetime.now(hall)
    site.browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Apia"})
    site.browser.refresh()
    site.ask("scrollTo(0, 0)")
    before = site.ask(PLACES)
    with out_of_reach(site.browser):
        site.wait(lambda: site.all("#away:not([hidden])"))
        minutes = range(int((datetime.now(hall) - began).total_seconds() // 60) + 2)
        stood = {f"{began + timedelta(minutes=minute):%H:%M}" for minute in minutes}
        assert site.all("#away")[0].text in {f"No connection: this was the state at {at}." for at in stood}
        assert site.ask(PLACES) == before
    site.wait(lambda: not site.all("#away:not([hidden])"))


@contextmanager
def out_of_reach(browser):
    """Cut a browser off from the server; afterwards it is as others expect it, also if the test fails."""
    network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", network)
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": False})
        browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_the_sound_waits_for_a_tap_and_can_be_muted_on_this_device(follow):
    site, act = follow
    switch = site.browser.find_element(By.ID, "sound")
    site.wait(lambda: switch.get_attribute("data-state") in ("asleep", "on"))
    site.browser.find_element(By.TAG_NAME, "h1").click()
    site.wait(lambda: switch.get_attribute("data-state") == "on")
    act("help_calls.call_director(table, seat=0, reason='')", lambda: switch.get_attribute("data-played") == "call")
    act("clock.start_clock(table.round, by=director, minutes=1)", lambda: switch.get_attribute("data-played") == "soon")
    act("clock.end_clock(table.round, by=director)", lambda: switch.get_attribute("data-played") == "over")
    assert "⏰" in site.browser.title
    switch.click()
    assert switch.get_attribute("data-state") == "off"
    site.browser.refresh()
    assert site.browser.find_element(By.ID, "sound").get_attribute("data-state") == "off"


def news(site, words):
    """Return whether the strip on top says so, with a link that a thumb can hit and the count in the tab's title."""
    strip = site.all("#watch:not([hidden]) a")
    return bool(strip) and words in strip[0].text and site.browser.title.startswith("(")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_call_is_shown_on_every_page_of_the_tournament(follow, table, size):
    site, act = follow
    site.size(size)
    site.open(f"/tournaments/{table['slug']}/registration/")
    site.wait(lambda: site.all("main input:not([type=hidden])"))
    field = site.all("main input:not([type=hidden])")[0]
    field.send_keys("Zit")
    before = field.rect
    call = "help_calls.call_director(table, seat=0, reason='')"
    assert act(call, lambda: news(site, "Table 1 calls")) < PROMPT
    assert site.ask(HALF_COVERED) == 0
    field.send_keys("a")
    assert (field.get_attribute("value"), field.rect) == ("Zita", before)
    assert every.too_small_to_tap(site) == []
    dispute = "hands.dispute(play(table), by=director)"
    assert act(dispute, lambda: news(site, "2 items waiting")) < PROMPT
    for page in ("players/", "rounds/1/tables/1/hands/1/", "rounds/1/", "decisions/", ""):
        site.open(f"/tournaments/{table['slug']}/{page}")
        site.wait(lambda: news(site, "Table 1 calls"))
    site.all("#watch a")[0].click()
    site.wait(lambda: site.all("#matters .call"))
    assert site.all("#watch") == []


def test_strip_covers_no_link_of_the_head_on_wide_screens(follow, table):
    site, act = follow
    site.wide(1366)
    site.set_cookie(settings.LANGUAGE_COOKIE_NAME, "es")
    site.open(f"/tournaments/{table['slug']}/")
    act("hands.dispute(play(table), by=director)", lambda: site.all("#watch:not([hidden]) a"))
    covered = {}
    for width in (1280, 1366, 1536, 1920):
        site.wide(width)
        covered[width] = site.ask(COVERED)
    assert covered == dict.fromkeys(covered, 0)


def test_a_strip_goes_when_nobody_calls_any_more_and_never_covers_what_is_typed(follow, table):
    site, act = follow
    site.size("phone")
    site.open(f"/tournaments/{table['slug']}/rounds/1/tables/2/hands/1/")
    site.ask(
        "const one = document.querySelector('[data-most]'); one.focus(); scrollTo(0, one.getBoundingClientRect().top)"
    )
    act("help_calls.call_director(table, seat=0, reason='')", lambda: news(site, "Table 1 calls"))
    site.wait(lambda: site.ask(CLEAR))
    site.ask("scrollTo(0, 0); document.body.tabIndex = -1; document.body.focus()")
    site.browser.switch_to.active_element.send_keys(Keys.TAB)
    assert site.ask("return document.activeElement.className") == "skip"
    for _link in range(3):
        assert site.ask(UNCOVERED)
        site.browser.switch_to.active_element.send_keys(Keys.TAB)
    act("answer_call(HelpCall.objects.get(table=table, answered_at=None))", lambda: not news(site, "Table 1"))
    assert not site.browser.title.startswith("(")


def test_on_a_phone_every_hand_has_its_button(follow, table):
    site, act = follow
    act("play(table)", lambda: "Table 1, hand 1" in site.says())
    site.size("phone")
    assert (every.wider_than_the_screen(site), every.too_small_to_tap(site)) == ([], [])
    buttons = [one.size for one in site.all(".tables .go")]
    assert len(buttons) == 2
    site.open(f"/tournaments/{table['slug']}/rounds/1/tables/1/")
    buttons += [one.size for one in site.all(".pad th .button")]
    assert len(buttons) == 3
    assert all(min(size["width"], size["height"]) >= 44 for size in buttons)


def test_without_scripts_the_next_look_tells(desk, served, table, without_javascript):
    site = desk(table)
    served.run(ACT.format(table["table"], "help_calls.call_director(table, seat=0, reason='')"))
    site.press("Refresh")
    site.wait_for("Table 1 calls")
    assert site.browser.title.startswith("(1) ")
