"""The final of a season on its page: who qualifies and why others do not, entered by one tap."""

import pytest
from django.urls import reverse

from tests.halls import a_tournament, director_of
from tests.season_evenings import DECLARATION, a_season, an_evening, crown
from tests.web.pages import text, told
from tests.web.test_seasons import CIRCUIT
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.models import Season

pytestmark = pytest.mark.django_db
FIRST = (0, 5, 10, 25)
ONE = [{"evenings": 1}]


def page(season, name="season-final"):
    return reverse(name, args=[season.slug])


@pytest.mark.slow
def test_a_director_enters_the_finalists_and_replaces_one(club, director, anybody):
    season = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "parts": ONE, "final": {"first": 2}})
    final = a_tournament(club, players=0, name="Finale")
    assert page(season) in director.get(page(season, "season")).content.decode()
    assert page(season) not in anybody.get(page(season, "season")).content.decode()
    before = text(director.get(page(season)))
    assert "The first 2 of the season qualify for the final." in before
    assert before.count("qualifies for the final") == 2
    filled = director.post(page(season), {"tournament": final.slug}, follow=True)
    assert told(filled) == ["2 finalists were entered."]
    assert text(filled).count("is entered") == 2
    first = final.entries.order_by("number").first()
    replaced = director.post(page(season, "replace-finalist"), {"entry": first.pk}, follow=True)
    assert f"{first.name} place 1 · does not come" in text(replaced)
    assert told(replaced) == [f"Entered instead: {final.entries.last().name}."]
    assert text(replaced).count("is entered") == 2
    assert final.entries.count() == 3
    assert told(director.post(page(season, "replace-finalist"), {"entry": "x"}, follow=True)) == [
        "The final has no such entry."
    ]
    assert told(director.post(page(season), follow=True)) == ["Choose the tournament of the final, or create one."]
    assert director.post(page(season), {"tournament": "nothing"}).status_code == 404


def test_an_early_final_is_asked_about(club, director):
    season = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "final": {"first": 5}})
    final = a_tournament(club, players=0, name="Finale")
    sent = {"tournament": final.slug}
    asked = director.post(page(season), sent)
    assert (asked.status_code, list(dict(asked.context["answers"]))) == (409, ["early"])
    filled = director.post(page(season), {**sent, "agreed": "early"}, follow=True)
    assert told(filled) == ["4 finalists were entered.", "Places still open: 1."]
    again = director.post(page(season), {**sent, "agreed": "early"}, follow=True)
    assert told(again) == ["0 finalists were entered.", "Places still open: 1."]


@pytest.mark.slow
def test_the_page_says_why_there_is_nobody(club, director):
    without = a_season(club, an_evening(club, *FIRST))
    assert "The season declares no final" in text(director.get(page(without)))
    declaration = {"parts": [*ONE, {"evenings": 2}], "final": {"of_each_part": 1, "only_if_needed": True}}
    first, second = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, first, declaration=declaration)
    assert "Part 1: place 1" in text(director.get(page(season)))
    seasons.add_evening(season, second, {"part": 2}, by=director_of(second))
    season_refreshing.refresh(season.pk)
    assert "wins all parts and is champion" in text(director.get(page(season)))
    seasons.add_evening(season, an_evening(club, *FIRST, name="Terza"), {"part": 2}, by=director_of(second))
    season_refreshing.refresh(season.pk)
    assert "has won all parts and is champion: there is no final." in text(director.get(page(season)))


def test_after_the_champion_is_declared_nothing_more_is_made(club, director):
    season = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "final": {"first": 2}})
    final = a_tournament(club, players=0, name="Finale")
    assert "Make the next evening" in text(director.get(page(season, "season")))
    crown(season)
    assert "Make the next evening" not in text(director.get(page(season, "season")))
    refused = director.post(page(season, "next-evening"))
    assert (refused.status_code, "withdraw the champion first" in text(refused)) == (409, True)
    filled = director.post(page(season), {"tournament": final.slug, "agreed": "early"}, follow=True)
    assert ["this season is over" in each for each in told(filled)] == [True]
    assert (club.tournaments.count(), final.entries.count()) == (2, 0)


def test_the_declaration_of_a_final_is_typed_and_shown_again(club, director):
    final = {"declaration_final_of_each_part": "2", "declaration_final_minimum": "1"}
    typed = CIRCUIT | final | {"declaration_final_only_if_needed": "on"}
    shown = text(director.post(reverse("club-seasons", args=[club.slug]), {**typed, "preview": "1"}))
    assert "The final needs at least 1 evening. If the same competitor wins all parts, there is no final" in shown
    assert director.post(reverse("club-seasons", args=[club.slug]), typed).status_code == 302
    season = Season.objects.get()
    assert season.declaration["final"] == {"of_each_part": 2, "minimum": 1, "only_if_needed": True}
    form = director.get(reverse("edit-season", args=[season.slug])).context["form"]
    assert {name: str(form[name].value()) for name in final} == final
    assert form["declaration_final_only_if_needed"].value() is True
