"""The years and champions of a club, and the results of a player, as its pages show them."""

from datetime import UTC, datetime

import pytest

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Tournament

from .caller import codes

pytestmark = pytest.mark.django_db
CLUB = "clubs/circolo-del-re/"


@pytest.fixture
def over(club):
    """A finished evening; Player 0004 wins alone."""
    hall = a_tournament(club, players=4, rounds=1)
    round_ = a_round(hall, tables=[(0, 1, 2, 3)])
    play_out(round_, [13, 13, 13, 1])
    rounds.close_round(round_, by=director_of(hall))
    standings.refresh(hall.pk)
    Tournament.objects.update(status="finished", starts_at=datetime(2025, 3, 1, 20, tzinfo=UTC))
    return Tournament.objects.get()


def read(caller, address):
    return caller.get(CLUB + address).json()["results"]


def test_years_champions_and_results(anybody, over):
    winner = over.entries.get(name="Player 0004")
    player = winner.players.get().pk
    evening = {"tournament": "serata", "name": "Serata", "ruleset": "busca-accademia"}
    evening["starts_at"] = "2025-03-01T20:00:00Z"
    assert anybody.get(CLUB + "years/").json() == [{"year": 2025}]
    assert read(anybody, "years/2025/") == [{**evening, "winners": [{"entry": winner.pk, "name": "Player 0004"}]}]
    assert [read(anybody, f"years/{year}/") for year in (1, 2024, 9999, 10_000)] == [[]] * 4
    champion = {"player": player, "name": "Player 0004", "wins": 1, "tournaments": ["serata"], "seasons": []}
    assert read(anybody, "champions/") == [champion]
    result = {"tournament": "serata", "entry": winner.pk, "place": 1, "field": 4, "rounds": []}
    assert read(anybody, f"players/{player}/results/") == [result]


def test_hidden_standings_have_no_winner_and_private_evenings_are_for_members(anybody, scorer, over):
    player = over.entries.get(name="Player 0004").players.get().pk
    Tournament.objects.update(standings_hidden_after=0)
    assert (read(anybody, "years/2025/")[0]["winners"], read(anybody, "champions/")) == ([], [])
    assert read(anybody, f"players/{player}/results/")[0]["place"] is None
    Tournament.objects.update(standings_hidden_after=None, visibility="private")
    assert (read(anybody, "years/2025/"), read(anybody, "champions/")) == ([], [])
    assert codes(anybody.get(f"{CLUB}players/{player}/results/"), 404) == ["not_found"]
    assert [row["place"] for row in read(scorer, f"players/{player}/results/")] == [1]
