"""Two phones of 360 pixels at a table of each game: one enters a hand, the other confirms it."""

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.e2e import test_every_page as every
from tests.e2e.phone import Phone, a_table

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

BUILT = "import json; from tests.e2e import games; print(json.dumps(games.build()))"


@pytest.fixture(scope="module")
def cards(served):
    return json.loads(served.run(BUILT).splitlines()[-1])["cards"]


class Player(Phone):
    def tick(self, name, value):
        self.tap(f"label:has(> [name='{name}'][value='{value}'])")

    def write(self, name, number):
        """Tap a field and type over its value; the page does not move after the tap."""
        self.tap(f"[name='{name}']")
        one = self.browser.switch_to.active_element
        one.clear()
        one.send_keys(number)

    def written(self, name):
        return self.browser.find_element(By.NAME, name).get_attribute("value")

    def unfold(self, title):
        self.browser.find_element(By.XPATH, f"//summary[normalize-space()='{title}']").click()


def brisca(player):
    player.keys("6", "0")
    player.wait_for("Enter the number of cards of both sides")
    player.keys("next", "2", "4")


def mariaje(player):
    player.keys("5", "0")
    player.tick("hand-any_marriages", "some")
    player.tick("line-0-plain_marriages", "2")


def muerte_al_tres(player):
    player.tick("hand-three_killed_by", "1")


def buddha(player):
    player.enter("3", "4", "0", "5")
    player.wait_for("The bids are locked since")
    assert [one.text for one in player.all(".locked")] == ["3", "4", "0", "5"]
    player.keys("3", "5", "0", "5")


def chiamata(player):
    player.tick("line-1-role", "caller")
    player.tick("line-3-role", "partner")
    player.keys("7", "5", "6", "1")


def rematada(player):
    player.keys("9", "1", "2", "0")
    player.tick("hand-declarer", "0")
    player.tick("line-last_trick", "0")
    player.tick("hand-any_marriages", "none")
    player.tap("[name=hand-bid]")
    player.keys("1", "1", "0")


def buraco(player):
    for _canastra in range(2):
        player.tap("[name=line-0-dirty] ~ button:last-child")
    player.ask("document.querySelector('[name=line-1-dirty]').focus()")
    player.keys(*"0000000")
    player.tick("line-went_out", "0")
    for side in "01":
        Select(player.browser.find_element(By.NAME, f"line-{side}-morto")).select_by_value("taken")
    for name, number in (
        ("line-0-table_points", "185"),
        ("line-1-table_points", "105"),
        ("line-0-hand_points", "0"),
        ("line-1-hand_points", "35"),
    ):
        player.write(name, number)


def king(player):
    Select(player.browser.find_element(By.NAME, "hand-deal")).select_by_value("queens")
    player.keys("1", "next", "0", "next", "3")


def result(player):
    player.tick("line-1-result", "win")


HANDS = {
    "brisca": (brisca, "1 game point, 1 in all", 1, "0 game points. Right?"),
    "brisca-mariaje": (mariaje, "1 game point, 1 in all", 1, "You: 70 points, 0 game points."),
    "brisca-muerte-al-tres": (muerte_al_tres, "", 1, "You: 1 game point. Right?"),
    "buddha": (buddha, "120 points, 120 in all", 2, "You: Bid 0, Tricks 0, 120 points. Right?"),
    "briscola-chiamata": (chiamata, "2 points, 2 in all", 1, "You: Caller, 2 points. Right?"),
    "brisca-rematada": (rematada, "55 points, 55 in all", 2, "You: 9 card points, 55 points."),
    "king": (king, "", 1, "You: Cards or tricks 0, 0 points. Right?"),
    "result": (result, "2 points, 2 in all", 1, "You: Won, 2 points. Right?"),
    "buraco": (buraco, "485 points, 485 in all", 1, "70 points. Right?"),
}


@pytest.mark.parametrize("game", HANDS)
def test_hand_of_each_game_is_entered_and_confirmed(game, new_browser, served, cards):
    fill, told, seat, question = HANDS[game]
    table = {"card": cards[game]}
    north = Player(new_browser(), served.address, table, 0)
    assert fits(north) == []
    fill(north)
    north.wait_for(told)
    assert fits(north) == []
    north.tap("[data-send]")
    north.wait_for("Hand 1 was sent")
    other = Player(new_browser(), served.address, table)
    other.open(table["card"])
    other.tap(f".seat-button[value='{seat}']")
    other.wait_for(question)
    assert fits(other) == []
    other.tap(".question [data-send]")
    other.wait_for("Hand 2")


def test_beside_digits_nothing_is_missing_before_one_is_pressed(new_browser, served):
    table = a_table(served, ruleset="buddha", table={"hands": 4})
    north = Phone(new_browser(), served.address, table, 0)
    assert "Still missing" not in north.says()
    north.open(f"/t/{table['slug']}")
    assert "Still missing" not in north.says()
    north.keys("0")
    north.wait_for(f"Still missing: {table['names'][1]}: Bid")


def test_beside_choices_alone_a_hint_says_where_to_begin(new_browser, served):
    table = a_table(served, ruleset="result", players=2)
    north = Phone(new_browser(), served.address, table, 0)
    north.wait_for("Begin with: Result")
    assert "Still missing" not in north.says()
    assert north.ask("return document.querySelector('.still').matches('.soft')")
    north.tap("form.tally-form input[type=radio]")
    north.wait(lambda: not north.reads("Begin with"))


SENDS_AT = "return document.querySelector('[data-send]').getBoundingClientRect().bottom"


