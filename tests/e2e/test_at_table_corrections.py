"""Changes of a hand after it was sent: requests, corrections and decisions."""

import re

import pytest

from tests.e2e.phone import hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
CHANGES = [
    "Hand 1 was {} until TIME (director): A card lay under the table",
    "Hand 2 was not corrected to {}, at TIME (director): All four had agreed",
]

PLAY = """
from tests.halls import play
from tournaments.models import Table
play(Table.objects.get(pk={}), 1, [1, 1, 1, 37])
"""


def changes(phone):
    return [re.sub(r"\d\d:\d\d", "TIME", one.text) for one in phone.all(".more details ul:last-child li")]


def decide(director, table, hand, answer, reason):
    """Answer the first request on the desk, its two versions side by side."""
    director.open(f"/tournaments/{table['slug']}/desk/")
    assert [one.text for one in director.all(".matter h2")][:1] == [f"Table 1 asks for a correction of hand {hand}"]
    names = [one.text for one in director.all(".matter")[0].find_elements("css selector", "thead th")]
    assert names == ["Player", table["names"][0], table["names"][0]]
    director.fill("The reason; everybody at the table sees it", reason)
    director.press(answer)


def confirm_two_hands(north, west, table):
    for hand in (1, 2):
        north.shows(f"Hand {hand}")
        north.enter("9", "9", "9")
        north.shows(f"Hand {hand} was sent. {table['names'][3]} must confirm it.")
        west.shows("You: 13 points, 1 busca. Right?")
        west.tap(".question [data-send]")
        west.shows(f"Hand {hand + 1}")


def ask_for_another_tally(phones, hand, why):
    north = phones[0]
    north.shows("Hand 3")
    north.unfold_all_hands()
    north.tap(f".more a[href$='/hands/{hand}']")
    north.shows(f"Ask for a correction of hand {hand}")
    north.keys("8", "1", "1", "2", "next", "1", "9")
    north.wait(lambda: north.typed() == ["8", "11", "2", "19"])
    north.fill("Why", why)
    north.tap("[data-send]")
    for phone, tally in zip(phones, ("8 · 11 · 2 · 19", "19 · 8 · 11 · 2"), strict=True):
        phone.shows("Hand 3")
        phone.wait_for(f"A correction of hand {hand} to {tally} was requested: the director")


def test_director_accepts_one_correction_and_declines_another(phones, desk, served, table):
    confirm_two_hands(*phones, table)
    for hand, why in ((1, "A card lay under the table"), (2, "I think it was more")):
        ask_for_another_tally(phones, hand, why)
    director = desk(table)
    decide(director, table, 1, "Make this correction", "A card lay under the table")
    assert "Hand 1 was corrected." in director.says()
    decide(director, table, 2, "Leave it as it is", "All four had agreed")
    assert "Hand 2 stays as it is." in director.says()
    asked = [("9 · 9 · 9 · 13", "8 · 11 · 2 · 19"), ("13 · 9 · 9 · 9", "19 · 8 · 11 · 2")]
    for phone, own_first, tallies in zip(phones, ("00020001", "20001000"), asked, strict=True):
        told = [words.format(tally) for words, tally in zip(CHANGES, tallies, strict=True)]
        phone.shows("Hand 3")
        phone.wait(lambda phone=phone: "the director decides" not in phone.says())
        phone.unfold_all_hands()
        phone.wait(lambda phone=phone, told=told: changes(phone) == told, 30)
        assert [one.text for one in phone.all(".pad .worth")] == list(own_first)
    assert hands(served, table) == [
        [1, 1, "corrected", [0, 0, 0, 1]],
        [1, 2, "requested", [0, 0, 0, 2]],
        [1, 3, "confirmed", [0, 0, 0, 2]],
        [2, 1, "confirmed", [0, 0, 0, 1]],
        [2, 2, "requested", [0, 0, 0, 2]],
    ]


