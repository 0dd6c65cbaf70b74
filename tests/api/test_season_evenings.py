"""Removing evenings from a season, or ending it early, needs a confirmation that names the season."""

import pytest

from scoring.bidi import plain
from tests.halls import a_round, a_tournament, agreed, director_of, play
from tests.season_evenings import DECLARATION, FIRST, SECOND, a_season, an_evening
from tournaments.actions.rounds import rounds
from tournaments.actions.seasons import season_refreshing
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.standings import standings

from .caller import codes

pytestmark = pytest.mark.django_db


def messages(answer):
    return [plain(error["message"]) for error in answer.json()["errors"]]


def test_an_evening_that_counts_is_not_deleted_and_its_seasons_are_named(club, director):
    evening = an_evening(club, *FIRST)
    a_season(club, evening)
    a_season(club, evening, name="Coppa")
    refused = director.delete(f"tournaments/{evening.slug}/")
    assert codes(refused, 409) == ["counts_in_season", "counts_in_season", "already_played"]
    assert messages(refused) == [
        "Serata counts towards the season Stagione: take it out of the season first.",
        "Serata counts towards the season Coppa: take it out of the season first.",
        "Play has begun: archive the tournament instead.",
    ]


@pytest.mark.slow
def test_each_row_that_moves_names_its_season(club, director):
    evenings = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    a_season(club, *evenings)
    parts = {"parts": [{"evenings": 2}, {"evenings": 1}]}
    a_season(club, *evenings, name="Coppa", declaration={**DECLARATION, **parts})
    asked = messages(director.patch(f"tournaments/{evenings[1].slug}/", {"visibility": "private"}))
    assert asked == [
        "Altra counts towards the season Stagione, and would no longer count.",
        "Altra counts towards the season Coppa, and would no longer count.",
        "Places in the standings of Stagione that change: 2.",
        "Scores in the standings of Stagione that change: 4.",
        "Stagione: Player 0003, place 1 → 2",
        "Stagione: Player 0001, place 3 → 4",
        "Places in the standings of Coppa that change: 4.",
        "Scores in the standings of Coppa that change: 8.",
        "Coppa: Player 0003, place 1 → 2",
        "Coppa: Player 0001, place 3 → 4",
        "Coppa, part 1: Player 0003, place 1 → 2",
        "Coppa, part 1: Player 0001, place 3 → 4",
    ]


@pytest.mark.slow
def test_a_last_round_is_reopened_only_by_agreement_that_the_evening_does_not_count(club, director):
    first, second = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, first, second)
    where, agreed = f"tournaments/{second.slug}/rounds/1/reopen/", {"Agreed-Reason": "Misread"}
    asked = director.post(where)
    assert codes(asked, 409) == ["changes_published_standings"]
    asked = director.post(where, headers=agreed | {"Agreed": asked.json()["agreement"]})
    assert messages(asked)[:2] == [
        "Altra counts towards the season Stagione, and would no longer count.",
        "Scores in the standings of Stagione that change: 4.",
    ]
    assert director.post(where, headers=agreed | {"Agreed": asked.json()["agreement"]}).status_code == 200
    assert [each.tournament for each in season.evenings.counting()] == [first]
    (line,) = season.log.filter(kind="evening_closed")
    assert (line.facts["slug"], line.facts["by"]) == (second.slug, club.memberships.get(role="director").user.pk)


@pytest.mark.slow
def test_an_archived_evening_is_taken_up_again_only_by_agreement(club, director):
    """It is archived after the first of two rounds, which counts until it is played on."""
    evening = a_tournament(club, players=4, rounds=2, table={"hands": 1}, visibility="public")
    round_ = a_round(evening, tables=[range(4)])
    play(round_.tables.get(), points=list(FIRST))
    rounds.close_round(round_, by=director_of(evening))
    archive_tournament(evening, by=director_of(evening))
    standings.refresh(evening.pk)
    a_season(club, evening)
    where = f"tournaments/{evening.slug}/undo/"
    body = {"line": director.get(where).json()["last"]["sequence"]}
    asked = director.post(where, body)
    assert codes(asked, 409)[0] == "not_counted"
    assert director.post(where, body, headers={"Agreed": asked.json()["agreement"]}).status_code == 200
    evening.refresh_from_db()
    assert evening.status == "running"


def test_a_champion_before_the_last_evening_is_asked_about_once(club, director):
    planned = a_tournament(club, players=0, name="Maggio", visibility="public")
    season = a_season(club, an_evening(club, *FIRST), planned)
    champion = f"seasons/{season.slug}/champion/"
    asked = director.put(champion, {"by": "standing"})
    assert codes(asked, 409) == ["evenings_left", "evenings_left"]
    assert messages(asked) == [
        "Evenings still to be played: 3. Places may change until then.",
        "Maggio is in the season and still to be played.",
    ]
    agreed = {"Agreed": asked.json()["agreement"]}
    assert director.put(champion, {"by": "standing"}, headers=agreed).json()["names"] == ["Player 0002"]


@pytest.mark.slow
def test_a_closed_evening_is_named_before_a_champion_is_declared(club, director):
    one = {**DECLARATION, "parts": [{"evenings": 1}]}
    evening = an_evening(club, *FIRST)
    season, final = a_season(club, evening, declaration=one), an_evening(club, *FIRST, name="Finale")
    assert director.put(f"seasons/{season.slug}/champion/", {"by": "standing"}).status_code == 200
    assert director.delete(f"seasons/{season.slug}/champion/").status_code == 204
    agreed(director_of(evening), lambda by: standings.hide_standings(evening, by=by, after_round=0))
    season_refreshing.refresh(season.pk)
    asked = director.put(f"seasons/{season.slug}/champion/", {"by": "final", "tournament": final.slug})
    assert messages(asked)[1:] == [
        "Serata is in the season, but does not count: it is not public, or shows no results."
    ]
