"""A sheet of each game where names are long, on a phone of 360 pixels: all can be read, and nothing is sent unasked."""

import json

import pytest
from selenium.webdriver.common.by import By

from tests.e2e.games import GAMES
from tests.e2e.test_at_table_games import BUILT, Player, chiamata, fits

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


NAMES = ".tally-form .name, .names .name, .segments span"


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"buraco", "buddha"}))
def test_an_empty_hand_is_neither_judged_nor_sent(game, new_browser, served, long_names):
    player = Player(new_browser(), served.address, {"card": long_names[game]}, 1)
    send = player.browser.find_element(By.CSS_SELECTOR, "[data-send]")
    assert not send.is_enabled()
    player.ask("document.querySelector('[data-most]').dispatchEvent(new Event('input', {bubbles: true}))")
    assert [player.all("[data-faults] li"), send.is_enabled()] == [[], False]


def build(served, *wanted):
    script = BUILT.replace("build()", f"build(*{wanted}, called=games.LONG_NAMES)")
    return json.loads(served.run(script).splitlines()[-1])["cards"]


@pytest.fixture(scope="module")
def long_names(served):
    """Return the card of a table of every game; no test sends anything from it."""
    return build(served)


@pytest.mark.parametrize("game", GAMES)
def test_long_names_are_whole(game, new_browser, served, long_names):
    player = Player(new_browser(), served.address, {"card": long_names[game]}, 0)
    assert fits(player) == []
    assert clipped(player) == []
    assert broken(player) == []
    player.unfold_all_hands()
    assert [broken_on_the_pad(player), cut_off(player)] == [[], []]


def test_long_names_are_whole_beside_locked_bids_and_in_the_question(new_browser, served):
    cards = build(served, "buddha", "briscola-chiamata")
    player = Player(new_browser(), served.address, {"card": cards["buddha"]}, 1)
    player.enter("3", "4", "0", "5")
    player.wait_for("The bids are locked since")
    assert broken(player) == []
    card = {"card": cards["briscola-chiamata"]}
    caller = Player(new_browser(), served.address, card, 3)
    chiamata(caller)
    caller.tap("[data-send]")
    caller.wait_for("Hand 1 was sent")
    assert fits(caller) == []
    assert broken(caller) == []


def over_the_field(player):
    """Return by how much the keypad covers the number that is being typed."""
    return player.ask("""
        const field = document.activeElement.getBoundingClientRect();
        return field.bottom - document.querySelector(".keys").getBoundingClientRect().top;
    """)


def test_the_keypad_never_lies_over_the_number_being_typed(new_browser, served, long_names):
    card = {"card": long_names["brisca-rematada"]}
    player = Player(new_browser(), served.address, card, 2)
    player.keys("9", "1", "2", "0")
    player.tick("hand-declarer", "0")
    player.tick("line-last_trick", "0")
    player.tick("hand-any_marriages", "none")
    player.ask("scrollTo(0, 0)")
    player.tap("[name=hand-bid]")
    assert over_the_field(player) <= 0
    player.keys("1", "1", "0")
    player.wait_for("55 points, 55 in all")
    assert over_the_field(player) <= 0


def test_delete_in_an_empty_field_takes_the_number_before_it(new_browser, served, long_names):
    card = {"card": long_names["busca-accademia"]}
    player = Player(new_browser(), served.address, card, 3)
    player.keys("8", "back", "back")
    assert player.numbers()[:4] == ["", "", "", ""]
    player.keys("2", "0", "9", "back", "1", "2")
    assert player.numbers()[:4] == ["20", "12", "", ""]


def clipped(player):
    """Return the elements that hide a part of their own words."""
    return player.ask("""
        return [...document.querySelectorAll(".tally-form *, .hand-head *")]
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .filter((one) => getComputedStyle(one).textOverflow === "ellipsis")
            .map((one) => one.textContent.trim());
    """)


def broken_on_the_pad(player):
    """The words of names on the score pad that go on in another line, upright or not."""
    return player.ask("""
        const names = [...document.querySelectorAll(".pad thead .name")].map((one) => one.lastChild);
        return names.flatMap((name) => [...name.data.matchAll(/[^\\s-]+/g)].filter((word) => {
            const range = document.createRange();
            range.setStart(name, word.index);
            range.setEnd(name, word.index + word[0].length);
            return range.getClientRects().length > 1;
        }).map(([word]) => word));
    """)


def cut_off(player):
    """The score pads that are wider than their place."""
    return player.ask("""
        const pads = [...document.querySelectorAll(".pad-frame")];
        return pads.map((one) => one.scrollWidth - one.clientWidth).filter((more) => more > 0);
    """)


def broken(player, selector=NAMES):
    """The words that go on in another line, but after a hyphen."""
    script = """
        const lines = (text, from, to) => {
            const range = document.createRange();
            range.setStart(text, from);
            range.setEnd(text, to);
            return new Set([...range.getClientRects()].map((part) => Math.round(part.top))).size;
        };
        const names = document.querySelectorAll(arguments[0]);
        return [...names].flatMap((one) => [...one.firstChild.data.matchAll(/[^\\s-]+/g)]
            .filter((word) => lines(one.firstChild, word.index, word.index + word[0].length) > 1)
            .map(([word]) => word));
    """
    return player.ask(script, selector)
