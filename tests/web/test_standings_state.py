"""Desk, standings, paper, poster, screens and API show the same state of the standings."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_table, a_tournament, agreed, busca, director_of, play, play_out
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Tournament, leading
from tournaments.web.screens import documents
from tournaments.web.views.syndication import tournament_poster

pytestmark = pytest.mark.django_db
PAGE, PDF, DESK = "/tournaments/serata/", "/tournaments/serata/standings.pdf", reverse("desk", args=["serata"])
API = "/api/v1/tournaments/serata"
HIDDEN = "Standings are hidden until the prize-giving."


@pytest.fixture
def tournament(club):
    return a_tournament(club, players=8, name="Serata", rounds=2)


def refreshed(tournament):
    standings.refresh(tournament.pk)
    return Tournament.objects.with_last_round().get(pk=tournament.pk)


def told_by_api(reader):
    live, whole = reader.get(f"{API}/live/").json(), reader.get(f"{API}/standings/")
    assert reader.get(f"{API}/standings/?format=csv")["Standings-State"] == whole["Standings-State"]
    return {live["standings_state"], whole["Standings-State"]}


def says(reader, sentence):
    """Whether page and paper say it; there is no paper before there are standings."""
    paper = reader.get(PDF)
    return sentence in text(reader.get(PAGE)) and (paper.status_code == 404 or sentence in pages(paper)[0])


def everybody_is_told(tournament, code, sentence, anybody, director, for_club=None):
    """Check that everybody sees this; the club's people see `for_club` if that differs."""
    assert told_by_api(anybody) == {code}
    assert says(anybody, sentence)
    now = Tournament.objects.with_last_round().get(pk=tournament.pk)
    assert tournament_poster(now).foot == sentence
    public = leading(now, now.standings_hidden_after)
    shown = documents.standings(now, public, {entry.pk: entry.number for entry in now.entries.all()})
    assert not shown or shown["state"] == {"text": sentence}
    code, sentence = for_club or (code, sentence)
    assert told_by_api(director) == {code}
    assert says(director, sentence)
    assert f"Standings {sentence}" in text(director.get(DESK))


@pytest.mark.slow
def test_all_places_show_the_same_state_at_every_stage_of_a_round(tournament, anybody, director):
    by = director_of(tournament)

    def told(code, sentence, **more):
        everybody_is_told(tournament, code, sentence, anybody, director, **more)

    told("waiting", "No standings yet.")  # registration
    first = a_round(tournament, publish=False)
    refreshed(tournament)
    told("waiting", "No standings yet.")  # a draft
    rounds.publish_round(first, by=by)
    play(a_table(first), 1, [20, 10, 9, 1])
    refreshed(tournament)
    told("in_play", "Round 1 is in play: 2 tables are still playing.")
    play(a_table(first), 2, [20, 10, 9, 1])
    refreshed(tournament)
    rounds.close_round(first, by=by, anyway=True)
    told("provisional", "Provisional after round 1: one table has not finished.")  # closed and not yet refreshed
    refreshed(tournament)
    told("settled", "After round 1.")  # closed with an unplayed table
    agreed(by, lambda by: play_as(a_table(first), by))
    told("settled", "After round 1.")  # corrected and not yet refreshed
    agreed(by, lambda by: rounds.reopen_round(first, by=by))
    refreshed(tournament)
    told("in_play", "Round 1 is in play: one table is still playing.")
    play(a_table(first, 2), 1)
    play(a_table(first, 2), 2)
    refreshed(tournament)
    told("provisional", "Provisional after round 1.")  # every table has finished
    agreed(by, lambda by: rounds.close_round(first, by=by))
    told("settled", "After round 1.")


@pytest.mark.slow
def test_all_places_show_the_same_state_of_last_round_and_hidden_standings(tournament, anybody, director):
    by = director_of(tournament)

    def told(code, sentence, **more):
        everybody_is_told(tournament, code, sentence, anybody, director, **more)

    play_out(first := a_round(tournament))
    rounds.close_round(first, by=by)
    second = a_round(tournament)
    refreshed(tournament)
    told("in_play", "Round 2 is in play: 2 tables are still playing.")
    play_out(second)
    standings.hide_standings(tournament, by=by)
    refreshed(tournament)
    told("hidden", HIDDEN, for_club=("provisional", "Provisional after round 2."))
    rounds.close_round(second, by=by)
    refreshed(tournament)
    told("hidden", HIDDEN, for_club=("final", "Final standings."))
    standings.show_standings(tournament, by=by)
    refreshed(tournament)
    told("final", "Final standings.")


def play_as(table, by):
    hands.record(table, HandInput(number=2, tally=busca([37, 1, 1, 1]), replaces=1, reason="Misread"), by=by)


def test_the_state_is_part_of_the_tag_of_rows_that_are_the_same(tournament, anybody):
    play_out(first := a_round(tournament))
    rounds.close_round(first, by=director_of(tournament))
    refreshed(tournament)
    before = anybody.get(f"{API}/standings/")
    Tournament.objects.update(status="finished", rounds_planned=1)
    after = anybody.get(f"{API}/standings/", headers={"If-None-Match": before["ETag"]})
    assert (before.json()["rows"] == after.json()["rows"], after.status_code) == (True, 200)
    assert (before["Standings-State"], after["Standings-State"]) == ("settled", "final")


def test_standings_of_an_earlier_round_stay_settled(tournament, anybody):
    play_out(first := a_round(tournament))
    rounds.close_round(first, by=director_of(tournament))
    play(a_table(a_round(tournament)))
    refreshed(tournament)
    states = [anybody.get(f"{API}/standings/?after_round={number}")["Standings-State"] for number in (1, 2)]
    assert states == ["settled", "in_play"]
    assert "After round 1." in text(anybody.get(f"{PAGE}standings/1/"))
