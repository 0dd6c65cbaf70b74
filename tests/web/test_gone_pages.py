"""Deleted and unknown pages: the same helpful page."""

import re

import pytest

from tests.halls import a_tournament
from tests.web.pages import text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("where", "heading"),
    [
        ("/tournaments/nowhere/", "No tournament here"),
        ("/tournaments/nowhere/rounds/1/", "No tournament here"),
        ("/players/987654/", "No player here"),
        ("/clubs/nowhere/", "No club here"),
        ("/nothing/", "Page not found"),
        ("/tournaments/nowhere/nothing/", "Page not found"),
    ],
)
def test_what_is_not_there_is_said_in_its_own_words_and_leads_on(where, heading, anybody):
    answer = anybody.get(where)
    assert (answer.status_code, heading in text(answer), b'class="button" href="/"' in answer.content) == (
        404,
        True,
        True,
    )


def test_a_tournament_that_is_no_longer_for_everybody_is_as_one_that_never_was(club, anybody):
    tournament = a_tournament(club, name="Serata", visibility="private")
    for part in ("", "players/", "rounds/1/", "pictures/", "ledger/"):
        hidden = anybody.get(f"/tournaments/{tournament.slug}/{part}").content
        never = anybody.get(f"/tournaments/nowhere/{part}").content
        assert hidden.replace(tournament.slug.encode(), b"nowhere") == never


def test_what_is_not_in_a_tournament_leads_to_the_tournament(club, anybody):
    a_tournament(club, name="Serata")
    for part in ("rounds/9/", "players/987654/", "standings/9/", "rounds/1/tables/3/"):
        page = anybody.get(f"/tournaments/serata/{part}").content.decode()
        assert 'class="button" href="/tournaments/serata/"' in page
        assert "Not in this tournament" in page


def test_forbidden_page_links_to_tournament_or_club(club, scorer):
    a_tournament(club, name="Serata")
    for part, back in (
        ("tournaments/serata/fees/", "/tournaments/serata/"),
        (f"clubs/{club.slug}/members/", f"/clubs/{club.slug}/"),
    ):
        page = scorer.get(f"/{part}")
        assert page.status_code == 403
        assert re.findall(r'class="button" href="([^"]+)"', page.content.decode()) == [back]


def test_what_a_club_does_not_have_leads_to_the_club(club, anybody):
    for part in ("years/1999/", "years/1999.csv", "nothing/"):
        page = anybody.get(f"/clubs/{club.slug}/{part}")
        there = (page.status_code, "No club here" in text(page), f'href="/clubs/{club.slug}/"' in page.content.decode())
        assert there == (404, False, part != "nothing/"), part


class TestPlayers:
    def test_somebody_is_found_by_letters_of_the_name(self, club, anybody):
        a_tournament(club, players=12, name="Serata")
        found = anybody.get("/tournaments/serata/players/?q=r 000").content.decode()
        assert (found.count('class="name"'), "9 entered" in found) == (9, True)

    def test_who_is_not_found_is_not_there_and_everybody_is_a_tap_away(self, club, anybody):
        a_tournament(club, name="Serata")
        page = anybody.get("/tournaments/serata/players/?q=<b>zz").content.decode()
        assert "Nobody called “&lt;b&gt;zz” has been entered." in page
        assert 'href="/tournaments/serata/players/"' in page
