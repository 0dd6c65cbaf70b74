"""The layout of the desk on screens of every size."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


WITH_A_CLOCK = """
from tests.halls import director_of
from tournaments.actions.rounds.clock import end_clock, start_clock
from tournaments.models import Table
round_ = Table.objects.get(pk={}).round
start_clock(round_, by=director_of(round_.tournament), minutes=5)
end_clock(round_, by=director_of(round_.tournament))
"""


ROOM = """
const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
return bottom(".strip") - bottom(".strip .matters-count");
"""


def test_who_calls_stands_clear_of_the_line_below(desk, served, table):
    served.run(WITH_A_CLOCK.format(table["table"]))
    desk = desk(table)
    desk.size("phone")
    desk.open(f"/tournaments/{table['slug']}/desk/")
    desk.wait(lambda: desk.all(".strip .clock"))
    assert desk.ask(ROOM) >= 8


SEVENTEEN = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}")
made = a_tournament(a_club(f"Circolo {mark}", olga), players=17, name=f"Serata {mark}", pairing="random")
a_round(made)
print(json.dumps({"slug": made.slug, "club": made.club.slug, "director": session_of(olga)}))
"""


FIRST_SCREEN = """
const isSeen = (one) => one.getBoundingClientRect().bottom <= innerHeight;
const shown = [...document.querySelectorAll("p, a, button, summary")].filter(isSeen).map((one) => one.textContent);
const says = (text) => shown.some((one) => one.includes(text));
const tables = [...document.querySelectorAll(".tables > li")].filter(isSeen).length;
return [tables, ...["Sitting out", "Print", "Close it"].filter((text) => !says(text))];
"""


def test_the_first_screen_of_a_laptop_shows_tables_who_sits_out_print_and_close(desk, served):
    site = desk(json.loads(served.run(SEVENTEEN).splitlines()[-1]))
    site.wide(1366, 768)
    site.browser.refresh()
    tables, *missing = site.ask(FIRST_SCREEN)
    assert (tables >= 3, missing) == (True, [])


FIRST_TABLE_OVER = """
from tests.halls import director_of, play
from tournaments.actions.rounds.clock import start_clock
from tournaments.models import Round
round_ = Round.objects.get(tournament__slug="{}")
start_clock(round_, by=director_of(round_.tournament), minutes=5)
table = round_.tables.get(number=1)
for number in range(1, round_.table_rules().hands + 1):
    play(table, number)
"""
CLEAR = """
const box = (selector) => document.querySelector(selector).getBoundingClientRect();
return box(".next-table .button").top - box("main .clock").bottom;
"""


def test_the_way_to_the_next_table_stands_clear_of_the_clock(desk, served):
    made = json.loads(served.run(SEVENTEEN).splitlines()[-1])
    served.run(FIRST_TABLE_OVER.format(made["slug"]))
    site = desk(made)
    site.open(f"/tournaments/{made['slug']}/rounds/1/tables/1/")
    assert site.ask(CLEAR) >= 8


LINES = """
return [...document.querySelectorAll(".facts > *")].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return Math.round(range.getBoundingClientRect().bottom);
});
"""


def test_the_game_and_the_link_beside_it_stand_on_one_line(desk, served):
    made = json.loads(served.run(SEVENTEEN).splitlines()[-1])
    site = desk(made)
    site.wide(1366, 768)
    site.open(f"/clubs/{made['club']}/tournaments/new/busca-accademia/")
    game, link = site.ask(LINES)
    assert game == link
