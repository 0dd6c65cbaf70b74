"""A player's year in a season: each evening with its place, the results that count, and the place afterwards."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from tests.halls import a_user, by
from tests.season_evenings import DECLARATION, a_season, an_evening, crown
from tests.web.pages import text
from tournaments.actions.people import merging
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.models import Player
from tournaments.web.public.player_years import MOST_SEASONS, record_of

pytestmark = pytest.mark.django_db
PARTS = {**DECLARATION, "parts": [{"evenings": 2, "best": 1, "name": "Autumn"}, {"evenings": 2}]}


def year(season, player):
    return reverse("player-year", args=[season.slug, player.pk])


def lines(answer):
    """Return the evenings in each row of the player: place, results, reasons and the place after it."""
    years = answer.context["years"]
    return [[(line.place, line.results, line.why, line.place_after) for line in year] for _row, year, _words in years]


@pytest.mark.slow
def test_each_evening_with_what_counts_and_why(club, anybody):
    first = an_evening(club, 0, 5, 10, 25)
    second = an_evening(club, 25, 10, 5, 0, name="Altra")
    third = an_evening(club, 10, 0, 5, 25, name="Terza")
    season = a_season(club, first, second, declaration=PARTS)
    seasons.add_evening(season, third, {"part": 2}, by=by(club.memberships.get(role="owner").user))
    season_refreshing.refresh(season.pk)
    player = Player.objects.get(name="Player 0001")
    answer = anybody.get(year(season, player))
    assert lines(answer) == [
        [
            (4, [("1", False)], "dropped: only the best of Autumn counts", 4),
            (3, [("2", True)], "counts", 3),
            (2, [("3", True)], "counts", 2),
        ]
    ]
    read = text(answer)
    assert "Score 5" in read
    assert "Places over the year" in read
    picture = anybody.get(reverse("season-places", args=[season.slug])).context["picture"]
    assert picture.rows[2] == ["3. Terza", "1", "2", "2", "4"]
    assert year(season, player) in anybody.get(reverse("season", args=[season.slug])).content.decode()


def test_an_absence_and_the_best_of_the_whole_season(club, anybody):
    evenings = [an_evening(club, 0, 5, 10, 25), an_evening(club, 25, 10, 5, 0, name="Altra")]
    away = evenings[1].entries.get(name="Player 0001").players.get()
    other = Player.objects.create(club=club, name="Zoe")
    evenings[1].entries.get(name="Player 0001").entry_players.update(player=other)
    season = a_season(club, *evenings, declaration={**DECLARATION, "best": 1, "parts": [{"evenings": 4}]})
    assert lines(anybody.get(year(season, away))) == [[(4, [("1", True)], "counts", 4), (None, [], "absent", 5)]]
    assert lines(anybody.get(year(season, other))) == [[(None, [], "absent", None), (3, [("2", True)], "counts", 3)]]
    second = Player.objects.get(name="Player 0003")
    assert lines(anybody.get(year(season, second)))[0][0][2] == "dropped: only the best of the season counts"


def test_merged_and_renamed_people_and_strangers(club, anybody):
    season = a_season(club, an_evening(club, 0, 5, 10, 25))
    player = Player.objects.get(name="Player 0001")
    show_player_as(player, "initials", by=by(a_user()))
    assert player.name not in text(anybody.get(year(season, player)))
    twice = Player.objects.create(club=club, name="Player 0001 again")
    assert anybody.get(year(season, twice)).status_code == 404
    merging.merge_players(player, twice, by=by(a_user()))
    assert anybody.get(year(season, twice))["Location"] == year(season, player)


def test_a_player_over_the_years(club, anybody, director):
    evenings = an_evening(club, 0, 5, 10, 25), an_evening(club, 25, 10, 5, 0, name="Altra")
    season = a_season(club, *evenings)
    player = Player.objects.get(name="Player 0002")
    crown(season)
    answer = anybody.get(reverse("player", args=[player.pk]))
    (own,) = answer.context["seasons"]
    assert (own.season, own.place, own.attended, own.evenings, own.is_champion) == (season, 1, 2, 2, True)
    assert "champion · Place 1" in text(answer)
    assert year(season, player) in answer.content.decode()
    away = Player.objects.create(club=club, name="Zoe")
    assert director.get(reverse("player", args=[away.pk])).context["seasons"] == []


def test_seasons_that_do_not_list_a_player_keep_no_others_from_the_page(club, anybody):
    evening = an_evening(club, 0, 5, 10, 25)
    season = a_season(club, evening)
    player, other = Player.objects.order_by("pk")[:2]
    listed = {**DECLARATION, "listed": "category", "category": {"name": "Women", "players": [other.pk]}}
    women = [a_season(club, evening, name=f"Women {number}", declaration=listed) for number in range(MOST_SEASONS)]
    shown = anybody.get(reverse("player", args=[player.pk])).context["seasons"]
    assert [each.season for each in shown] == [season]
    shown = anybody.get(reverse("player", args=[other.pk])).context["seasons"]
    assert [each.season for each in shown] == women[::-1]


def test_the_best_evenings_are_of_those_that_are_over():
    def played(place, field, *, is_over=True):
        return SimpleNamespace(place=place, field=field, is_over=is_over)

    evenings = [played(2, 8), played(1, 4), played(5, 20), played(1, 9), played(3, 4), played(2, 20), played(None, 4)]
    assert record_of(evenings[:5]) is None
    record = record_of([*evenings, played(1, 99, is_over=False)])
    assert (record.came, record.won, record.on_podium) == (6, 2, 5)
    assert [(each.place, each.field) for each in record.best] == [(1, 9), (1, 4), (2, 20), (2, 8), (3, 4)]
