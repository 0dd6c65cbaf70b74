"""Ending an evening early from the desk, and undoing it."""

import pytest
from django.urls import reverse

from tests.api.caller import Caller, codes
from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import agreeing, text, told
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
DESK, END, UNDO = (reverse(name, args=["serata"]) for name in ("desk", "end-tournament", "undo"))
BUTTON = "End after round 1 No further round is drawn. To play on after all, raise the number of rounds in the plan."


@pytest.fixture
def tournament(club):
    tournament = a_tournament(club, players=4, name="Serata", rounds=3)
    play_out(a_round(tournament))
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    return tournament


def stands(tournament):
    return Tournament.objects.values_list("status", "rounds_planned").get(pk=tournament.pk)


@pytest.mark.slow
def test_tournament_is_ended_by_one_button_and_resumed_by_undo(director, tournament):
    assert BUTTON in text(director.get(DESK))
    assert told(director.post(END, follow=True)) == ["No further round is planned."]
    assert stands(tournament) == ("finished", 1)
    desk = text(director.get(DESK))
    assert "All rounds are played" in desk
    assert "End after round" not in desk
    assert "Undo: The tournament was ended after round 1." in desk
    assert "3 rounds are planned again, and the tournament goes on." in text(director.get(UNDO))
    line = tournament.ledger.filter(kind="tournament_changed").last().sequence
    assert told(director.post(UNDO, {"line": line}, follow=True)) == ["Undone."]
    assert stands(tournament) == ("running", 3)


@pytest.mark.slow
def test_while_the_round_is_played_it_ends_with_it(director, tournament):
    rounds.publish_round(a_round(tournament, publish=False), by=director_of(tournament))
    assert "End after round 2" in text(director.get(DESK))
    director.post(END)
    assert stands(tournament) == ("running", 2)
    director.post(reverse("close-round", args=["serata", 2]), {"anyway": "1", "unplayed": "absent"})
    assert stands(tournament) == ("finished", 2)


@pytest.mark.slow
def test_a_draft_is_in_its_way(director, tournament):
    a_round(tournament, publish=False)
    assert "End after round" not in text(director.get(DESK))
    assert told(director.post(END, follow=True)) == ["Round 2 is a draft: publish it or discard it first."]


def test_nobody_else_has_the_button_or_may_use_it(scorer, anybody, tournament):
    assert "End after round" not in text(scorer.get(DESK))
    assert scorer.post(END).status_code == 403
    assert anybody.post(END).status_code in (302, 403)
    assert stands(tournament) == ("running", 3)


def test_a_plan_of_the_rounds_that_are_closed_finishes_it(director, tournament):
    director.post(END)
    director.post(UNDO, {"line": tournament.ledger.filter(kind="tournament_changed").last().sequence})
    page = reverse("edit-tournament", args=["serata"])
    form = director.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    asked = director.post(page, {**sent, "rounds": 1})
    assert "Still to be played – rounds: 0, byes: 0. Before the change – rounds: 2, byes: 0." in text(asked)
    assert director.post(page, agreeing(asked)).status_code == 302
    assert stands(tournament) == ("finished", 1)


@pytest.mark.slow
def test_no_round_beyond_the_plan_is_drawn_until_more_are_planned(director, tournament):
    director.post(END, follow=True)
    refusal = "All planned rounds are drawn: 1. To play on, raise the number of rounds in the plan first."
    assert told(director.post(reverse("draw", args=["serata"]), follow=True)) == [refusal]
    assert refusal in text(director.get(reverse("draw", args=["serata"])))
    api = Caller(director_of(tournament).user)
    tables = [[*tournament.entries.values_list("pk", flat=True)]]
    for sent in ({}, {"tables": tables}, {"pairing": "swiss"}):
        assert codes(api.post("tournaments/serata/rounds/", sent), 409) == ["all_rounds_drawn"]
    state = api.get("tournaments/serata/draw/").json()
    assert (state["round"], [each["message"] for each in state["obstacles"]]) == (None, [refusal])
    assert (stands(tournament), tournament.rounds.count()) == (("finished", 1), 1)
    api.patch("tournaments/serata/", {"rounds": 2})
    assert api.post("tournaments/serata/rounds/").status_code == 201


def test_a_draft_that_is_not_planned_any_more_is_not_drawn_again(director, tournament):
    draft = a_round(tournament, publish=False)
    update_tournament(tournament, {"rounds": 1}, by=director_of(tournament))
    page = director.post(reverse("draw-again", args=["serata", 2]), {"drawn": draft.pk}, follow=True)
    assert told(page)[0].startswith("All planned rounds are drawn: 1.")
    assert tournament.rounds.filter(number=2).exists()
    rounds.drop_draft(draft, by=director_of(tournament))
    assert "All planned rounds are drawn: 1." in text(director.get(UNDO))
