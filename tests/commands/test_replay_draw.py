"""manage.py replay_draw."""

import pytest
from django.core.management import CommandError, call_command

from tests.halls import a_round, a_tournament
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def test_every_round_is_drawn_again(capsys):
    tournament = a_tournament(players=16, pairing="schedule", rounds=3)
    for _round in range(2):
        a_round(tournament)
    call_command("replay_draw", "serata")
    assert capsys.readouterr().out.splitlines() == [
        "round 1, schedule, 7: the same tables",
        "round 2, schedule, 7: the same tables",
    ]


def test_differing_replay_fails(capsys):
    round_ = a_round()
    Round.objects.update(draw_inputs={**round_.draw_inputs, "seed": 8})
    with pytest.raises(CommandError):
        call_command("replay_draw", "serata", "1")
    assert capsys.readouterr().out == "round 1, random, 7: OTHER TABLES\n"


def test_replay_of_an_earlier_version_is_not_compared(capsys):
    round_ = a_round()
    Round.objects.update(draw_inputs={**round_.draw_inputs, "seed": 8}, report={**round_.report, "version": 1})
    call_command("replay_draw", "serata")
    told = "drawn by an earlier version of the program, cannot be repeated exactly"
    assert capsys.readouterr().out == f"round 1, random, 7: {told}\n"


@pytest.mark.parametrize("named", [["nobody"], ["serata", "7"]])
def test_replay_of_a_missing_tournament_fails(named):
    a_round()
    with pytest.raises(CommandError):
        call_command("replay_draw", *named)
