"""Long lists, which are rendered by another engine than the pages around them: the same care with names and numbers."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, play
from tournaments.actions import sweep

pytestmark = pytest.mark.django_db
MARKUP = "<b>Ada</b> \"Bo\" & 'Cy'"
ESCAPED = "&lt;b&gt;Ada&lt;/b&gt;"
PUBLIC = ["", "standings/1/"]


@fixture_again
def evening(club):
    tournament = a_tournament(club, name="Serata")
    round_ = a_round(tournament)
    tournament.entries.filter(number=3).update(name=MARKUP)
    for table in round_.tables.all():
        play(table, 1, [8, 11, 2, 19])
        play(table, 2, [10, 10, 10, 10])
    sweep.refresh_stale_standings()
    return tournament


@pytest.mark.parametrize("where", PUBLIC)
def test_markup_in_a_players_name_is_text(where, evening, anybody):
    page = anybody.get(f"/tournaments/serata/{where}").content.decode()
    assert ESCAPED in page
    assert "<b>Ada" not in page


@pytest.mark.parametrize(("language", "figure"), [("en", "0.33"), ("it", "0,33"), ("nl", "0,33")])
def test_figures_are_written_as_in_the_readers_language(language, figure, evening, anybody):
    page = anybody.get("/tournaments/serata/", headers={"accept-language": language}).content.decode()
    assert f"<td>{figure}<td>" in page
