"""A large print-out shows its progress and opens when it is finished."""

import json

import pytest

from tests.e2e import test_every_page as every

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
SLOWLY = """
const real = window.fetch;
window.fetch = async (...asked) => {
    if (asked[0].endsWith(".pdf")) await new Promise((done) => (window.go = done));
    return real(...asked);
};
"""
BUILD = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_tournament, a_user
mark = get_random_string(6, "abcdefghijk")
olga = a_user(f"olga-{mark}")
made = a_tournament(a_club(f"Circolo {mark}", olga), players=240, name=f"Serata {mark}", pairing="random")
print(json.dumps([made.slug, session_of(olga)]))
"""
ROUND = """
from tests.halls import a_round
a_round(made)
print(json.dumps([made.slug, session_of(olga)]))
"""


def test_the_cards_of_sixty_tables(site, served):
    tournament, session = json.loads(served.run(BUILD).splitlines()[-1])
    site.sign_in(session)
    site.size("phone")
    site.open(f"/tournaments/{tournament}/cards/")
    site.ask(SLOWLY)
    site.ask("document.querySelector('a[data-tables]').click()")
    site.wait_for("The sheets of 60 tables are being made: that takes some seconds.")
    assert site.ask("return document.querySelector('[data-making] progress').position") == -1
    assert every.without_a_label(site) == []
    site.ask("window.go()")
    site.wait_for("The sheets are ready: Print the table cards", 60)
    (link,) = site.all("[data-made] a")
    assert link.get_attribute("href").startswith("blob:")
    assert every.wider_than_the_screen(site) == []


def test_progress_of_a_print_is_shown_at_its_button(site, served):
    tournament, session = json.loads(served.run(BUILD + ROUND).splitlines()[-1])
    site.sign_in(session)
    site.size("phone")
    site.open(f"/tournaments/{tournament}/desk/")
    site.ask(SLOWLY)
    site.ask("""
        const button = document.querySelector("a[data-tables]");
        button.scrollIntoView({ block: "start" });
        button.click();
    """)
    site.wait_for("The sheets of 60 tables are being made")
    top, bottom, high = site.ask("""
        const told = document.querySelector("[data-making]").getBoundingClientRect();
        return [told.top, told.bottom, innerHeight];
    """)
    assert (top >= 0, bottom <= high) == (True, True)
    site.ask("window.go()")
    site.wait_for("The sheets are ready", 60)
