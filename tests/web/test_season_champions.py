"""The champion of a season: declared by a director, withdrawn, kept in the log, and listed for the club."""

import pytest
from django.urls import reverse

from tests.halls import a_tournament, a_user, agreed, by, director_of
from tests.season_evenings import DECLARATION, a_season, an_evening, correct
from tests.web.pages import faults, text
from tournaments.actions.people import merging
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.champions import champions_of
from tournaments.models import Player, Season

pytestmark = pytest.mark.django_db
FIRST, LAST = (0, 5, 10, 25), (25, 10, 5, 0)
WINNER, OTHER = "Player 0002", "Player 0003"
TWO_PARTS = {**DECLARATION, "parts": [{"evenings": 1}, {"evenings": 1}]}


def champion(season):
    return reverse("season-champion", args=[season.slug])


def offered(director, season):
    """The ways to win by their words."""
    choices = director.get(champion(season)).context["form"].fields["by"].choices
    return {words: value for value, words in choices if value}


def in_two_parts(club, *evenings):
    season = a_season(club, evenings[0], declaration=TWO_PARTS)
    seasons.add_evening(season, evenings[1], {"part": 2}, by=director_of(evenings[1]))
    season_refreshing.refresh(season.pk)
    return season


@pytest.mark.slow
def test_who_wins_both_parts_is_champion_without_a_final(club, director, anybody):
    season = in_two_parts(club, an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra"))
    by_both = offered(director, season)[f"{WINNER}: first in every part, without a final"]
    assert director.post(champion(season), {"by": by_both})["Location"] == reverse("season", args=[season.slug])
    lines = director.get(reverse("season-log", args=[season.slug])).context["lines"]
    owner = club.memberships.get(role="owner").user.username
    assert [(line.sentence, line.who) for line in lines] == [
        (f"The champion was declared: \u2068{WINNER}\u2069.", club.memberships.get(role="director").user.username),
        ("\u2068Altra\u2069 was added: part 2, × \u20681\u2069.", owner),
        ("\u2068Serata\u2069 was added: part 1, × \u20681\u2069.", owner),
        ("The season was declared.", owner),
    ]
    read = text(anybody.get(reverse("season", args=[season.slug])))
    assert f"Champion: {WINNER} (first in every part, without a final)" in read
    change = season.log.get(kind="champions_declared")
    assert (change.facts["rule"], change.facts["source"]) == ("all_parts", "web")
    listed = anybody.get(reverse("champions", args=[club.slug])).context["champions"]
    assert [(each.player.name, each.wins, [won.name for won in each.seasons]) for each in listed] == [
        (WINNER, 3, ["Stagione"])
    ]
    assert "Stagione" in anybody.get(reverse("champions-csv", args=[club.slug])).content.decode()


def test_nobody_is_offered_who_won_one_part_only(club, director):
    season = in_two_parts(club, an_evening(club, *FIRST), an_evening(club, *LAST, name="Altra"))
    assert offered(director, season).keys() == {f"{WINNER}, {OTHER}: first in the standings"}


def test_the_winner_of_a_final(club, director, anybody):
    season, final = a_season(club, an_evening(club, *FIRST)), an_evening(club, *LAST, name="Finale")
    answer = director.post(champion(season), {"by": "final", "tournament": ""})
    assert faults(answer) == [
        "Choose a tournament of the club that is over and public, and is not an evening of the season."
    ]
    declared = {"by": "final", "tournament": final.slug, "agreed": "early"}
    assert director.post(champion(season), declared).status_code == 302
    answer = anybody.get(reverse("season", args=[season.slug]))
    assert (answer.context["champions"].names, answer.context["champions"].final) == ([OTHER], final.slug)
    assert f"Champion: {OTHER} ( winner of" in text(answer)


def test_a_champion_before_the_last_evening_is_asked_about(club, director):
    """The autumn is over, the spring has an evening that is planned and one that is not created."""
    parts = [{"evenings": 1, "name": "Autumn"}, {"evenings": 2}]
    season = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "parts": parts})
    planned = a_tournament(club, name="Maggio", visibility="public")
    seasons.add_evening(season, planned, {"part": 2}, by=director_of(planned))
    season_refreshing.refresh(season.pk)
    (_words, value), *_others = offered(director, season).items()
    asked = director.post(champion(season), {"by": value})
    assert (asked.status_code, champions_of(season)) == (409, None)
    read = text(asked)
    assert "Evenings still to be played: 2." in read
    assert "Part 2: 0 of 2 evenings count. Maggio is in the season and still to be played." in read
    assert "Part Autumn" not in read
    agreed = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    assert director.post(champion(season), agreed).status_code == 302
    assert champions_of(season).names == [WINNER]


@pytest.mark.slow
def test_a_season_that_is_over_stays_as_it_is_until_the_champion_is_withdrawn(club, director):
    evening = an_evening(club, *FIRST)
    season = a_season(club, evening)
    (words, value), *_others = offered(director, season).items()
    assert words == f"{WINNER}: first in the standings"
    director.post(champion(season), {"by": value, "agreed": "early"})
    more = {"tournament": an_evening(club, *LAST, name="Altra").slug, "part": "1", "factor": "1"}
    add = reverse("add-evening", args=[season.slug])
    assert director.post(add, more).status_code == 422
    assert season.evenings.count() == 1
    refused = director.post(reverse("remove-evening", args=[season.slug, evening.slug]), follow=True)
    question = "The champion of Stagione is declared, so this season is over: withdraw the champion first."
    assert question in text(refused)
    assert season.evenings.count() == 1
    assert director.post(reverse("withdraw-champion", args=[season.slug])).status_code == 302
    assert champions_of(season) is None
    assert director.post(add, more).status_code == 302


def test_a_champion_who_is_another_by_now_is_not_declared(club, director):
    season = a_season(club, an_evening(club, *FIRST))
    (_words, value), *_others = offered(director, season).items()
    correct(season.evenings.get().tournament, *LAST)
    assert "The standings are being computed: try again in a moment." in text(
        director.post(champion(season), {"by": value})
    )
    season_refreshing.refresh(season.pk)
    assert faults(director.post(champion(season), {"by": value})) == ["This is no longer offered: choose again."]
    assert champions_of(Season.objects.get()) is None


def test_a_champion_whose_records_are_merged(club, director, anybody):
    season = a_season(club, an_evening(club, *FIRST))
    (_words, value), *_others = offered(director, season).items()
    director.post(champion(season), {"by": value, "agreed": "early"})
    kept = Player.objects.create(club=club, name="Zoe")
    agreed(by(a_user()), lambda by: merging.merge_players(kept, Player.objects.get(name=WINNER), by=by))
    assert champions_of(season).names == ["Zoe"]
    assert [each.player.name for each in anybody.get(reverse("champions", args=[club.slug])).context["champions"]] == [
        "Zoe"
    ]
