"""Two phones type the same hand: the slower one compares, and nothing typed is lost."""

import pytest

from tests.e2e.phone import hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def slower(phones, table):
    """West's phone, that has typed another hand than North has sent."""
    north, west = phones
    west.keys("1", "2", "9", "9")
    north.enter("9", "9", "9")
    west.hears(f"{table['names'][0]} has already sent hand 1: compare it with yours.")
    assert west.numbers()[:3] == ["12", "9", "9"]
    west.tap("#line button")
    west.wait_for(f"{table['names'][0]} has sent hand 1:")
    return west


COVERED = """
    const [selector, isScrolled] = arguments;
    const isFree = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const points = [[left + 2, top + 2], [right - 2, bottom - 2]];
        return points.every((point) => one.contains(document.elementFromPoint(...point)));
    };
    return [...document.querySelectorAll(selector)].filter((one) => {
        if (isScrolled) one.scrollIntoView({ block: "nearest" });
        return !isFree(one);
    }).map((one) => one.name || one.textContent);
"""


def covered(phone, selector, *, scrolled):
    """Return what the keypad or anything else covers, on the page as it is or with each element scrolled into view."""
    return phone.ask(COVERED, selector, scrolled)


def test_the_keypad_covers_nothing_that_is_compared(slower):
    assert len(slower.all(".matter > p, [form=accept-current]")) == 3
    assert covered(slower, ".matter > p, [form=accept-current]", scrolled=False) == []
    assert len(slower.all(".tally-rows input[data-most]")) == 4
    assert covered(slower, ".tally-rows input[data-most]", scrolled=True) == []
    assert covered(slower, ".dock [data-send]", scrolled=False) == []
    slower.tap("[name=line-2-points]")
    assert covered(slower, ".dock [data-key], .dock [data-send]", scrolled=False) == []
    assert slower.ask("return document.activeElement.name") == "line-2-points"
    slower.keys("8")
    assert slower.numbers()[:4] == ["12", "9", "9", "8"]


def test_on_a_small_phone_what_sends_is_in_sight(slower):
    metrics = {"width": 360, "height": 560, "deviceScaleFactor": 1, "mobile": True}
    slower.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    slower.ask("scrollTo(0, 0)")
    slower.ask("document.getElementById('journal').hidden = false")
    slower.ask("document.getElementById('journal').append('Hand 1: another player sent something else')")
    assert covered(slower, ".dock [data-send], [form=accept-current]", scrolled=False) == []
    assert not slower.all("[data-keys]")[0].is_displayed()
    slower.tap("[name=line-2-points]")
    assert covered(slower, ".dock [data-key], .dock [data-send], [name=line-2-points]", scrolled=False) == []


def test_what_was_typed_can_be_proposed(slower, phones, served, table):
    assert slower.numbers()[:3] == ["12", "9", "9"]
    slower.tap("[data-send]")
    phones[0].hears("You: 9 points, 0 buscas. Right?")
    states = [hand[:3] for hand in hands(served, table)]
    assert states == [[1, 1, "disputed"], [1, 2, "submitted"]]


def test_slower_phone_accepts_the_other_tally(slower, served, table):
    (right,) = slower.all("button[form=accept-current]")
    right.click()
    slower.wait_for("Hand 2", 20)
    assert [hand[:3] for hand in hands(served, table)] == [[1, 1, "confirmed"]]
