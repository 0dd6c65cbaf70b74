"""Two phones at one table send different figures: both show the dispute, and later its outcome."""

import json

import pytest

from tests.e2e import test_at_table_games as games
from tests.e2e import test_every_page as every

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
BUILT = """
import json
from tests.e2e import games
games.GAMES["buddha"] = (5, 1, {{}})
print(json.dumps(games.build({game!r}, called=games.LONG_NAMES)["cards"]))
"""
DECIDE = """
from tests.halls import director_of
from tournaments.actions.hands import disputes, hands
from tournaments.models import Table
table = Table.objects.get(round__tournament__slug={slug!r})
disputes.decide(hands.SeenHand(table.pk, 1, 1), 2, by=director_of(table.round.tournament))
"""
CUT_OFF = """
    return [...document.querySelectorAll(".versions, .versions *")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
        .map((one) => one.outerHTML.slice(0, 90));
"""
LOWEST = """
    const [words] = arguments;
    const said = [...document.querySelectorAll("#table h1, #table p")]
        .filter((one) => words.some((each) => one.innerText.includes(each)));
    return [said.length, Math.max(...said.map((one) => one.getBoundingClientRect().bottom)) <= innerHeight];
"""

IN_SIGHT = """
    return [...document.querySelectorAll("[data-journal=yes] button")].map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const points = [[left + 2, top + 2], [right - 2, bottom - 2]];
        return points.every((point) => one.contains(document.elementFromPoint(...point)));
    });
"""


def bids(*tricks):
    def fill(player):
        if player.all("[value=lock]"):
            player.enter("3", "4", "0", "2", "2")
        player.wait_for("The bids are locked since")
        player.keys(*tricks)

    return fill


def caller(*numbers):
    def fill(player):
        player.tick("line-1-role", "caller")
        player.tick("line-3-role", "partner")
        player.keys(*numbers)

    return fill


def on_the_table(points):
    def fill(player):
        games.buraco(player)
        player.write("line-0-table_points", points)

    return fill


def keys(*typed):
    return lambda player: player.keys(*typed)


TALLIES = {
    "busca-accademia": (keys("9", "9", "9"), keys("1", "0", "1", "0", "1", "0")),
    "brisca": (keys("7", "0"), keys("8", "0")),
    "buraco": (on_the_table("185"), on_the_table("190")),
    "briscola-chiamata": (caller("7", "5", "6", "1"), caller("7", "0", "6", "1")),
    "buddha": (bids("2", "2", "2", "2", "5"), bids("3", "3", "2", "2", "3")),
}


@pytest.mark.parametrize("height", [640, 560])
@pytest.mark.parametrize("game", TALLIES)
def test_both_phones_show_the_dispute_and_its_ruling(game, height, new_browser, served):
    card = json.loads(served.run(BUILT.format(game=game)).splitlines()[-1])[game]
    phones = [games.Player(new_browser(), served.address, {"card": card}, seat) for seat in (0, 1)]
    for phone in phones:
        shape = {"width": 360, "height": height, "deviceScaleFactor": 1, "mobile": True}
        phone.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shape)
    first, second = phones
    if game == "buddha":
        bids()(first)
        second.hears("The bids are locked since")
    for fill, phone in zip(TALLIES[game], phones, strict=True):
        fill(phone)
    first.tap("[data-send]")
    first.wait_for("Hand 1 was sent")
    second.tap("[data-send]")
    second.wait_for("Hand 1: another player sent something else")
    for phone in phones:
        phone.shows("Hand 1 is disputed")
        words = ["Hand 1 is disputed", "sent different figures.", "The director has been called and decides."]
        assert phone.ask(LOWEST, words) == [3, True]
        assert (phone.ask(CUT_OFF), every.wider_than_the_screen(phone)) == ([], [])
        assert phone.all(".versions mark")
        assert "received by the server" not in phone.says()
    assert second.ask(IN_SIGHT) == [True]
    served.run(DECIDE.format(slug=card.split("#")[0].removeprefix("/t/")))
    for phone in phones:
        phone.hears("Hand 1: the director has decided. What ")
        phone.shows("Hand 2")
        assert every.wider_than_the_screen(phone) == []


def test_dispute_is_shown_while_the_next_hand_is_typed(phones, table):
    north, west = phones
    for phone in phones:
        phone.keys("9", "9")
    north.keys("9")
    west.keys("1", "0")
    north.tap("[data-send]")
    north.tap("a[data-keep]")
    north.shows("Hand 2")
    north.keys("7")
    west.tap("[data-send]")
    north.hears("A hand is disputed")
    assert north.headings() == ["Hand 2"]
    north.tap("#line button")
    north.shows("Hand 1 is disputed")