@pytest.mark.parametrize("height", [640, 560])
def test_the_send_button_stays_at_the_lower_edge(height, new_browser, served):
    table = a_table(served, ruleset="result", players=2)
    north = Player(new_browser(), served.address, table, 0)
    metrics = {"width": 360, "height": height, "deviceScaleFactor": 1, "mobile": True}
    north.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    north.wait_for("Begin with: Result")
    seen = [north.ask(SENDS_AT)]
    for side, value, told in ((1, "win", "2 points, 2 in all"), (0, "draw", "Choose one winner")):
        north.tick(f"line-{side}-result", value)
        north.wait_for(told)
        seen.append(north.ask(SENDS_AT))
    north.unfold("Points, where you keep them")
    north.wait(lambda: north.browser.find_element(By.CSS_SELECTOR, "[data-key='1']").is_displayed())
    assert {*seen, north.ask(SENDS_AT)} == {height - 8}


def test_a_counter_proposal_begins_with_what_was_entered(new_browser, served):
    script = "import json; from tests.e2e import games; print(json.dumps(games.build('buraco')))"
    table = {"card": json.loads(served.run(script).splitlines()[-1])["cards"]["buraco"]}
    north, east = (Player(new_browser(), served.address, table, seat) for seat in (0, 1))
    north.tap("[name='line-0-table_points']")
    north.keys("1", "8", "5")
    north.wait_for("Still missing: Anna – Berto: Dirty canastras")
    north.wait_for("185 points, 185 in all not yet")
    buraco(north)
    north.wait_for("485 points, 485 in all")
    assert "Still missing" not in north.says()
    north.tap("[data-send]")
    north.wait_for("Hand 1 was sent")
    east.shows("You: On the table 105, In the hand 35, Morto: Taken, no canastras, 70 points. Right?")
    east.tap("a.quiet.wide")
    east.shows("Hand 1: what is right?")
    fields = [f"line-{side}-{name}_points" for side in (0, 1) for name in ("table", "hand")]
    assert [east.written(field) for field in fields] == ["185", "0", "105", "35"]
    assert fits(east) == []
    east.write("line-1-table_points", "155")
    east.wait_for("120 points, 120 in all")
    east.tap("[data-send]")
    east.wait_for("Hand 1 was sent")
    north.shows("You: On the table 185, In the hand 0, Dirty 2, Morto: Taken, 485 points. Right?")
    assert fits(north) == []
    north.tap(".question [data-send]")
    for player, own_first in ((north, ["485", "120"]), (east, ["120", "485"])):
        player.shows("Hand 2")
        player.unfold_all_hands()
        player.wait(lambda player=player, own_first=own_first: worths(player) == own_first)


def worths(player):
    return [one.text for one in player.all(".pad .worth")]


def fits(player):
    """Return what is wider than the phone, has no name, or is too small for a thumb."""
    found = (every.wider_than_the_screen, every.without_a_label, every.too_small_to_tap)
    return [fault for look in (*found, every.twice, every.dangling) for fault in look(player)]


BUSY = """
    const ask = fetch;
    fetch = (address, ...more) => String(address).endsWith("/look")
        ? Promise.resolve(new Response("", { status: arguments[0] })) : ask(address, ...more);
"""


def test_cards_can_be_counted_though_nobody_can_ask_for_them(new_browser, served):
    card = json.loads(served.run(BUILT).splitlines()[-1])["cards"]["brisca"]
    player = Player(new_browser(), served.address, {"card": card}, 0)
    for status in (429, 500):
        player.wait(lambda: player.all("[data-opens]"))
        (folded,) = player.all("[data-opens]")
        assert not folded.is_displayed()
        player.ask(BUSY, status)
        player.keys("6", "1")
        player.wait(folded.is_displayed)
        player.browser.refresh()


LAST = """
from tournaments.models import Tournament
Tournament.objects.filter(slug={slug!r}).update(table_hands=1)
"""


def test_finished_table_is_announced_once(new_browser, served):
    """The page of a hand of Buraco that can be sent announces it before the script's request, and then the script."""
    built = json.loads(served.run(BUILT.replace("build()", "build('buraco')")).splitlines()[-1])
    card = built["cards"]["buraco"]
    served.run(LAST.format(slug=card.removeprefix("/t/").partition("#")[0]))
    player = Player(new_browser(), served.address, {"card": card}, 0)
    buraco(player)
    said = "With this hand the table is finished."
    player.wait_for(said)
    player.wait(lambda: player.all("[data-over]:not([hidden])"))
    assert player.says().count(said) == 1


def test_the_last_number_is_judged_after_next(new_browser, served):
    options = {"sides": 2, "minimum": -300, "step": 5}
    table = a_table(served, ruleset="points", players=2, options=options)
    north = Phone(new_browser(), served.address, table, 0)
    north.keys("7", "5", "sign", "next", "3", "2", "2")
    assert "multiples" not in north.says()
    north.keys("next")
    north.wait_for("322 is not possible: enter a multiple of 5")
    north.keys("back", "0")
    north.wait_for("320 points, 320 in all")
    assert north.numbers() == ["-75", "320"]


def test_after_the_numbers_the_choice_is_in_view(new_browser, served):
    script = "import json; from tests.e2e import games; print(json.dumps(games.build('tressette')))"
    table = {"card": json.loads(served.run(script).splitlines()[-1])["cards"]["tressette"]}
    north = Phone(new_browser(), served.address, table, 0)
    metrics = {"width": 360, "height": 560, "deviceScaleFactor": 1, "mobile": True}
    north.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    north.keys("7")
    north.wait_for("Still missing: Declarations")
    north.wait(
        lambda: north.ask("""
        const keys = document.querySelector(".dock").getBoundingClientRect();
        const choices = document.querySelector("[name=hand-any_accusations]").closest("fieldset");
        return choices.getBoundingClientRect().bottom <= keys.top;
    """)
    )
