"""The tie-breaks and scoring methods that the forms of a club's own game offer."""

import pytest
from django.urls import reverse

from tests.web.test_club_games import SCALA_40, new
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_game_keeps_the_tie_breaks_that_were_chosen(club, director):
    form = director.get(new(club)).context["form"]
    usual = {name: form[name].value() or "" for name in form.fields if name.startswith("tie_breaks_")}
    assert list(usual.values()) == ["table_wins", "last_round", "", ""]
    typed = SCALA_40 | usual | {"options_direction": "high"}
    director.post(new(club), typed)
    director.post(new(club), typed | {"name": "Altra", "tie_breaks_0": "opponents"})
    assert [game.tie_breaks for game in club.games.order_by("pk")] == [None, ["opponents", "last_round"]]
    where = reverse("club-game", args=[club.slug, "altra"])
    changed = SCALA_40 | {"name": "Altra", "unit": "p", "options_direction": "high"}
    director.post(where, changed | {"tie_breaks_0": "opponents", "tie_breaks_1": "last_round"})
    assert club.games.get(slug="altra").tie_breaks == ["opponents", "last_round"]


def test_tie_breaks_follow_the_options_that_were_chosen(club, director):
    where = reverse("create-tournament-as", args=[club.slug, "points"])
    form = director.get(where).context["form"]
    plan = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    plan |= {"name": "Serata", "options_direction": "low", "table_hands": "4", "starts_at": ""}
    assert "clean_hands" not in plan.values()
    assert director.post(where, plan).status_code == 302
    made = Tournament.objects.get()
    assert (made.rules.low_wins, made.tie_breaks) == (True, ["table_wins", "clean_hands", "last_round"])


def test_scoring_methods_are_those_of_the_sides_that_were_chosen(club, director):
    where = reverse("create-tournament-as", args=[club.slug, "points"])
    before = director.get(where).context["form"].fields["scoring_method"].choices
    refused = director.post(where, {"options_players": "2", "table_hands": "4"})
    after = refused.context["form"].fields["scoring_method"].choices
    assert [value for value, _label in after if value not in dict(before)] == ["victory-points"]
