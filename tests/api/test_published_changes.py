"""A request that would change published standings of earlier rounds: 409 with the rows, and done once agreed."""

from urllib.parse import quote

import pytest

from tests.halls import a_round, a_table, director_of, play, play_out
from tests.season_evenings import FIRST, a_season, an_evening
from tournaments.actions.rounds.rounds import close_round
from tournaments.actions.standings.standings import refresh
from tournaments.models import Entry

from .caller import codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(tournament):
    play_out(a_round(tournament), [20, 10, 9, 1])
    close_round(tournament.rounds.get(), by=director_of(tournament))
    refresh(tournament.pk)
    return tournament.entries.first()


def rows(director):
    answer = director.get("tournaments/serata/standings/?after_round=1").json()
    return {row["entry"]: (row["place"], row["score"]) for row in answer["rows"]}


def test_conflict_lists_the_changed_rows_and_agreement_makes_the_change(director, tournament, entry):
    where, before = f"tournaments/serata/entries/{entry.pk}/", rows(director)
    asked = director.patch(where, {"stand_in": True})
    assert codes(asked, 409) == ["changes_published_standings"]
    told = asked.json()
    assert told["needs_reason"] is True
    assert not Entry.objects.get(pk=entry.pk).stand_in
    headers = {"Agreed": told["agreement"]}
    assert codes(director.patch(where, {"stand_in": True}, headers=headers), 409) == [
        "changes_published_standings",
        "missing_field",
    ]
    done = director.patch(where, {"stand_in": True}, headers={**headers, "Agreed-Reason": quote("Aiutò soltanto")})
    assert done.status_code == 200
    refresh(tournament.pk)
    after = rows(director)
    changed = {
        row["entry"]: ((row["place_before"], row["score_before"]), (row["place_after"], row["score_after"]))
        for row in told["changes"]
    }
    assert changed == {e: (before[e], after[e]) for e in before if before[e] != after[e]}
    link = tournament.ledger.last()
    assert (link.facts["changed_standings"], link.disclosure.personal["text"]) == ([1], "Aiutò soltanto")


def test_the_seasons_whose_standing_follows_are_named(club, director):
    evening = an_evening(club, *FIRST, name="Prima")
    season = a_season(club, evening, name="Coppa")
    asked = director.patch(f"tournaments/{evening.slug}/entries/{evening.entries.first().pk}/", {"stand_in": True})
    assert asked.json()["seasons"] == [{"season": season.slug, "name": "Coppa"}]


def test_an_agreement_to_something_else_is_none(director, entry):
    asked = director.patch(f"tournaments/serata/entries/{entry.pk}/", {"stand_in": True}, headers={"Agreed": "all"})
    assert codes(asked, 409) == ["changes_published_standings"]


def test_scorer_gets_403_without_the_changed_rows(scorer, entry):
    answer = scorer.patch(f"tournaments/serata/entries/{entry.pk}/", {"stand_in": True})
    assert (codes(answer, 403), "changes" in answer.json()) == (["forbidden"], False)


@pytest.mark.slow
def test_reopening_takes_the_standing_back_and_closing_again_tells_what_differs(director, tournament, entry):
    where = "tournaments/serata/rounds/1/"
    asked = director.post(f"{where}reopen/")
    assert codes(asked, 409) == ["changes_published_standings"]
    assert (asked.json()["taken_back"], asked.json()["changes"]) == ([1], [])
    headers = {"Agreed": asked.json()["agreement"], "Agreed-Reason": "Misread"}
    assert director.post(f"{where}reopen/", headers=headers).json()["state"] == "published"
    play(a_table(tournament.rounds.get()), 1, [37, 1, 1, 1], replaces=1)
    refresh(tournament.pk)
    again = director.post(f"{where}close/")
    assert (codes(again, 409), again.json()["taken_back"]) == (["changes_published_standings"], [])
    assert {row["round"] for row in again.json()["changes"]} == {1}
    headers["Agreed"] = again.json()["agreement"]
    assert director.post(f"{where}close/", headers=headers).json()["state"] == "closed"
