"""Phones without a connection: nothing is lost, and the page shows its state."""

import contextlib
import signal

import psutil
import pytest

from tests.e2e.phone import a_table, hands
from tests.fixtures.serving import until

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

SAVED = "Hand 1: saved on this phone, not yet sent"
LEVEL = {"ruleset": "brisca", "options": {"players": 2}}
CARDS_NEEDED = "Enter the number of cards of both sides; it decides a level hand"
STORED = """
const [words, done] = arguments;
const files = [...document.querySelectorAll("link[href], script[src]")];
caches.open("tavolo-table-1").then(async (store) => {
    const page = await (await store.match(location.pathname))?.text();
    const kept = await Promise.all(files.map((one) => store.match(one.href || one.src)));
    done(Boolean(page?.includes(words)) && kept.every(Boolean));
});
"""
FETCHED = """
return performance.getEntriesByType("resource").map((one) => new URL(one.name))
    .map((url) => url.pathname + url.search).filter((address) => address.startsWith("/t/"));
"""
COPIES = """
const [pages, done] = arguments;
caches.open("tavolo-table-1").then(async (store) => {
    const kept = await Promise.all(pages.map((page) => store.match(page)));
    done(kept.map((page) => page?.url));
});
"""


CLOSED_LONG_AGO = """
from datetime import timedelta
from tests.halls import director_of
from tournaments.actions.rounds.rounds import close_round
from tournaments.models import Round
round_ = Round.objects.get(tables={})
close_round(round_, by=director_of(round_.tournament), anyway=True)
round_.refresh_from_db()
round_.closed_at -= timedelta(hours=25)
round_.save()
"""


def stored(phone, words):
    """Wait until the phone could open its page by itself, with these words and all its files."""
    phone.wait(lambda: phone.browser.execute_async_script(STORED, words), 30)


def remembered(phone, profile, cookie):
    """Wait until a cookie is on the disk, where a browser writes it after half a minute or hundreds of others."""
    others = [{"name": str(n), "value": "x", "url": f"http://{n % 10}.example", "expires": 1 << 33} for n in range(600)]
    phone.browser.execute_cdp_cmd("Network.setCookies", {"cookies": others})
    until(lambda: any(cookie.encode() in file.read_bytes() for file in profile.rglob("Cookies")))


def kill(profile):
    """End a browser as a flat battery does; another one may have its profile afterwards."""
    for process in running(profile):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGKILL)
    until(lambda: not running(profile))


def running(profile):
    """The processes of the browser with this profile."""
    flag = f"--user-data-dir={profile}"
    return [one for one in psutil.process_iter(["cmdline"]) if flag in (one.info["cmdline"] or [])]


class TestOverHttps:
    @pytest.fixture
    def wifi(self, router, secured):
        return router(secured, "https")

    @pytest.fixture
    def table(self, secured):
        return a_table(secured)

    def test_the_keypad_opens_without_a_network(self, wifi, phone, secured, table):
        north = phone(wifi, table, 0)
        stored(north, "Hand 1")
        wifi.off()
        north.browser.refresh()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        north.browser.refresh()
        north.wait_for(SAVED)
        north.wait_for("Hand 2")
        north.enter("9", "9", "9")
        north.wait_for("Hand 2: saved on this phone, not yet sent")
        assert hands(secured, table) == []
        wifi.on()
        north.taken_up_until(lambda: len(hands(secured, table)) == 2)
        north.wait_for("2 hands were sent", 30)
        north.wait(lambda: "not yet sent" not in north.says())

    def test_a_yes_is_kept_like_a_tally(self, wifi, phone, secured, table):
        north, west = phone(wifi, table, 0), phone(wifi, table, 3)
        north.enter("9", "1", "1", "2", "next")
        west.hears("You: 18 points, 1 busca. Right?")
        stored(west, "Right?")
        wifi.off()
        west.tap(".question [data-send]")
        west.wait_for("Your yes to hand 1: saved on this phone, not yet sent")
        assert not west.all(".question:not([hidden])")
        west.browser.refresh()
        west.wait_for("Your yes to hand 1: saved on this phone, not yet sent")
        assert not west.all(".question:not([hidden])")
        assert hands(secured, table)[0][2] == "submitted"
        wifi.on()
        west.taken_up_until(lambda: hands(secured, table)[0][2] == "confirmed")
        west.wait_for("Hand 2")

    def test_who_follows_fetches_what_changed_alone_and_keeps_whole_pages(self, wifi, phone, table):
        north, west = phone(wifi, table, 0), phone(wifi, table, 3)
        page = f"/t/{table['slug']}"
        pages = [page, f"{page}/hands/1", f"{page}/hands/2"]
        stored(west, "Hand 1")
        west.ask("performance.clearResourceTimings()")
        north.enter("9", "1", "1", "2", "next")
        west.hears("You: 18 points, 1 busca. Right?")
        # A copy that was put together here has no address; one that the worker fetched would have.
        west.wait(lambda: west.browser.execute_async_script(COPIES, pages) == ["", "", ""])
        fetched = west.ask(FETCHED)
        parts = [one for one in fetched if not one.startswith(f"{page}/news")]
        assert sorted(parts) == sorted(f"{one}?part=live" for one in pages)
        assert west.ask("return location.pathname + location.search") == page
        wifi.off()
        west.browser.refresh()
        west.wait_for("You: 18 points, 1 busca. Right?")
        assert [one.text for one in west.all(".mast .name")] == [table["names"][3]]
        west.tap("a.plain[data-keep]")
        west.wait_for("Hand 2")
        assert west.all("input[data-most]")

    def test_the_page_can_be_installed(self, wifi, phone, table):
        north = phone(wifi, table, 0)
        stored(north, "Hand 1")
        errors = north.browser.execute_cdp_cmd("Page.getInstallabilityErrors", {})
        assert errors["installabilityErrors"] == []

    def test_a_flat_battery_loses_nothing(self, wifi, phone, secured, table, tmp_path):
        profile = f"--user-data-dir={tmp_path / 'profile'}"
        north = phone(wifi, table, 0, profile)
        stored(north, "Hand 1")
        remembered(north, tmp_path / "profile", "device")
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        kill(tmp_path / "profile")
        again = phone(wifi, table, None, profile)
        again.open(f"/t/{table['slug']}")
        again.wait_for(SAVED)
        again.wait_for("Hand 2")
        assert hands(secured, table) == []
        wifi.on()
        again.wait_for("Hand 1 was sent", 60)
        assert [hand[:3] for hand in hands(secured, table)] == [[1, 1, "submitted"]]


