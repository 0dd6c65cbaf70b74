"""The ledger's seal on the public pages, and the page that says what it is."""

import pytest

from tests.halls import a_round, a_tournament, play_out
from tournaments.actions import sweep

from .pages import text

pytestmark = pytest.mark.django_db
HERE = "/tournaments/serata/"


@pytest.fixture
def tournament(club):
    tournament = a_tournament(club, players=4, name="Serata")
    play_out(a_round(tournament))
    sweep.refresh_stale_standings()
    tournament.refresh_from_db()
    return tournament


def seal_of(tournament):
    head = tournament.ledger_head
    return f"{head[:4]} {head[4:8]} {head[8:12]} {head[12:16]}"


@pytest.mark.parametrize("page", ["", "players/", "rounds/1/", "rounds/1/tables/1/"])
def test_every_public_page_shows_it_and_leads_to_what_it_is(anybody, tournament, page):
    response = anybody.get(HERE + page)
    assert f"Ledger: {seal_of(tournament)}" in text(response)
    assert f'href="{HERE}ledger/"'.encode() in response.content


def test_its_page_tells_how_many_lines_there_are_and_the_whole_seal(anybody, tournament):
    page_text = text(anybody.get(HERE + "ledger/"))
    assert f"Lines {tournament.ledger_length} Seal {seal_of(tournament)}" in page_text
    assert tournament.ledger_head in page_text


def test_it_changes_with_what_happens(anybody, tournament):
    before = text(anybody.get(HERE))
    play_out(a_round(tournament), [37, 1, 1, 1])
    tournament.refresh_from_db()
    assert seal_of(tournament) not in before
    assert seal_of(tournament) in text(anybody.get(HERE))
