"""Rounds drawn by a method that the plan no longer has."""

import pytest

from tests.actions.knock_outs import a_tournament as a_knock_out
from tests.actions.knock_outs import draw, play_all
from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import jobs
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.verification import verify
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def plan(tournament, **changes):
    return update_tournament(tournament, changes, by=director_of(tournament))


def test_draft_of_a_knock_out_is_published_after_the_plan_changed():
    tournament = a_knock_out(players=16)
    play_all(draw(tournament))
    draft = draw(Tournament.objects.get())
    plan(tournament, pairing="swiss", rounds=5)
    assert rounds.publish_round(draft, by=director_of(tournament)).state == Round.State.PUBLISHED


def test_round_is_drawn_again_by_its_method_and_the_plan_keeps_its_own():
    tournament = a_tournament(players=8, pairing="random", rounds=3)
    first, by = a_round(tournament), director_of(tournament)
    plan(tournament, pairing="danish")
    drawn = draw_public_again(first, by=by)
    assert (drawn.method, drawn.draw_inputs["method"]) == ("random", "random")
    assert Tournament.objects.get().pairing == "danish"
    rounds.publish_round(drawn, by=by)
    assert a_round(Tournament.objects.get(), publish=False).method == "danish"
    assert verify(tournament).findings == ()


def test_long_draw_of_a_worker_keeps_to_the_method_too(monkeypatch):
    tournament = a_tournament(players=8, pairing="swiss", rounds=3)
    first = a_round(tournament)
    plan(tournament, pairing="random")
    monkeypatch.setattr(jobs, "is_quick", lambda _request: False)
    queued = draw_public_again(first, by=director_of(tournament))
    assert (queued.state, queued.method) == (Round.State.DRAWING, "swiss")
    assert jobs.run_draw_job(queued.pk)
    assert (Round.objects.get().method, Tournament.objects.get().pairing) == ("swiss", "random")


def test_round_of_a_knock_out_is_drawn_again_and_published_after_the_plan_changed():
    tournament = a_knock_out(players=16)
    play_all(draw(tournament))
    by = director_of(tournament)
    second = rounds.publish_round(draw(Tournament.objects.get()), by=by)
    plan(tournament, pairing="swiss", rounds=5)
    drawn = draw_public_again(Round.objects.get(pk=second.pk), by=by)
    assert (drawn.method, len(read_seating(drawn))) == ("knock-out", 2)
    stored = Tournament.objects.get()
    assert (stored.pairing, stored.rounds_planned) == ("swiss", 5)
    assert rounds.publish_round(drawn, by=by).state == Round.State.PUBLISHED


def test_round_made_by_hand_stays_if_it_is_to_be_drawn_again():
    tournament = a_tournament(players=8, pairing="random", rounds=3)
    first = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
    with pytest.raises(Invalid) as refused:
        draw_public_again(first, by=director_of(tournament))
    assert refused.value.codes == ["bad_option"]
    assert Round.objects.get().state == Round.State.PUBLISHED
