"""The pictures of a tournament in every state of its standings."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.standings.figures import MeetingRecord, met
from tournaments.web.pictures.meetings import MOST_ENTRIES

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, name="Serata", rounds=3)


def page_of(client, tournament):
    return client.get(reverse("pictures", args=[tournament.slug]))


def shown(response):
    return [picture.name for picture in response.context["pictures"]]


def one_more_round(tournament):
    round_ = a_round(tournament)
    play_out(round_, [20, 10, 5, 5])
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()


def test_before_the_first_hand_there_are_none_and_it_says_so(tournament, anybody):
    for _look in ("before the players stand in the standings", "and after"):
        page = page_of(anybody, tournament)
        assert shown(page) == []
        assert "No charts yet" in text(page)
        sweep.refresh_stale_standings()


def test_of_a_round_in_play_it_shows_how_far_the_tables_are(tournament, anybody):
    play(a_round(tournament).tables.get(number=1))
    sweep.refresh_stale_standings()
    page = page_of(anybody, tournament)
    assert shown(page) == ["tables"]
    assert "Table 1 1 of 2" in text(page)


@pytest.mark.slow
def test_after_one_round_scores_and_meetings_after_two_the_places(tournament, anybody):
    one_more_round(tournament)
    assert shown(page_of(anybody, tournament)) == ["distribution", "meetings"]
    one_more_round(tournament)
    assert shown(page_of(anybody, tournament)) == ["places", "distribution", "meetings"]


@pytest.mark.slow
def test_hidden_standings_are_in_no_picture(tournament, anybody, director):
    one_more_round(tournament)
    before = page_of(anybody, tournament).context["pictures"]
    standings.hide_standings(tournament, by=director_of(tournament), after_round=1)
    one_more_round(tournament)
    assert page_of(anybody, tournament).context["pictures"] == before
    assert shown(page_of(director, tournament)) == ["places", "distribution", "meetings"]
    standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
    page = page_of(anybody, tournament)
    assert shown(page) == []
    assert "Standings are hidden until the prize-giving." in text(page)


@pytest.mark.slow
def test_a_tournament_that_is_over_has_a_podium_unless_somebody_hid_how_it_ended(tournament, anybody, director):
    for _round in range(3):
        one_more_round(tournament)
    page = page_of(anybody, tournament)
    assert shown(page) == ["podium", "places", "distribution", "meetings"]
    first = tournament.standings.last().document["rows"]
    told = [[str(row["place"]), row["name"], row["score"]] for row in first if row["place"] <= 3]
    assert page.context["pictures"][0].rows == told
    sheet = anybody.get(reverse("picture-csv", args=[tournament.slug, "podium"])).content.decode()
    assert [line.split(";") for line in sheet.removeprefix("\ufeff").splitlines()][1:] == told
    standings.hide_standings(tournament, by=director_of(tournament), after_round=2)
    for who in (anybody, director):
        assert shown(page_of(who, tournament)) == ["places", "distribution", "meetings"]


@pytest.mark.slow
def test_erased_player_is_in_no_picture(tournament, anybody):
    one_more_round(tournament)
    one_more_round(tournament)
    erase_player(tournament.entries.first().players.get(), by=director_of(tournament))
    sweep.refresh_stale_standings()
    assert "Player 0001" not in page_of(anybody, tournament).content.decode()


def test_a_private_tournament_has_no_pictures_for_others(club, anybody, director):
    tournament = a_tournament(club, name="Privata", visibility="private")
    assert [page_of(who, tournament).status_code for who in (anybody, director)] == [404, 200]


def test_an_entry_is_marked_in_its_own_pictures(tournament, anybody):
    one_more_round(tournament)
    one_more_round(tournament)
    entry = tournament.entries.last()
    page = anybody.get(reverse("entry", args=[tournament.slug, entry.pk]))
    places, scores = page.context["pictures"]
    assert entry.name in [row[0] for row in places.rows]
    assert places.svg.count("<polyline") == len(places.rows)
    assert places.svg.count('class="marked"') == 1
    assert scores.svg.count('class="bar marked"') == 1


def test_a_table_shows_how_it_went(club, anybody):
    tournament = a_tournament(club, name="Lunga", table={"hands": 4})
    table = a_round(tournament).tables.get(number=1)
    where = reverse("table", args=[tournament.slug, 1, 1])
    for number in (1, 2):
        play(table, number, [20, 10, 5, 5])
    assert anybody.get(where).context["picture"] is None
    play(table, 3, [5, 20, 10, 5])
    totals = anybody.get(where).context["picture"].rows
    assert [row[1:] for row in totals] == [["2", "0", "0", "0"], ["4", "0", "0", "0"], ["4", "2", "0", "0"]]


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 64])
def test_pictures_cost_four_queries_up_to_forty_players_and_three_beyond(club, anybody, players):
    tournament = a_tournament(club, players=players)
    one_more_round(tournament)
    one_more_round(tournament)
    with CaptureQueriesContext(connection) as queries:
        page_of(anybody, tournament)
    assert len(queries) == (4 if players <= MOST_ENTRIES else 3)


def test_pictures_follow_the_games_direction():
    rows = [{"entry": n, "rounds": [{"round": 1, "table": 1, "hands": 2, "score": s}]} for n, s in enumerate("022", 7)]
    assert met(rows, {}, low_wins=True) == {
        (0, 1): MeetingRecord(1, 0, 0),
        (0, 2): MeetingRecord(1, 0, 0),
        (1, 0): MeetingRecord(0, 1, 0),
        (1, 2): MeetingRecord(0, 0, 1),
        (2, 0): MeetingRecord(0, 1, 0),
        (2, 1): MeetingRecord(0, 0, 1),
    }
    assert met(rows, {}, low_wins=False)[0, 1] == MeetingRecord(0, 1, 0)
