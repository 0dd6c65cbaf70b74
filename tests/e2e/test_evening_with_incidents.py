"""An evening of 17 players with every incident: each has its button, and the figures add up."""

import json
import urllib.request
from fractions import Fraction

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.api.test_evening import buscas
from tests.e2e.conftest import Site
from tests.e2e.phone import Phone
from tests.e2e.reader import BEARS
from tests.fixtures.browser import leave_nothing
from tests.fixtures.redis_server import free_port

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]
NAMES = ["Anna Riva", "Berto Sala", "Carla Neri", "Dino Costa", "Emma Testa", "Ida Longo", "Ugo Ferri", "Zoe Greco"]
MORE = ["Marta De Luca", "Pietro D'Angelo", "Franco Bianchi", "Giulia Esposito", "Nicola Quaranta", "Rosa Villa"]
LONG = "Maria Maddalena Annunziata " + "Castiglione-Della-Rovere " * 2 + "Castiglione-Della-Rove"
PRESENT = [*NAMES, *MORE, LONG, "Sara Pelegrini"]
LATE = "Lino Tardivo"
BUILD = """
import json
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
olga = a_user("olga")
made = a_tournament(a_club("Amici", olga), players=0, name="Serata", rounds=3, pairing="swiss")
print(json.dumps({"slug": made.slug, "session": session_of(olga)}))
"""
SEATED = """
import json
from tournaments.models import Tournament
from tournaments.actions.at_table import keys
tournament = Tournament.objects.get(slug="serata")
seats = tournament.rounds.last().tables.get(number=1).seats.select_related("entry")
card = keys.cards(tournament, [1])[0].secret
print(json.dumps({"card": f"/t/serata#{card}", "names": [seat.entry.name for seat in seats]}))
"""
PLAY = """
from tests.halls import play
from tournaments.models import Tournament
POINTS = [8, 11, 2, 19], [13, 13, 13, 1], [0, 0, 10, 30], [10, 10, 10, 10], [37, 1, 1, 1], [6, 9, 12, 13]
for table in Tournament.objects.get(slug="serata").rounds.last().tables.order_by("number"):
    for number in (1, 2):
        if not table.hands.filter(number=number).exists():
            play(table, number, POINTS[(table.pk + 3 * number) % len(POINTS)])
"""


def test_every_incident_has_its_button_and_the_figures_add_up(new_browser, serve):
    served = serve("--port", str(free_port()))
    built = json.loads(served.run(BUILD).splitlines()[-1])
    desk = Desk(new_browser(), served.address)
    desk.sign_in(built["session"])
    desk.size("desk")
    desk.register_seventeen()
    phones = desk.sit_down_at_table_1(served, [new_browser(), new_browser()])
    desk.decide_what_two_phones_dispute(*phones)
    desk.play_and_close(served, 1)
    desk.draw_and_publish(2)
    desk.exchange_two(served)
    desk.correct_a_hand_of_round_1()
    again = desk.go_on_after_a_power_cut(served, serve, phones)
    desk.play_and_close(again, 2)
    desk.let_go("Ugo Ferri")
    desk.draw_and_publish(3)
    desk.play_and_close(again, 3)
    desk.wait(lambda: api(again, "live/")["standings"] == api(again, "live/")["revision"], 30)
    assert scores(again) == added_up(again)


