"""A round or a table that is taken back, drawn again or ended under a page: its refresh never leaves the page."""

import json

import pytest

from tests.e2e.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
SLUG = """
from tests.halls import director_of, a_round
from tournaments.actions.round_repair.proposals import RepairOptions
from tournaments.actions.round_repair.repairs import repair_round
from tournaments.actions.rounds.rounds import drop_draft, publish_round
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug={slug!r})
round_, by = tournament.rounds.get(), director_of(tournament)
"""
BEGIN = """
import json
from django.utils.crypto import get_random_string
from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.at_table import keys
mark = get_random_string(6, "abcdefgh")
olga = a_user(f"olga-{{mark}}")
tournament = a_tournament(a_club(mark, olga), players=12, name=mark, pairing="random", table={{"hands": 3}})
a_round(tournament, publish={publish})
(card,) = keys.cards(tournament, [3])
scanned = f"/t/{{tournament.slug}}#{{card.secret}}"
print(json.dumps({{"slug": tournament.slug, "director": session_of(olga), "card": scanned}}))
"""
END_TABLE = """
seats = round_.seats.order_by("table__number", "number")
leaving = [seat.entry_id for seat in seats if (seat.table.number, seat.number) in [(2, 3), (3, 1), (3, 2), (3, 3)]]
repair_round(round_, RepairOptions(leaving=frozenset(leaving)), by=by)
"""
TAKE_BACK = "undo(tournament, last_action(tournament).link.sequence, by=by)\nround_.refresh_from_db()\n"
DROP = "drop_draft(round_, by=by)\n"
AGAIN = "a_round(tournament, seed=9)\n"
ACTS = {
    "its table ends": END_TABLE,
    "taken back": TAKE_BACK,
    "dropped": TAKE_BACK + DROP,
    "drawn again": TAKE_BACK + DROP + AGAIN,
}
WATCHED = """
window.opened = true;
const asks = window.fetch;
window.looks = 0;
window.fetch = async (...asked) => {
  const answer = await asks(...asked);
  window.looks += 1;
  return answer;
};
"""
PAGES = ("desk/", "rounds/1/", "rounds/1/tables/3/", "rounds/1/tables/3/hands/1/", "registration/")


@pytest.fixture
def begun(served):
    def make(*, publish=True):
        return json.loads(served.run(BEGIN.format(publish=publish)).splitlines()[-1])

    return make


def follows(reader):
    """Let the page check for news twice, and return whether it is still the page that was opened."""
    seen = reader.ask("return window.looks")
    reader.wait(lambda: reader.ask(f"return window.opened !== true || window.looks > {seen} + 1"), seconds=60)
    return reader.ask("return window.opened === true")


@pytest.mark.parametrize("act", list(ACTS))
def test_a_directors_pages_stay(site, served, begun, act):
    for page in PAGES:
        round_ = begun()
        site.sign_in(round_["director"])
        site.size("desk")
        path = f"/tournaments/{round_['slug']}/{page}"
        site.open(path)
        site.ask(WATCHED)
        served.run(SLUG.format(slug=round_["slug"]) + ACTS[act])
        assert (page, follows(site), site.ask("return location.pathname")) == (page, True, path)


@pytest.mark.parametrize("act", [DROP, DROP + AGAIN, DROP + "a_round(tournament, seed=9, publish=False)\n"])
def test_a_draft_stays_where_another_takes_its_place(site, served, begun, act):
    round_ = begun(publish=False)
    site.sign_in(round_["director"])
    site.size("desk")
    path = f"/tournaments/{round_['slug']}/rounds/1/draft/"
    site.open(path)
    site.ask(WATCHED)
    served.run(SLUG.format(slug=round_["slug"]) + act)
    assert (follows(site), site.ask("return location.pathname")) == (True, path)


TOLD = {
    "its table ends": "The tables of round 1 have changed. Player 0006 now sits at table 2.",
    "taken back": "Round 1 has not begun yet: wait for the director.",
    "dropped": "Round 1 was taken back. Wait for the director, then scan the card of your table.",
    "drawn again": "The tables of round 1 have changed. Player",
}


@pytest.mark.parametrize("act", list(ACTS))
def test_a_phone_stays_and_is_told(browser, served, begun, act):
    round_ = begun()
    phone = Phone(browser, served.address, round_, seat=0)
    phone.ask(WATCHED)
    served.run(SLUG.format(slug=round_["slug"]) + ACTS[act])
    phone.wait_for(TOLD[act], seconds=60)
    assert (phone.ask("return window.opened"), phone.ask("return location.pathname")) == (True, f"/t/{round_['slug']}")


@pytest.mark.parametrize("act", list(ACTS))
def test_what_is_typed_on_a_phone_stays(browser, served, begun, act):
    round_ = begun()
    phone = Phone(browser, served.address, round_, seat=0)
    phone.keys("9", "9")
    phone.ask(WATCHED)
    served.run(SLUG.format(slug=round_["slug"]) + ACTS[act])
    phone.wait_for("This phone is no longer at the table.", seconds=60)
    assert (phone.ask("return window.opened"), phone.numbers()[:2]) == (True, ["9", "9"])
