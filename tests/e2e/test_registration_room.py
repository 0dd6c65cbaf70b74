"""The layout of the registration page: the list has the room, and no dangerous button is above it."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(120)]

BEGIN = """
from django.utils.crypto import get_random_string
from tests.halls import a_club, a_tournament, a_user
import json
who = "olga-" + get_random_string(6).lower()
print(json.dumps(a_tournament(a_club(who, a_user(who)), players=17, name=who).slug))
"""
IN_SIGHT = """
return [...document.querySelectorAll("[id^=entry-]")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight + 1;
}).length
"""


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 16), (360, 640, 5), (360, 560, 4)])
def test_how_many_names_are_in_sight(director, served, width, height, least):
    slug = json.loads(served.run(BEGIN).splitlines()[-1])
    director.wide(width, height)
    director.open(f"/tournaments/{slug}/registration/")
    assert director.ask(IN_SIGHT) >= least
    assert director.ask("return document.documentElement.scrollWidth <= innerWidth")
    last, withdraw = (
        director.ask(f"return {one}.getBoundingClientRect().top")
        for one in (
            '[...document.querySelectorAll("[id^=entry-]")].at(-1)',
            '[...document.querySelectorAll("summary")].find((it) => it.textContent.trim() === "Withdraw all players")',
        )
    )
    assert withdraw > last


ABOVE = """
const box = (selector) => document.querySelector(selector).getBoundingClientRect();
const [number, empty, words] = [box(".counted h2"), box(".counted .empty"), box(".counted .empty p")];
return [number.bottom <= empty.top, Math.round(words.left - number.left)];
"""


def test_below_the_number_of_an_empty_list_stands_what_to_do(director, served):
    slug = json.loads(served.run(BEGIN.replace("players=17", "players=0")).splitlines()[-1])
    director.wide(1366, 768)
    director.open(f"/tournaments/{slug}/registration/")
    assert director.ask(ABOVE) == [True, 0]