class Desk(Site):
    def go(self, page="desk/"):
        self.open(f"/tournaments/serata/{page}")

    def register_seventeen(self):
        """A list with a typo, everybody ticked off at once, and one who comes when the tables are drawn."""
        self.go("registration/list/")
        listed = "\n".join(f"{number}. {name}" for number, name in enumerate(PRESENT, 1))
        self.browser.find_element(By.TAG_NAME, "textarea").send_keys(listed)
        self.press("Check it first")
        self.press("Enter them all")
        self.browser.find_element(By.XPATH, '//button[normalize-space()="Everybody is here"]').click()
        self.wait_for(f"{len(PRESENT)} here")
        self.press("Back to the desk")
        self.press("Draw the tables")
        self.press("A player has just arrived")
        assert self.all("input[name=here]")[0].is_selected()  # everybody was here: who comes now has come
        self.type_name(LATE)
        self.press("Add them with the fewest changes")
        self.press("Make only these changes")
        self.press("Publish round 1")
        self.rename("Sara Pelegrini", "Sara Pellegrini")

    def type_name(self, name):
        self.all("#name0")[0].send_keys(name, Keys.ENTER)
        self.wait_for(f"{name} is entered.")

    def unfold(self, name):
        """Unfold the actions for a player on the list."""
        self.go("registration/")
        family = name.rpartition(" ")[2]
        row = next(row for row in self.all(".registered > li") if family in row.text)
        row.find_element(By.TAG_NAME, "summary").click()
        return row

    def rename(self, name, right):
        self.unfold(name)
        self.press_shown("Name or change of player")
        self.fill("Name", right)
        self.press("Save the name")
        self.wait_for(f"The name is {right} now, everywhere.")

    def press_shown(self, words):
        """Press the one of several buttons of these words that is unfolded."""
        path = f'//*[self::button or self::a][{BEARS}="{words}"]'
        next(one for one in self.browser.find_elements(By.XPATH, path) if one.is_displayed()).click()

    def let_go(self, name):
        self.unfold(name)
        self.press_shown("Withdraws")
        self.wait(lambda: self.all(".registered .gone"))

    def sit_down_at_table_1(self, served, browsers):
        """The phones of the first and the last there."""
        self.seated = json.loads(served.run(SEATED).splitlines()[-1])
        seats = zip(browsers, (0, 3), strict=True)
        return [Phone(browser, served.address, self.seated, seat) for browser, seat in seats]

    def decide_what_two_phones_dispute(self, north, west):
        """One sends, another contests, the first calls; at the desk one tap decides."""
        north.enter("9", "9", "9")
        west.hears("You: 13 points, 1 busca. Right?")
        west.tap("a.quiet.wide")
        west.shows("Hand 1: what is right?")
        west.keys("1", "2", "1", "0")
        west.tap("[data-send]")
        north.hears("You: 10 points, 0 buscas. Right?")
        north.tap("a.quiet.wide")
        north.shows("Hand 1: what is right?")
        north.tap("form[data-journal=no] [data-send]")
        for phone in (north, west):
            phone.shows("Hand 1 is disputed")
        north.wait_for(f"{self.seated['names'][0]} and {self.seated['names'][3]} sent different figures.")
        self.go()
        self.press(f"{self.seated['names'][3]} is right")
        self.wait_for("Table 1, hand 1 was decided.")

    def draw_and_publish(self, number):
        self.go()
        self.press("Draw the tables")
        self.press(f"Publish round {number}")

    def play_and_close(self, served, number):
        served.run(PLAY)
        self.go()
        self.press(f"Close round {number}")

    def exchange_two(self, served):
        """Two sit at each other's table."""
        self.go("rounds/2/repair/")
        for name, seats in zip(("one", "other"), api(served, "rounds/2/")["tables"], strict=False):
            Select(self.browser.find_element(By.NAME, name)).select_by_value(str(seats[1]))
        self.press("Change places")
        self.wait_for("have changed places")

    def correct_a_hand_of_round_1(self):
        """With round 2 drawn by it: the published standings are changed, and the round is left as it is."""
        self.go("rounds/1/tables/2/hands/2/")
        for place, points in enumerate((1, 1, 1, 37)):
            field = self.browser.find_element(By.NAME, f"line-{place}-points")
            field.clear()
            field.send_keys(points)
        self.press("Written down wrong")
        self.press("Change the standings")
        self.go("rounds/2/repair/")
        self.press("Leave the round as it is")

    def go_on_after_a_power_cut(self, served, serve, phones):
        """Every process is killed: the hand that a phone has sent is there, and its table plays on."""
        for phone in phones:
            leave_nothing(phone.browser)
        north, west = self.sit_down_at_table_1(served, [phone.browser for phone in phones])
        north.enter("9", "9", "9")
        north.wait_for("Hand 1 was sent")
        served.lose_power()
        port = served.address.rpartition(":")[2]
        again = serve("--port", port, TAVOLO_DATA_DIR=str(served.data_dir))
        west.hears("You: 13 points, 1 busca. Right?")
        west.tap(".question [data-send]")
        for phone in (north, west):
            phone.shows("Hand 2")
        return again


def api(served, path=""):
    with urllib.request.urlopen(f"{served.address}/api/v1/tournaments/serata/{path}", timeout=20) as answer:
        return json.load(answer)


def scores(served):
    return {row["entry"]: Fraction(row["score_exact"]) for row in api(served, "standings/")["rows"]}


def added_up(served):
    """Return everybody's score, computed only from the hands: sitting out is worth the mean of the player's scores."""
    got, out = {}, {}
    for number in (1, 2, 3):
        round_ = api(served, f"rounds/{number}/")
        for table, seats in enumerate(round_["tables"], 1):
            hands = api(served, f"rounds/{number}/tables/{table}/hands/")["results"]
            points = [[line["points"] for line in hand["lines"]] for hand in hands]
            assert len(points) == 2
            for place, entry in enumerate(seats):
                got.setdefault(entry, []).append(sum(buscas(hand)[place] for hand in points))
        for entry in round_["sit_out"]:
            out[entry] = out.get(entry, 0) + 1
    return {entry: sum(each) + out.get(entry, 0) * Fraction(sum(each), len(each)) for entry, each in got.items()}
