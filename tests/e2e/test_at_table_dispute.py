"""Two phones that disagree, and the director who decides: the view of each, step by step."""

import pytest

from tests.e2e.phone import contest_the_first_hand, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def test_a_counter_proposal_a_second_no_and_the_directors_word(phones, desk, served, table):
    north, west = phones
    contest_the_first_hand(north, west)
    west.wait_for(f"Correct what {table['names'][0]} sent:")
    west.keys("1", "2", "1", "0")
    assert west.numbers()[:4] == ["12", "10", "9", "9"]
    west.tap("[data-send]")
    north.hears(f"{table['names'][3]} does not agree with hand 1 and proposes something else. ")
    north.hears("You: 10 points, ")
    assert len(north.all(".question .versions thead th")) == 3
    north.tap("a.quiet.wide")
    north.tap("[data-journal=no] [data-send]")
    for phone in phones:
        phone.hears("Hand 1 is disputed")
        phone.wait_for("The director has been called.")
    director = desk(table)
    assert "Table 1 does not agree on hand 1" in director.says()
    director.press(f"{table['names'][0]} is right")
    for phone in phones:
        phone.shows("Hand 2")
        phone.wait(lambda phone=phone: "is disputed" not in phone.says(), 20)
    states = [hand[:3] for hand in hands(served, table)]
    assert states == [[1, 1, "disputed"], [1, 2, "corrected"], [1, 3, "confirmed"]]
    director.press("Undo, 1.1")
    assert "Table 1 does not agree on hand 1" in director.says()
    director.press(f"{table['names'][3]} is right")
    director.open(f"/tournaments/{table['slug']}/rounds/1/tables/1/")
    director.press("Correct hand 1")
    director.type(20, 20, 0, 0)
    director.press("Counted again")
    assert [hand[:3] for hand in hands(served, table)][3:] == [[1, 4, "corrected"], [1, 5, "confirmed"]]
    north.unfold_all_hands()
    north.hears("(director): Counted again")


def test_with_one_phone_the_other_gives_the_pin(phones, served, table):
    north, _west = phones
    north.enter("9", "9", "9")
    north.wait_for("Hand 1 was sent")
    north.tap(".pass summary")
    assert "grave" not in north.ask("return document.querySelector('.pass .field + button').className")
    north.ask("document.querySelector('.pass [name=seat][value=\"1\"]').click()")
    north.fill("PIN on your slip", table["pins"][3])
    north.tap(".pass button[value=yes]")
    north.wait_for("This is not the PIN of this seat. Tries left: 4.")
    assert north.ask("return document.querySelector('.pass [name=seat]:checked').value") == "1"
    on_screen = """
        return [".notes", "#pin"].map((one) => document.querySelector(one).getBoundingClientRect())
            .every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
    """
    north.wait(lambda: north.ask(on_screen))
    north.fill("PIN on your slip", table["pins"][1])
    north.tap(".pass button[value=yes]")
    north.wait_for("Hand 1 is agreed.")
    assert hands(served, table) == [[1, 1, "confirmed", [0, 0, 0, 1]]]


DELAY = """
const fetched = window.fetch;
window.delayed = [];
window.fetch = async (address, options) => {
  const isRefresh = new URL(address, location).href === `${location.href}?part=live`;
  const answer = await fetched(address, options);
  if (!isRefresh) return answer;
  const page = await answer.text();
  await new Promise((arrive) => delayed.push(arrive));
  answer.text = async () => (setTimeout(() => (window.late = true)), page);
  return answer;
};
"""
"""Has each refresh of the page wait for its turn in `delayed`; `late` is true when one of them has been dealt with."""


def test_a_refresh_that_comes_late_does_not_lead_back_from_where_the_reader_went(phones):
    north, west = phones
    contest_the_first_hand(north, west)
    west.ask(DELAY)
    north.tap("[action$='/help'] button")
    west.taken_up_until(lambda: west.ask("return delayed.length"))
    west.keys("1", "2", "1", "0")
    west.tap("[data-send]")
    west.wait_for("Hand 1 was sent")
    at_table = west.browser.current_url, west.headings()
    west.ask("for (const arrive of delayed) arrive()")
    west.wait(lambda: west.ask("return window.late"))
    assert (west.browser.current_url, west.headings()) == at_table
    assert "/hands/" not in at_table[0]
