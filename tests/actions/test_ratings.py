"""Ratings of a club: the results that count, and equal ratings after a late correction."""

from datetime import UTC, datetime

import pytest
from django.db.models import F

from tests.halls import a_club, a_round, a_tournament, agreed, busca, director_of, play
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.standings.ratings import rate_game, refresh_ratings, requeue_ratings, stop_rating
from tournaments.actions.standings.standings import hide_standings
from tournaments.models import ClubRatings, Player, SeatPlayer, Tournament

pytestmark = pytest.mark.django_db
GAME = "busca-accademia"
FIRST_LOSES, LAST_LOSES = [0, 20, 10, 10], [20, 10, 10, 0]


def an_evening_over(club, day, *points, names="", **plan):
    """A tournament of eight with a round of two tables for each of `points`, which first tables play."""
    plan = {"visibility": "public", "rounds": len(points), "starts_at": datetime(2026, 1, day, 20, tzinfo=UTC), **plan}
    plan["starts_at"] = plan["starts_at"].isoformat()
    tournament = a_tournament(club, name=f"Serata {day}", players=0 if names else 8, table={"hands": 1}, **plan)
    people = [Candidate(names=(f"{names} {number}",)) for number in range(1, 9)] if names else []
    registration.register(tournament, people, by=director_of(tournament))
    for each in points:
        round_ = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        for table, tally in zip(round_.tables.order_by("number"), (each, LAST_LOSES), strict=True):
            play(table, points=tally)
        rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    return Tournament.objects.get(pk=tournament.pk)


def refreshed(ratings):
    sweep.refresh_stale_standings()
    for pk in requeue_ratings(None):
        assert refresh_ratings(pk)
    assert requeue_ratings(None) == []
    return ClubRatings.objects.get(pk=ratings.pk).body


def shown(body):
    """Return the shown text, without the ids of tournaments."""
    return [
        {**row, "player": number, "curve": [each["rating"] for each in row["curve"]]}
        for number, row in enumerate(sorted(body["players"], key=lambda row: row["player"]))
    ]


@pytest.mark.slow
def test_a_correction_weeks_later_gives_the_same_as_the_right_hand_at_first():
    club, other = a_club(), a_club("Altro Circolo")
    for each, points in ((club, LAST_LOSES), (other, FIRST_LOSES)):
        an_evening_over(each, 1, points, FIRST_LOSES)
        an_evening_over(each, 8, LAST_LOSES)
    wrong, right = (refreshed(rate_game(each, GAME)) for each in (club, other))
    assert shown(wrong) != shown(right)
    table = club.tournaments.get(name="Serata 1").rounds.get(number=1).tables.get(number=1)
    agreed(director_of(table.round.tournament), lambda by: correct(table, by))
    assert shown(refreshed(ClubRatings.objects.get(club=club))) == shown(right)


def correct(table, by):
    entered = HandInput(number=1, tally=busca(FIRST_LOSES), replaces=table.hands.get().version, reason="Misread")
    hands.record(table, entered, by=by)


def tables_of(body):
    """The number of tables of each player that has any, by name."""
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[row["player"]]: row["tables"] for row in body["players"]}


@pytest.mark.slow
def test_only_public_evenings_that_are_over_count_and_no_hidden_round():
    club = a_club()
    over = an_evening_over(club, 1, LAST_LOSES, LAST_LOSES)
    an_evening_over(club, 2, LAST_LOSES, visibility="private")
    in_play = a_tournament(club, name="In gioco", visibility="public")
    ratings = rate_game(club, GAME)
    assert set(tables_of(refreshed(ratings)).values()) == {2}
    rounds.close_round(a_round(in_play), by=director_of(in_play), anyway=True)
    assert set(tables_of(refreshed(ratings)).values()) == {2}
    hide_standings(over, after_round=1, by=director_of(over))
    body = refreshed(ratings)
    assert (body["tables"], set(tables_of(body).values())) == (2, {1})
    update_tournament(over, {"visibility": "private"}, by=director_of(over))
    assert refreshed(ratings) == {"tables": 0, "players": [], "calibration": []}