def test_a_yes_is_only_to_what_was_shown(phones, served, table):
    """West misses the news of a change, and confirms the hand that is on the screen."""
    north, west = phones
    north.enter("9", "9", "9")
    west.shows("You: 13 points, 1 busca. Right?")
    west.browser.execute_cdp_cmd("Network.enable", {})
    west.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/news*"]})
    north.tap("a[href$='/hands/1']")
    north.shows("Change hand 1")
    north.keys("8", "1", "1", "2", "next", "1", "9")
    north.wait(lambda: north.typed() == ["8", "11", "2", "19"])
    north.tap("[data-send]")
    north.wait(lambda: north.all(".said"))
    north.wait_for("2 buscas")
    assert west.headings() == ["You: 13 points, 1 busca. Right?"]
    west.tap(".question [data-send]")
    west.shows("You: 19 points, 2 buscas. Right?")
    west.wait_for("Your yes to hand 1: Hand 1 has been changed")
    states = [hand[:3] for hand in hands(served, table)]
    assert states == [[1, 1, "corrected"], [1, 2, "submitted"]]
    west.tap("#journal button")
    west.tap(".question [data-send]")
    west.shows("Hand 2")
    assert [hand[:3] for hand in hands(served, table)][1:] == [[1, 2, "confirmed"]]


class TestClosedMeanwhile:
    """The director closes the round before a tally has reached the server."""

    def close(self, director):
        director.press("Close it with hands missing")
        director.press("Close round 1")
        director.wait_for("Round 1 is closed; results are missing at 2 tables.")

    def test_a_correction_that_was_kept_without_its_reason_asks_for_it(self, router, phone, desk, served, table):
        wifi = router(served)
        east = phone(wifi, table, 1)
        wifi.off()
        east.enter("9", "9", "9")
        east.wait_for("Hand 1: saved on this phone, not yet sent")
        served.run(PLAY.format(table["table"]))
        director = desk(table)
        self.close(director)
        wifi.on()
        east.wait_for("Hand 1: Enter why the result must be corrected. You typed 9 · 9 · 9 · 13.", 60)
        assert [hand[2] for hand in hands(served, table)] == ["confirmed"]
        east.shows("Round 1 is closed")
        east.fill("Why", "We wrote it down otherwise")
        east.tap("#journal form button")
        east.wait_for("Hand 1: received by the server", 30)
        assert [hand[2] for hand in hands(served, table)] == ["confirmed", "requested"]
        director.open(f"/tournaments/{table['slug']}/desk/")
        director.wait_for("We wrote it down otherwise")

    def test_what_was_typed_and_what_was_kept_wait_for_the_director(self, router, phone, phones, desk, served, table):
        _north, west = phones
        wifi = router(served)
        east = phone(wifi, table, 1)
        wifi.off()
        east.enter("9", "9", "9")
        east.wait_for("Hand 1: saved on this phone, not yet sent")
        west.keys("8", "1", "1", "2")
        director = desk(table)
        self.close(director)
        wifi.on()
        east.shows("Round 1 is closed")
        message = "Hand 1, {}, arrived after the closing: the director decides whether it counts."
        east.wait_for(message.format("9 · 9 · 9 · 13"))
        west.hears("Something changed at this table")
        west.tap("[data-send]")
        west.shows("Round 1 is closed")
        west.wait_for(message.format("8 · 11 · 2 · 19"))
        assert [hand[2] for hand in hands(served, table)] == ["requested"] * 2
        director.open(f"/tournaments/{table['slug']}/desk/")
        titles = [one.text for one in director.all(".matter h2")]
        assert titles == ["Table 1 sent hand 1 after the closing"] * 2
        director.fill("The reason; everybody at the table sees it", "They had played it")
        director.press("Count it")
        director.wait_for("This changes published standings")
        director.press("Change the standings")
        director.wait_for("Hand 1 counts.")
        director.fill("The reason; everybody at the table sees it", "East had it first")
        director.press("Leave it as it is")
        for one in (east, west):
            one.shows("Round 1 is closed")
            one.wait_for("(director): East had it first")
        states = [hand[:3] for hand in hands(served, table)]
        assert states == [[1, 1, "requested"], [1, 2, "requested"], [1, 3, "confirmed"]]
