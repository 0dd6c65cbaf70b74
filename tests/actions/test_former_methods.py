"""Rounds drawn by a method that the plan no longer has."""

import pytest

from tests.actions.knock_outs import a_tournament as a_knock_out
from tests.actions.knock_outs import draw, play_all
from tests.halls import director_of
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.tournaments import update_tournament
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
