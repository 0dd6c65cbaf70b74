"""Games that are won, drawn or lost."""

import pytest

from scoring.reading import read_table_rules
from scoring.result import ANY
from scoring.table import play
from scoring.wire import answer
from tests.scoring.cases import hand, places, table


def line(result, **points):
    return {"result": result, **points}


def of(one, other, **options):
    return answer(hand("result", line(one), line(other), options=options))


def played(*results, hands, **options):
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    lines = [([line(result), line(opposite[result])], {}) for result in results]
    return answer(table("result", *lines, options=options, hands=hands))


def test_a_win_is_worth_two_a_draw_one():
    assert of("win", "loss") == {"scores": [2, 0]}
    assert of("draw", "draw") == {"scores": [1, 1]}


def test_a_game_is_configured_once():
    assert ANY.configured({"players": 1, "best_of": True}) is ANY.configured({"players": 2, "best_of": True})


def test_points_are_kept_beside_it_and_decide_nothing():
    assert answer(hand("result", line("win", points=-3), line("loss", points=120))) == {"scores": [2, 0]}


@pytest.mark.parametrize("results", [("win", "win"), ("loss", "loss"), ("win", "draw"), ("draw", "loss")])
def test_the_results_of_a_hand_fit_each_other(results):
    assert places(of(*results)) == [("results_contradict", None, "result")]


def test_a_table_plays_all_its_hands():
    assert played("win", "win", hands=3)["over"] is False
    result = played("win", "draw", "loss", hands=3)
    assert (result["totals"], result["places"], result["over"]) == ([3, 3], [1, 1], True)


def test_best_of_ends_when_nobody_can_catch_up():
    assert played("win", "win", hands=3, best_of=True)["over"] is True
    assert played("win", "draw", hands=3, best_of=True)["over"] is False
    assert played("win", "draw", "draw", hands=3, best_of=True)["places"] == [1, 2]


def test_best_of_without_a_number_of_hands_goes_on_until_time_is_up():
    options = {"players": 1, "best_of": True}
    game = ANY.configured(options)
    rules = read_table_rules(game, {}, timed=True)
    drawn, won = [line("draw"), line("draw")], [line("win"), line("loss")]
    hands, after = play(game, options, rules, [{"lines": lines} for lines in (drawn, won, won)])
    assert (len(hands), after.totals, after.ended) == (3, (5, 1), None)


def test_up_to_four_make_a_side():
    assert places(of("win", "loss", players=5)) == [("bad_option", None, "players")]
