"""The director's choice of who confirms: the table at its end, or the director alone."""

import pytest

from tests.e2e.phone import a_table, hands

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
OVER = "The table is finished"


class TestAtTheTablesEnd:
    @pytest.fixture
    def table(self, served):
        return a_table(served, confirmation="table-end")

    def test_nothing_is_asked_until_the_last_hand(self, phones, served, table):
        north, west = phones
        north.enter("9", "9", "9")
        for phone in (north, west):
            phone.shows("Hand 2")
        north.enter("8", "1", "1", "2")
        for phone in (north, west):
            phone.shows("Hand 3")
        assert [hand[2] for hand in hands(served, table)] == ["submitted"] * 2
        north.enter("1", "0", "1", "0", "1", "0")
        north.shows(OVER)
        north.wait_for("3 hands must be confirmed by another player")
        west.shows(
            "You: 13 points, 1 busca. Right?", "You: 19 points, 2 buscas. Right?", "You: 10 points, 1 busca. Right?"
        )
        west.tap("[data-journal=all] [data-send]")
        for phone in (north, west):
            phone.shows(OVER)
        assert hands(served, table) == [
            [1, 1, "confirmed", [0, 0, 0, 1]],
            [2, 1, "confirmed", [0, 0, 0, 2]],
            [3, 1, "confirmed", [1, 1, 1, 1]],
        ]

    def test_each_seat_confirms_what_the_other_entered(self, phones, served, table):
        north, west = phones
        north.enter("9", "9", "9")
        west.shows("Hand 2")
        west.enter("8", "1", "1", "2")
        north.shows("Hand 3")
        north.enter("9", "9", "9")
        west.shows("You: 13 points, 1 busca. Right?", "You: 13 points, 1 busca. Right?")
        west.tap("[data-question='3'] a.quiet")
        west.shows("Hand 3: what is right?")
        west.keys("1", "2", "1", "0")
        west.wait(lambda: west.typed() == ["12", "10", "9", "9"])
        west.tap("[data-send]")
        west.shows("You: 13 points, 1 busca. Right?")
        north.shows("You: 11 points, 0 buscas. Right?", "You: 10 points, 0 buscas. Right?")
        for phone, then in ((north, OVER), (west, OVER)):
            phone.tap("[data-journal=all] [data-send]")
            phone.shows(then)
        north.shows(OVER)
        stand = [hand[:3] for hand in hands(served, table)]
        assert stand == [[1, 1, "confirmed"], [2, 1, "confirmed"], [3, 1, "disputed"], [3, 2, "confirmed"]]


class TestByTheDirectorAlone:
    @pytest.fixture
    def table(self, served):
        return a_table(served, confirmation="director", table={"hands": 2})

    def test_the_phones_send_and_nobody_is_asked(self, phones, desk, served, table):
        north, west = phones
        north.enter("9", "9", "9")
        for phone in (north, west):
            phone.shows("Hand 2")
        west.enter("8", "1", "1", "2")
        for phone in (north, west):
            phone.shows(OVER)
            phone.wait_for("The director confirms it.")
        assert [hand[2] for hand in hands(served, table)] == ["submitted"] * 2
        director = desk(table)
        director.open(f"/tournaments/{table['slug']}/rounds/1/tables/1/")
        director.press("Confirm these 2 hands")
        director.wait_for("Table 1 is confirmed.")
        for phone in (north, west):
            phone.shows(OVER)
            phone.wait(lambda phone=phone: "The director confirms it." not in phone.says())
        assert hands(served, table) == [[1, 1, "confirmed", [0, 0, 0, 1]], [2, 1, "confirmed", [0, 0, 2, 0]]]