def test_the_fewer_buscas_the_better_and_those_who_share_a_place_are_alike():
    club = a_club()
    an_evening_over(club, 1, FIRST_LOSES)
    rows = {row["player"]: row for row in refreshed(rate_game(club, GAME))["players"]}
    numbers = dict(Player.objects.values_list("name", "pk"))
    first, second, third = (rows[numbers[f"Player 000{number}"]] for number in (1, 2, 3))
    assert first["rating"] < 1500 < second["rating"] == third["rating"]
    assert first["provisional"]


@pytest.mark.slow
def test_a_merged_person_has_one_rating_and_a_table_with_a_change_of_players_none():
    club = a_club()
    evening = an_evening_over(club, 1, LAST_LOSES)
    an_evening_over(club, 2, LAST_LOSES, names="Guest")
    kept, other = Player.objects.get(name="Player 0001"), Player.objects.get(name="Guest 1")
    ratings = rate_game(club, GAME)
    assert len(tables_of(refreshed(ratings))) == 16
    merge_players(kept, other, by=director_of(evening))
    tables = tables_of(refreshed(ratings))
    assert (len(tables), tables["Player 0001"]) == (15, 2)
    turn = SeatPlayer.objects.filter(player=kept, round__tournament=evening)
    turn.update(to_hand=1)
    Tournament.objects.filter(pk=evening.pk).update(revision=F("revision") + 1)
    assert tables_of(refreshed(ratings)) == {name: 1 for name in tables if name[-1] in "5678" or "Guest" in name} | {
        "Player 0001": 1
    }


def test_two_changes_that_cancel_out_in_a_sum_are_seen():
    club = a_club()
    for day in (1, 2):
        an_evening_over(club, day, LAST_LOSES)
    ratings = rate_game(club, GAME)
    refreshed(ratings)
    first, second = club.tournaments.order_by("pk")
    Tournament.objects.filter(pk=first.pk).update(published_revision=F("published_revision") + 1)
    Tournament.objects.filter(pk=second.pk).update(published_revision=F("published_revision") - 1)
    assert requeue_ratings(None) == [ratings.pk]


@pytest.mark.slow
def test_evenings_count_in_the_order_of_their_corrected_dates():
    club, other = a_club(), a_club("Altro Circolo")
    for each, days in ((club, (8, 1)), (other, (1, 8))):
        for day, points in zip(days, (FIRST_LOSES, LAST_LOSES), strict=True):
            an_evening_over(each, day, points)
    wrong, right = (refreshed(rate_game(each, GAME)) for each in (club, other))
    assert shown(wrong) != shown(right)
    for name, day in (("Serata 8", 1), ("Serata 1", 8)):
        starts_at = datetime(2026, 1, day, 20, tzinfo=UTC).isoformat()
        evening = club.tournaments.get(name=name)
        update_tournament(evening, {"starts_at": starts_at}, by=director_of(evening))
    assert shown(refreshed(ClubRatings.objects.get(club=club))) == shown(right)


@pytest.mark.slow
def test_merged_people_are_parted_again_with_the_ratings_from_before():
    club = a_club()
    evening = an_evening_over(club, 1, LAST_LOSES)
    an_evening_over(club, 2, FIRST_LOSES, names="Guest")
    kept, other = Player.objects.get(name="Player 0001"), Player.objects.get(name="Guest 1")
    before = refreshed(ratings := rate_game(club, GAME))
    merge_players(kept, other, by=director_of(evening))
    assert other.pk not in {row["player"] for row in refreshed(ratings)["players"]}
    unmerge_players(other, by=director_of(evening))
    assert refreshed(ratings) == before


def test_it_is_off_until_wanted_and_can_be_switched_off():
    club = a_club()
    an_evening_over(club, 1, LAST_LOSES)
    assert requeue_ratings(None) == []
    with pytest.raises(Invalid):
        rate_game(club, "buraco")
    ratings = rate_game(club, GAME)
    assert (sweep.may_find_work(), requeue_ratings(None)) == (True, [ratings.pk])
    refreshed(ratings)
    assert not sweep.may_find_work()
    stop_rating(club, GAME)
    assert list(ClubRatings.objects.all()) == []
