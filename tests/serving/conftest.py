"""An evening that everybody may follow, and a cache before it."""

import pytest

from tests.halls import a_round, a_tournament, play_out
from tournaments.actions.standings import standings

from .public_answers import Server


@pytest.fixture
def server(evening):
    """A cache that holds nothing yet."""
    return Server()


@pytest.fixture(scope="module")
def evening(module_db):
    """Return a tournament of eight after a round; a test's changes are rolled back."""
    tournament = a_tournament(players=8)
    play_out(a_round(tournament))
    standings.refresh(tournament.pk)
    return tournament
