"""The pages of a club's ratings, and the same in the API."""

import re

import pytest

from tests.actions.test_ratings import FIRST_LOSES, GAME, LAST_LOSES, an_evening_over, refreshed
from tests.again import fixture_again
from tests.api.caller import Caller
from tests.api.caller import faults as api_faults
from tests.halls import a_tournament, director_of
from tests.web.pages import text, told
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.standings.ratings import rate_game
from tournaments.models import ClubRatings, Player

pytestmark = pytest.mark.django_db
LIST, OF_GAME = "/clubs/circolo-del-re/ratings/", f"/clubs/circolo-del-re/ratings/{GAME}/"


@fixture_again
def rated(club):
    for day in (1, 8):
        an_evening_over(club, day, *[FIRST_LOSES] * 3)
    return refreshed(rate_game(club, GAME))


@pytest.mark.slow
def test_a_director_switches_ratings_on_and_off(club, director, anybody):
    an_evening_over(club, 1, LAST_LOSES)
    assert "This club has no ratings." in text(anybody.get(LIST))
    assert anybody.get(OF_GAME).status_code == 404
    director.post(f"{OF_GAME}switch/", {"on": "1"})
    assert told(director.get(LIST)) == ["Busca (Accademia) is rated now; the ratings appear within a minute."]
    assert "No public evening of this game is over yet." in text(anybody.get(OF_GAME))
    director.post(f"{OF_GAME}switch/")
    assert told(director.get(LIST)) == ["Busca (Accademia) is no longer rated."]
    assert anybody.get(OF_GAME).status_code == 404


@pytest.mark.slow
def test_a_list_has_places_calibration_and_explanation(rated, anybody):
    page = text(anybody.get(OF_GAME))
    row = next(row for row in rated["players"] if not row["provisional"])
    name = Player.objects.get(pk=row["player"]).name
    assert f"1 {name} {row['rating']} ± {row['deviation']} {row['tables']}" in page
    bucket = rated["calibration"][0]
    assert f"50–60 % {bucket['comparisons']} {bucket['expected']} % {bucket['observed']} %" in page
    assert "A rating is provisional and has no place" in page
    assert "Ratings" in text(anybody.get("/clubs/circolo-del-re/"))


@pytest.mark.slow
def test_a_player_has_a_curve_under_the_shown_name(rated, anybody, club):
    row = rated["players"][-1]
    player = Player.objects.get(pk=row["player"])
    show_player_as(player, shown_as="code", code_name="Volpe", by=director_of(club.tournaments.first()))
    page = text(anybody.get(f"{OF_GAME}{player.pk}/"))
    assert f"{row['rating']} ± {row['deviation']} after 6 tables" in page
    rows = re.findall(r"Serata (\d) \d Jan 2026 (\d+)", page.partition("Tournament Day Rating")[2])
    assert rows == [(day, str(each["rating"])) for day, each in zip("18", row["curve"], strict=True)]
    assert (player.name in page, "Volpe" in page) == (False, True)
    assert "Volpe" in text(anybody.get(OF_GAME))


def test_a_merge_leaves_the_list_at_once(rated, anybody, club):
    guest = club.players.create(name="Other", name_key="other")
    player = Player.objects.get(pk=rated["players"][0]["player"])
    merge_players(guest, player, by=director_of(club.tournaments.first()))
    assert player.name not in text(anybody.get(OF_GAME))


@pytest.mark.slow
def test_an_erased_player_keeps_the_rating_under_the_number(rated, anybody, club):
    row = rated["players"][0]
    player = Player.objects.get(pk=row["player"])
    assert f"Ratings Busca (Accademia) {row['rating']} ± {row['deviation']}" in text(
        anybody.get(f"/players/{player.pk}/")
    )
    erased = erase_player(player, by=director_of(club.tournaments.first()))
    assert refreshed(ClubRatings.objects.get())["players"] == rated["players"]
    for page in (OF_GAME, f"{OF_GAME}{player.pk}/", f"/players/{player.pk}/"):
        read = text(anybody.get(page))
        assert (player.name in read, erased.name in read, str(row["rating"]) in read) == (False, True, True)


@pytest.mark.slow
def test_a_director_lets_the_first_round_go_by_them(rated, club, director):
    tournament = a_tournament(club, name="Prossima", pairing="danish", rounds=2)
    rules, draw = (f"/tournaments/{tournament.slug}/{page}/" for page in ("constraints", "draw"))
    assert "Nobody has played yet" in text(director.get(draw))
    assert "The first round is drawn by the ratings" in text(director.get(rules))
    assert director.post(rules, {"do": "rating", "rating-by_rating": "on"}).status_code == 302
    assert "This first round uses the ratings instead of the standings." in text(director.get(draw))
    draft = text(director.post(draw, {"method": "danish"}, follow=True))
    assert "The number after a name is the player’s place by rating, which the draw used." in draft
    unrated = a_tournament(club, name="Buraco", ruleset="buraco", table={"hands": 2}, players=0)
    rules = f"/tournaments/{unrated.slug}/constraints/"
    assert "Ratings" not in text(director.get(rules))
    refused = director.post(rules, {"do": "rating", "rating-by_rating": "on"})
    assert refused.status_code == 422
    program = Caller(club.memberships.get(role="owner").user)
    answer = program.patch(f"tournaments/{unrated.slug}/constraints/", {"by_rating": True})
    assert api_faults(answer) == [("/by_rating", "not_rated")]


def test_the_api_says_the_same(rated, owner, club):
    anybody, where = Caller(), "clubs/circolo-del-re/ratings/"
    assert anybody.get(where).json()["results"] == [{"game": GAME, "tables": 12}]
    answer = anybody.get(f"{where}{GAME}/").json()
    assert answer["calibration"] == rated["calibration"]
    rows = {row["player"]: row for row in rated["players"]}
    assert [row["player"] for row in answer["results"]] == list(rows)
    last = answer["results"][-1]
    assert last.keys() == {"place", "player", "name", "rating", "deviation", "provisional", "tables"}
    assert {name: last[name] for name in ("rating", "deviation", "provisional", "tables")} == {
        name: rows[last["player"]][name] for name in ("rating", "deviation", "provisional", "tables")
    }
    one = anybody.get(f"{where}{GAME}/{last['player']}/").json()
    assert [each["tournament"] for each in one["curve"]] == ["serata-1", "serata-8"]
    assert (one["curve"][-1]["rating"], one["name"]) == (last["rating"], last["name"])
    program = Caller(club.memberships.get(role="owner").user)
    assert program("DELETE", f"{where}{GAME}/").status_code == 204
    assert anybody.get(f"{where}{GAME}/").status_code == 404
    assert program.put(f"{where}buraco/").status_code == 422
    new = {"game": GAME, "tables": 0, "next": None, "previous": None, "results": [], "calibration": []}
    assert program.put(f"{where}{GAME}/").json() == new
