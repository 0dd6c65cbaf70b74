"""…/draw/rounds/: every round of a schedule before the first is drawn."""

import pytest

from tests.halls import a_round, a_tournament

from .caller import codes

pytestmark = pytest.mark.django_db
ROUNDS = "tournaments/s/rounds/"
PREVIEW = "tournaments/s/draw/rounds/"


@pytest.fixture
def schedule(club):
    return a_tournament(club, players=16, name="S", pairing="schedule", rounds=5)


def test_the_draw_with_its_seed_makes_these_rounds(director, schedule):
    shown = director.get(PREVIEW).json()
    assert [each["number"] for each in shown["rounds"]] == [1, 2, 3, 4, 5]
    assert shown["report"]["repeats"] == 0
    assert not schedule.rounds.exists()
    assert director.post(ROUNDS, {"seed": shown["seed"]}).status_code == 201
    assert director.get("tournaments/s/rounds/1/ahead/").json()["rounds"] == shown["rounds"]


def test_the_same_seed_shows_the_same(director, schedule):
    assert director.get(PREVIEW + "?seed=9").json()["rounds"] == director.get(PREVIEW + "?seed=9").json()["rounds"]


@pytest.mark.parametrize(("seed", "code"), [("x", "not_an_integer"), ("-1", "not_an_integer"), (2**31, "out_of_range")])
def test_a_seed_that_is_none(seed, code, director, schedule):
    assert codes(director.get(f"{PREVIEW}?seed={seed}"), 400) == [code]


def test_method_without_a_schedule_has_no_preview(director, club):
    a_tournament(club, players=16, name="S", pairing="random", rounds=5)
    assert codes(director.get(PREVIEW), 409) == ["no_schedule"]


def test_preview_is_refused_while_there_is_a_draft(director, schedule):
    a_round(schedule, publish=False)
    assert codes(director.get(PREVIEW), 409) == ["draft_exists"]


def test_preview_with_too_few_players_is_refused(director, club):
    a_tournament(club, players=3, name="S", pairing="schedule", rounds=5)
    assert codes(director.get(PREVIEW), 422) == ["too_few_players"]
