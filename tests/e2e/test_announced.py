"""Changes of a page are announced to screen readers, once and politely."""

import pytest

from tests.e2e.test_kiosk import CLOSE, NEXT
from tests.e2e.test_screens import a_hall, steer
from tests.e2e.tree import announced

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
POLITELY = "polite"
DISPUTE = """
from tests.halls import director_of, play
from tournaments.actions.hands import hands
from tournaments.models import Table
table = Table.objects.get(pk={table})
hands.dispute(play(table, 1, [9, 9, 9, 13]), by=director_of(table.round.tournament))
"""
CALL = """
from tournaments.actions.hands import help_calls
from tournaments.models import Tournament
second = Tournament.objects.get(slug={slug!r}).rounds.get(number=2)
help_calls.call_director(second.tables.get(number=1), seat=0, reason="question")
"""
PLAY_ON = """
from tests.halls import director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug={slug!r})
second = tournament.rounds.get(number=2)
play_out(second)
rounds.close_round(second, by=director_of(tournament))
"""
PLAY_ONE = """
from tests.halls import play
from tournaments.models import Table
play(Table.objects.get(pk={table}), 1, [9, 9, 9, 13])
"""


def hears(page, *sentences, seconds=25):
    """Wait until all of these are announced, none of them more urgently than "polite"."""

    def told():
        now = announced(page.browser)
        return now if all(any(sentence in said for _how, said in now) for sentence in sentences) else None

    page.wait(told, seconds)
    assert {pressing for pressing, _said in told()} == {POLITELY}


def test_a_phone_tells_what_it_is_asked(phones, table):
    north, west = phones
    north.enter("9", "9", "9")
    hears(north, f"Hand 1 was sent. {table['names'][3]} must confirm it")
    west.taken_up_until(lambda: west.headings() == ["You: 13 points, 1 busca. Right?"])
    hears(west, "You: 13 points, 1 busca. Right?")


def test_a_phone_tells_of_disputes_and_where_one_sits_next(sit_down, served, table):
    north = sit_down(0)
    served.run(DISPUTE.format(**table))
    north.hears("Hand 1 is disputed")
    hears(north, "Hand 1 is disputed")
    served.run(CLOSE.format(table["table"]))
    north.hears("The next round is not drawn yet")
    hears(north, "Round 1 is closed")
    served.run(NEXT.format(table["table"]))
    north.hears("Round 2: where you sit")
    hears(north, f"Round 2: where you sit. {table['names'][0]} Table ")


@pytest.mark.parametrize("page", ["desk/", "registration/"])
def test_a_desk_tells_of_a_dispute(page, desk, served, table):
    director = desk(table)
    director.open(f"/tournaments/{table['slug']}/{page}")
    served.run(DISPUTE.format(**table))
    hears(director, "Table 1")


def test_standings_tell_that_they_moved_and_how_they_stand(site, served, table):
    site.open(f"/tournaments/{table['slug']}/")
    served.run(PLAY_ONE.format(**table))
    look = "document.dispatchEvent(new Event('visibilitychange'))"
    site.wait(lambda: site.ask(look) or "This page has been updated." in str(announced(site.browser)), 25, pause=1)
    hears(site, "This page has been updated. Round 1 is in play: 2 tables are still playing.")


def test_a_screen_tells_what_is_new_and_not_what_turns(site, served):
    hall = a_hall(served, 8)
    steer(served, hall, 0, seconds=4, language="en", shows_calls=True)
    site.open(f"/tv/{hall.secret}/")
    site.wait_for("Round 2 of 3")
    turned = site.ask("return location.hash")
    site.wait(lambda: site.ask("return location.hash") != turned)
    assert announced(site.browser) == []
    steer(served, hall, 1, message="Cena alle 20")
    served.run(CALL.format(slug=hall.slug))
    hears(site, "Cena alle 20", "Calls for the director: Table 1")
    served.run(PLAY_ON.format(slug=hall.slug))
    hears(site, "Standings after round 2")
