"""Fixtures: a season of the club, and another club whose evenings may count in it."""

import pytest

from tests.halls import a_club, a_member, a_user
from tests.season_evenings import FIRST, a_season, an_evening


@pytest.fixture
def season(club):
    return a_season(club, an_evening(club, *FIRST, name="Casa"))


@pytest.fixture
def there(db):
    return a_club("Ospite", owner=a_user("zita"))


@pytest.fixture
def gina(there):
    """A director of the club that is asked."""
    return a_member(there, "gina", "director")
