"""The plan of a tournament is changed on its page."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.pages import agreeing, text
from tests.web.test_setup_pages import initial
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import plans

pytestmark = pytest.mark.django_db


def test_its_plan_is_changed(club, director):
    tournament = a_tournament(club)
    where = reverse("edit-tournament", args=[tournament.slug])
    data = initial(director.get(where).context["form"])
    director.post(where, {**data, "name": "Serata lunga", "rounds": "9"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.rounds_planned) == ("Serata lunga", 9)


@pytest.mark.slow
def test_between_two_rounds_it_says_what_a_change_costs(club, director):
    tournament = a_tournament(club, players=9, rounds=2, round_minutes=45, table={"hands": 1})
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    where = reverse("edit-tournament", args=[tournament.slug])
    data = initial(director.get(where).context["form"])
    cost = "Still to be played – rounds: 3, byes: 3, hours: 2:15. Before the change – rounds: 1, byes: 1, hours: 0:45."
    asked = director.post(where, {**data, "rounds": "4"})
    tournament.refresh_from_db()
    assert (asked.status_code, cost in text(asked), tournament.rounds_planned) == (409, True, 2)
    assert "The plan was saved." in text(director.post(where, agreeing(asked), follow=True))
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 4
    assert "The plan was saved." in text(director.post(where, {**data, "rounds": "4", "name": "B"}, follow=True))


@pytest.mark.slow
def test_of_two_who_change_it_the_slower_is_told_what_changed(club, director):
    tournament = a_tournament(club)
    where = reverse("edit-tournament", args=[tournament.slug])
    page = director.get(where)
    seen = {"seen": re.search(r'name="seen" value="(\d+)"', page.content.decode())[1]}
    data = initial(page.context["form"])
    director.post(where, {**data, **seen, "rounds": "9"})
    slower = director.post(where, {**data, **seen, "name": "Serata lunga"})
    told = "Somebody else has changed the plan meanwhile: Rounds." in text(slower)
    assert (slower.status_code, told) == (422, True)
    assert "Serata lunga" in slower.content.decode()
    seen = {"seen": re.search(r'name="seen" value="(\d+)"', slower.content.decode())[1]}
    director.post(where, {**data, **seen, "rounds": "9", "name": "Serata lunga"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.rounds_planned) == ("Serata lunga", 9)


def test_what_was_set_elsewhere_survives_a_change_of_the_plan(club, director):
    plan = {
        "table": {"hands": 4, "minutes": 25},
        "scoring": {"method": "places", "points": [7, 4, 2, 0], "absent": 1},
        "tie_breaks": ["opponents", "table_wins", "clean_hands", "card_points", "lot"],
        "confirmation": "director",
    }
    tournament = a_tournament(club, **plan)
    where = reverse("edit-tournament", args=[tournament.slug])
    before = plans.plan_of(tournament)
    data = initial(director.get(where).context["form"])
    assert director.post(where, {**data, "name": "Altra"}).status_code == 302
    tournament.refresh_from_db()
    assert plans.plan_of(tournament) == {**before, "name": "Altra"}


def test_another_method_leaves_the_old_ones_points_behind(club, director):
    tournament = a_tournament(club, scoring={"method": "places", "points": [7, 4, 2, 0]})
    where = reverse("edit-tournament", args=[tournament.slug])
    data = initial(director.get(where).context["form"])
    director.post(where, {**data, "scoring_method": "total"})
    tournament.refresh_from_db()
    assert tournament.scoring["method"] == "total"
    assert "points" not in tournament.scoring


def test_the_end_of_a_table_stays_once_hands_were_played(club, director):
    round_ = a_round(a_tournament(club))
    play(round_.tables.get(number=1))
    where = reverse("edit-tournament", args=[round_.tournament.slug])
    data = initial(director.get(where).context["form"])
    response = director.post(where, {**data, "table_hands": "12"})
    assert response.status_code == 422
    assert "Play has begun" in text(response)
