"""Typed input stays while the page updates."""

import pytest

from tests.e2e.phone import contest_the_first_hand, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

HOLD_PAGES = """
window.real = fetch;
window.isAsked = false;
window.fetch = async (...given) => {
    const answer = await real(...given);
    if (!answer.headers.get("Content-Type").startsWith("text/html")) return answer;
    window.isAsked = true;
    await new Promise((done) => (window.letGo = done));
    return answer;
};
"""
NOT_IN_FRONT = "addEventListener('focusin', (event) => event.stopImmediatePropagation(), true)"
AWAY = "window.real = fetch; window.fetch = () => Promise.reject(new TypeError('away'))"
BACK = "window.fetch = real"
CALL = """
from tournaments.actions.hands.help_calls import call_director
from tournaments.models import Table
call_director(Table.objects.get(pk={}), seat=1, reason="question")
"""


def test_a_page_that_comes_late_leaves_it_alone(sit_down, served, table):
    north = sit_down(0)
    north.ask(HOLD_PAGES)
    served.run(CALL.format(table["table"]))
    north.wait(lambda: north.ask("return window.isAsked"), 20)
    north.keys("9", "5")
    north.ask("window.letGo()")
    north.wait_for("Something changed at this table")
    assert north.numbers()[:3] == ["9", "5", ""]
    north.keys("8")
    north.tap("[data-send]")
    north.wait(lambda: len(hands(served, table)) == 1, 60)


def test_a_pin_stays_too(sit_down, served, table):
    north = sit_down(0)
    north.enter("9", "9", "9")
    north.wait_for("Hand 1 was sent")
    north.ask(HOLD_PAGES)
    served.run(CALL.format(table["table"]))
    north.take_up()
    north.wait(lambda: north.ask("return window.isAsked"), 20)
    north.fill("PIN on your slip", table["pins"][3])
    north.ask("window.letGo()")
    north.wait_for("Something changed at this table")
    north.ask("window.fetch = real")
    north.tap(".pass button[value=yes]")
    north.wait_for("Hand 1 is agreed.")
    assert hands(served, table) == [[1, 1, "confirmed", [0, 0, 0, 1]]]


def test_what_is_read_stays_open_and_where_it_is(sit_down, served, table):
    north = sit_down(0)
    north.enter("9", "9", "9")
    north.wait_for("Hand 1 was sent")
    north.unfold_all_hands()
    north.ask("scrollTo(0, 200)")
    on_screen = "return Math.round(document.querySelector('.more details').getBoundingClientRect().top)"
    before = north.ask(on_screen)
    served.run(CALL.format(table["table"]))
    north.hears("The director has been called.")
    assert north.ask("return document.querySelector('.more details').open")
    assert north.ask(on_screen) == before


def test_what_was_answered_stays_through_a_refresh(sit_down, served, table):
    north = sit_down(0)
    north.enter("9", "9", "9")
    north.wait_for("Hand 1 was sent")
    north.fill("PIN on your slip", table["pins"][3])
    north.tap(".pass button[value=yes]")
    north.wait_for("Hand 1 is agreed.")
    served.run(CALL.format(table["table"]))
    north.hears("The director has been called.")
    assert north.reads("Hand 1 is agreed.")
    north.enter("9", "9", "9")
    north.wait_for("Hand 2 was sent")
    assert not north.reads("Hand 1 is agreed.")


def test_a_page_that_is_not_in_front_yet_takes_it_too(phones):
    north, west = phones
    north.enter("9", "9", "9")
    west.hears("You: 13 points, 1 busca. Right?")
    script = {"source": NOT_IN_FRONT}
    west.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    west.tap("a.quiet.wide")
    west.wait_for("Hand 1: what is right?")
    west.keys("8")
    west.wait(lambda: west.numbers()[0] == "8")


def test_what_was_changed_is_shown_and_what_was_typed_stays(sit_down, served, table):
    north = sit_down(0)
    north.keys("9", "5")
    call(north, served, table)
    north.tap("#line button")
    north.wait_for("The director has been called.")
    assert north.numbers()[:3] == ["9", "5", ""]
    north.keys("8")
    north.tap("[data-send]")
    north.wait(lambda: [hand[3] for hand in hands(served, table)] == [[0, 0, 0, 1]])


