"""Long lists, which are rendered by another engine than the pages around them: the same care with names and numbers."""

import re
from decimal import Decimal

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions import sweep
from tournaments.actions.people.penalties import penalise
from tournaments.actions.rounds import rounds

pytestmark = pytest.mark.django_db
MARKUP = "<b>Ada</b> \"Bo\" & 'Cy'"
ESCAPED = "&lt;b&gt;Ada&lt;/b&gt;"
PAGES = ["", "standings/1/", "rounds/1/", "players/", "desk/", "results/", "registration/"]


@fixture_again
def evening(club):
    tournament = a_tournament(club, name="Serata")
    round_ = a_round(tournament)
    tournament.entries.filter(number=1).update(name=MARKUP)
    for table in round_.tables.all():
        play(table, 1, [8, 11, 2, 19])
        play(table, 2, [10, 10, 10, 10])
    sweep.refresh_stale_standings()
    return tournament


@pytest.mark.parametrize("where", PAGES)
def test_markup_in_a_players_name_is_text(where, evening, director):
    page = director.get(f"/tournaments/serata/{where}").content.decode()
    assert ESCAPED in page
    assert "<b>Ada" not in page


@pytest.mark.parametrize(("language", "figure"), [("en", ".25"), ("it", ",25"), ("nl", ",25")])
def test_figures_are_written_as_in_the_readers_language(language, figure, evening, anybody):
    penalise(evening.entries.get(number=2), amount=Decimal("1.25"), reason="Late", by=director_of(evening))
    sweep.refresh_stale_standings()
    page = anybody.get("/tournaments/serata/", headers={"accept-language": language}).content.decode()
    assert f"{figure}<td>" in page


def test_an_unplayed_table_counts_as_an_absence(club, anybody):
    round_ = a_round(a_tournament(club, players=8, name="Serata"))
    play(round_.tables.get(number=1), 1, [8, 11, 2, 19])
    rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
    sweep.refresh_stale_standings()
    page = anybody.get("/tournaments/serata/").content.decode()
    scores = re.findall(r"(?:</a>|</span>|</small>)\s*<td>([^<]*)<td>(\d+)", page)
    assert sorted(scores) == [("0", "1")] * 3 + [("2", "0")] * 4 + [("2", "1")]


def test_a_row_is_found_among_the_others_whatever_the_names_are(evening):
    numbers = dict(evening.entries.values_list("number", "pk"))
    evening.entries.filter(number=2).update(name=f',"entry":{numbers[3]},"name":"è" {{"place":1')
    type(evening).objects.update(revision=evening.revision + 9)
    sweep.refresh_stale_standings()
    standing = evening.standings.get(after_round=1)
    rows = {row["entry"]: row for row in standing.document["rows"]}
    assert {pk: standing.row_of(pk) for pk in numbers.values()} == rows
    assert standing.row_of(max(rows) + 1) is None


@pytest.mark.parametrize(("where", "queries"), [("", 3), ("standings/1/", 2), ("players/", 2), ("rounds/1/", 8)])
@pytest.mark.parametrize("players", [4, 24])
def test_a_page_costs_as_many_queries_whatever_its_length(
    where, queries, players, club, anybody, django_assert_num_queries
):
    a_round(a_tournament(club, players=players, name="Serata"))
    sweep.refresh_stale_standings()
    with django_assert_num_queries(queries):
        anybody.get(f"/tournaments/serata/{where}")