class TestOverPlainHttp:
    """A hall's router without HTTPS: the page lives while it is open, the journal outlives it."""

    @pytest.fixture
    def wifi(self, router, served):
        return router(served)

    def test_two_hands_wait_for_the_network(self, wifi, phone, served, table):
        north = phone(wifi, table, 0)
        assert north.ask("return [isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        north.wait_for(f"{table['names'][3]} leads.")
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        north.wait_for("Hand 2")
        assert "leads." not in north.says()  # it depends on hand 1
        north.enter("8", "8", "8")
        north.wait_for("Hand 2: saved on this phone, not yet sent")
        north.wait(lambda: north.ask("return document.querySelector('#journal').getBoundingClientRect().bottom") > 100)
        north.wait_for("No connection: this was the state at", 30)
        assert hands(served, table) == []
        wifi.on()
        north.wait(lambda: len(hands(served, table)) == 2, 60)
        assert [hand[3] for hand in hands(served, table)] == [[0, 0, 0, 1], [0, 0, 0, 1]]

    def test_what_was_kept_is_sent_when_the_page_is_opened_again(self, wifi, phone, served, table):
        north = phone(wifi, table, 0)
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        north.browser.get("about:blank")
        wifi.on()
        north.open(f"/t/{table['slug']}")
        north.wait_for("Hand 1 was sent", 30)
        assert [hand[:3] for hand in hands(served, table)] == [[1, 1, "submitted"]]

    def test_a_flat_battery_that_took_the_cookies_too(self, wifi, phone, served, table, tmp_path):
        """A browser writes them half a minute late: the card, the name and its PIN are enough."""
        profile = f"--user-data-dir={tmp_path / 'profile'}"
        north = phone(wifi, table, 0, profile)
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        kill(tmp_path / "profile")
        wifi.on()
        again = phone(wifi, table, None, profile)
        again.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        again.open(table["card"])
        again.wait_for(f"{SAVED}. Tap your name first")
        assert hands(served, table) == []
        again.tap(".names summary")
        again.fill("PIN on your slip", table["pins"][0])
        again.tap(".names details[open] button")
        again.shows(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
        assert hands(served, table) == [[1, 1, "submitted", [0, 0, 0, 1]]]

    def test_a_tally_whose_answer_was_lost_is_one_result(self, wifi, phone, served, table):
        north = phone(wifi, table, 0)
        wifi.mute()
        north.enter("9", "9", "9")
        north.wait(lambda: hands(served, table), 60)
        wifi.off()
        north.wait_for(SAVED)
        wifi.on()
        north.browser.refresh()
        north.wait_for("Hand 1 was sent", 30)
        assert [hand[:3] for hand in hands(served, table)] == [[1, 1, "submitted"]]

    def test_a_tally_arrives_after_somebody_signed_in_on_the_phone(self, wifi, phone, served, table):
        """Signing in replaces the cookie to which the tokens of open pages belong."""
        north = phone(wifi, table, 0)
        mark = "return document.getElementById('table').dataset.mark"
        news = f"return (await (await fetch('/t/{table['slug']}/news')).json()).mark"
        north.taken_up_until(lambda: north.ask(mark) == north.ask(news))  # nothing else makes it fetch the page
        north.set_cookie("csrftoken", "a" * 32)
        north.enter("9", "9", "9")
        north.wait(lambda: hands(served, table) == [[1, 1, "submitted", [0, 0, 0, 1]]], 60)
        north.wait_for("Hand 1 was sent")

    def test_what_comes_a_day_late_is_refused_and_told(self, wifi, phone, served, table):
        north = phone(wifi, table, 0)
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        served.run(CLOSED_LONG_AGO.format(table["table"]))
        wifi.on()
        message = "Hand 1: Round 1 is closed: ask the director. You typed 9 · 9 · 9 · 13."
        north.wait_for(message, 60)
        assert hands(served, table) == []

    def test_hands_are_sent_in_order_although_the_clock_was_set_back(self, wifi, phone, served, table):
        north = phone(wifi, table, 0)
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        north.wait_for("Hand 2")
        north.ask("const now = Date.now; Date.now = () => now() - 3_600_000")
        north.enter("8", "8", "8")
        north.wait_for("Hand 2: saved on this phone, not yet sent")
        wifi.on()
        north.taken_up_until(lambda: len(hands(served, table)) == 2)

    def test_a_second_tab_shows_no_longer_what_the_first_has_sent(self, wifi, phone, served, table):
        """A phone's camera opens a new tab for each scan; the tabs have one journal."""
        north = phone(wifi, table, 0)
        first = north.browser.current_window_handle
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        north.ask("window.fetched = window.fetch; window.fetch = () => Promise.reject(new Error('away'))")
        wifi.on()
        north.browser.switch_to.new_window("tab")
        north.open(f"/t/{table['slug']}")
        north.wait(lambda: hands(served, table))
        north.browser.close()
        north.browser.switch_to.window(first)
        north.ask("window.fetch = window.fetched")
        north.shows(f"Hand 1 was sent. {table['names'][3]} must confirm it.")
        north.wait(lambda: SAVED not in north.says())

    def test_what_waits_for_another_tournament_leaves_this_one_as_it_is(self, wifi, phone, served, table):
        """Rounds, tables and hands of two evenings have the same numbers."""
        north = phone(wifi, table, 0)
        wifi.off()
        north.enter("9", "9", "9")
        north.wait_for(SAVED)
        north.browser.get("about:blank")
        north.browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        wifi.on()
        another = a_table(served)
        north.open(another["card"])
        north.wait_for("Who are you?")
        north.tap(".seat-button[value='0']")
        north.wait_for(f"{SAVED}. Scan the card again", 30)
        north.shows("Hand 1")
        north.enter("9", "9", "9")
        north.shows(f"Hand 1 was sent. {another['names'][3]} must confirm it.")
        assert (len(hands(served, another)), hands(served, table)) == (1, [])

    def test_a_last_hand_that_the_rules_refuse_returns_to_its_form(self, wifi, phone, served):
        """No further hand follows, so the form was hidden while the entry waited."""
        table = a_table(served, **LEVEL, table={"hands": 1})
        north = phone(wifi, table, 0)
        wifi.off()
        north.enter("6", "0", "next")
        north.wait_for(SAVED)
        north.wait(lambda: north.typed() == ["60", "(60)"] and not north.all("[data-send]")[0].is_displayed())
        wifi.on()
        north.wait_for(CARDS_NEEDED, 60)
        assert north.typed() == ["60", "(60)"]
        assert north.all("[data-send]")[0].is_enabled()

    def test_a_refused_tally_returns_to_its_form_with_its_numbers_after_a_reload(self, wifi, phone, served):
        table = a_table(served, **LEVEL)
        north = phone(wifi, table, 0)
        wifi.off()
        north.enter("6", "0", "next")
        north.wait_for("Hand 2")
        wifi.on()
        north.wait_for(f"Hand 1: {CARDS_NEEDED} You typed 60 · 60.", 60)
        north.browser.refresh()
        north.wait(lambda: north.typed() == ["60", "(60)"])
        north.wait_for(CARDS_NEEDED)
        north.fill(f"{table['names'][0]}: Cards", "22")
        north.fill(f"{table['names'][1]}: Cards", "18")
        north.tap("[data-send]")
        north.wait(lambda: [hand[:3] for hand in hands(served, table)] == [[1, 1, "submitted"]])

    def test_the_same_tally_from_two_phones_is_one_result(self, wifi, phone, served, table):
        agreed = [[1, 1, "confirmed", [0, 0, 0, 1]]]
        for one in self.both_type(wifi, phone, table, ["9", "9", "1", "3"]):
            one.taken_up_until(lambda: hands(served, table) == agreed)
            one.hears("Hand 2")

    def test_different_ones_are_a_dispute_that_keeps_both(self, wifi, phone, served, table):
        for one in self.both_type(wifi, phone, table, ["9", "9", "9"]):
            one.hears("Hand 1 is disputed")
        states = [hand[:3] for hand in hands(served, table)]
        assert states == [[1, 1, "disputed"], [1, 2, "disputed"]]

    def both_type(self, wifi, phone, table, easts):
        """Without a network North types 9, 9, 9 and 13, East something from the own line on."""
        phones = phone(wifi, table, 0), phone(wifi, table, 1)
        wifi.off()
        phones[0].enter("9", "9", "9")
        phones[1].enter(*easts)
        for one in phones:
            one.wait_for(SAVED)
        wifi.on()
        return phones
