"""Ending a tournament before its planned rounds, and continuing it."""

import pytest

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.tournaments import end_after_round, update_tournament
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify

pytestmark = pytest.mark.django_db


def of_so_many(planned, closed=1):
    tournament = a_tournament(rounds=planned)
    for _round in range(closed):
        round_ = a_round(tournament)
        play_out(round_)
        rounds.close_round(round_, by=director_of(tournament))
    tournament.refresh_from_db()
    return tournament


def status(tournament):
    tournament.refresh_from_db()
    assert verify(tournament).findings == ()
    return tournament.status, tournament.rounds_planned


@pytest.mark.slow
def test_a_plan_shortened_to_the_closed_rounds_finishes_it_and_a_longer_one_goes_on():
    tournament = of_so_many(4, closed=2)
    update_tournament(tournament, {"rounds": 2}, by=director_of(tournament))
    assert status(tournament) == ("finished", 2)
    update_tournament(tournament, {"rounds": 3}, by=director_of(tournament))
    assert status(tournament) == ("running", 3)


@pytest.mark.slow
def test_shortened_while_its_last_round_is_played_it_finishes_with_that():
    tournament = of_so_many(4)
    round_ = a_round(tournament)
    end_after_round(tournament, by=director_of(tournament))
    assert status(tournament) == ("running", 2)
    rounds.close_round(round_, by=director_of(tournament), anyway=True)
    assert status(tournament) == ("finished", 2)


@pytest.mark.slow
def test_between_two_rounds_it_ends_at_once():
    tournament = of_so_many(4)
    end_after_round(tournament, by=director_of(tournament))
    assert status(tournament) == ("finished", 1)
    end_after_round(tournament, by=director_of(tournament))
    assert status(tournament) == ("finished", 1)


@pytest.mark.parametrize(("drawn", "code"), [(False, "no_round"), (True, "draft_exists")])
def test_ending_early_is_refused_before_a_round_and_with_a_draft(drawn, code):
    tournament = a_tournament(rounds=3)
    if drawn:
        a_round(tournament, publish=False)
    with pytest.raises(Conflict) as refused:
        end_after_round(tournament, by=director_of(tournament))
    assert refused.value.codes == [code]


def test_ending_early_can_be_undone_while_the_plan_is_unchanged():
    tournament = of_so_many(4)
    by = director_of(tournament)
    tournament = end_after_round(tournament, by=by)
    thing = last_action(tournament)
    assert (thing.effect % thing.link.facts, thing.obstacle) == (
        *("4 rounds are planned again, and the tournament goes on.", None),
    )
    done = undo(tournament, thing.link.sequence, by=by)
    assert (done.link.kind, status(tournament)) == ("tournament_changed", ("running", 4))
    assert last_action(tournament).link.kind == "round_closed"


def test_ending_early_cannot_be_undone_after_a_change_of_the_plan():
    tournament = of_so_many(4)
    end_after_round(tournament, by=director_of(tournament))
    tournament.refresh_from_db()
    update_tournament(tournament, {"rounds": 3}, by=director_of(tournament))
    tournament.refresh_from_db()
    assert last_action(tournament).obstacle.code == "superseded"


def test_a_change_of_the_plan_is_no_large_action():
    tournament = of_so_many(4)
    update_tournament(tournament, {"rounds": 3}, by=director_of(tournament))
    assert last_action(tournament).link.kind == "round_closed"