def test_what_was_typed_waits_until_its_hand_comes_back(sit_down, served, table):
    north, west = sit_down(0), sit_down(3)
    north.enter("9", "9", "9")
    west.hears("You: 13 points, 1 busca. Right?")
    west.press("Later: enter hand 2 first")
    west.wait(lambda: west.all("form[data-hand='2']"))
    west.keys("9", "5")
    correct(north)
    west.hears("Something changed at this table")
    west.tap("#line button")
    west.wait_for("You: 19 points, 2 buscas. Right?")
    west.wait_for("What you typed for hand 2 is kept: it will be there when you go back to that hand.")
    west.tap(".question [data-send]")
    west.wait(lambda: west.all("form[data-hand='2']"))
    assert west.numbers()[:3] == ["9", "5", ""]


def test_what_came_too_late_is_told(sit_down, served, table):
    north, west = sit_down(0), sit_down(3)
    contest_the_first_hand(north, west)
    west.keys("8")
    correct(north)
    west.hears("Something changed at this table")
    west.tap("#line button")
    west.wait_for("You: 19 points, 2 buscas. Right?")
    west.tap("a.quiet.wide")
    west.wait_for("Hand 1 was changed while you typed it. You typed 8 · 9 · 9 · 9.")
    assert west.typed() == ["19", "8", "11", "2"]


def test_the_pin_of_a_seat_that_another_phone_has_stays(sit_down, served, table):
    sit_down(3)
    other = sit_down(None)
    other.open(table["card"])
    other.tap("details:has([name=pin]) summary")
    other.fill("PIN on your slip", table["pins"][3])
    call(other, served, table)
    (pin,) = other.all("[name=pin]")
    assert pin.get_attribute("value") == table["pins"][3]


def test_a_reason_stays_before_any_number(sit_down, served, table):
    north, west = sit_down(0), sit_down(3)
    north.enter("9", "9", "9")
    west.hears("You: 13 points, 1 busca. Right?")
    west.tap("a.quiet.wide")
    west.fill("Why", "A card lay under the table")
    call(west, served, table)
    assert west.browser.find_element("id", "reason").get_attribute("value") == ("A card lay under the table")


def test_who_was_said_to_have_the_phone_stays(sit_down, served, table):
    north = sit_down(0)
    north.enter("9", "9", "9")
    north.wait_for("Hand 1 was sent")
    north.tap(".pass .choice:has([value='1'])")
    call(north, served, table)
    assert [one.is_selected() for one in north.all(".pass [name=seat]")] == [True, False, False]


def test_what_is_told_meanwhile_moves_no_key(sit_down, served, table):
    north = sit_down(0)
    before = key_at(north, "9")
    north.ask(AWAY)
    north.hears("No connection: this was the state")
    assert key_at(north, "9") == pytest.approx(before, abs=1)
    north.ask("scrollTo(0, 0)")
    as_read = key_at(north, "9")
    north.ask(BACK)
    north.taken_up_until(lambda: "No connection" not in north.says())
    assert key_at(north, "9") == pytest.approx(as_read, abs=1)
    north.keys("9")
    call(north, served, table)
    assert key_at(north, "9") == pytest.approx(as_read, abs=1)


def test_a_tap_ends_on_the_page_where_it_began(sit_down, served, table):
    north = sit_down(0)
    north.ask(HOLD_PAGES)
    served.run(CALL.format(table["table"]))
    north.wait(lambda: north.ask("return window.isAsked"), 20)
    finger = north.ask("""
        const { x, y } = document.querySelector("[data-key='8']").getBoundingClientRect();
        return [{ x: x + 9, y: y + 9 }];
    """)
    north.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    north.ask("window.letGo()")
    north.ask("return new Promise((done) => setTimeout(done, 300))")
    north.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    north.wait_for("Something changed at this table")
    assert north.numbers()[:2] == ["8", ""]


def test_a_field_that_was_tapped_stays(sit_down, served, table):
    north = sit_down(0)
    north.tap(".tally-rows tr:last-child input")
    tapped = north.ask("return document.activeElement.name")
    call(north, served, table)
    assert north.ask("return document.activeElement.name") == tapped


def key_at(phone, key):
    """Return how far down the screen a key is."""
    return phone.ask("return document.querySelector(`[data-key='${arguments[0]}']`).getBoundingClientRect().top", key)


def call(phone, served, table):
    """Call the director, and wait until the phone knows that something changed."""
    served.run(CALL.format(table["table"]))
    phone.hears("Something changed at this table")


def correct(north):
    """North, who had sent 9 · 9 · 9 · 13 as hand 1, changes it."""
    north.tap("a[href$='/hands/1']")
    north.wait_for("Change hand 1")
    north.keys("8", "1", "1", "2", "next", "1", "9")
    north.wait(lambda: north.typed() == ["8", "11", "2", "19"])
    north.tap("[data-send]")
