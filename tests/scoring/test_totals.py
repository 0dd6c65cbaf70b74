"""Totals that no hands of a table can give are refused."""

import pytest

from scoring import registry
from scoring.reading import read_options
from scoring.table import judge, opening
from scoring.totals import totals
from scoring.values import Checks, TableRules


def judged(slug, points, options=(), *, timed=False, played=None, **agreed):
    """The scores of the totals at a table of the game, or the code of each problem with its place."""
    game = registry.find(slug)
    options = read_options(game, dict(options))
    game = game.configured(options)
    rules = totals(game, game.complete(TableRules(**agreed)), timed=timed)
    tally = {"lines": [{"points": each} for each in points], **({"hand": {"hands": played}} if played else {})}
    score = judge(rules, options, tally, rules=rules.complete(TableRules()), checks=Checks.PLAY)
    return [(each.code, each.pointer) for each in score] if isinstance(score, list) else score.scores


ALL = ("wrong_sum", ("lines",))
SERIES = {"players": 2}
HUNDRED = {"sum": 100, "sides": 3}


@pytest.mark.parametrize(
    ("slug", "points", "more", "expected"),
    [
        # Eight hands of Busca cost at least a busca each, and at most 17 of one player's.
        ("busca-accademia", [3, 0, 4, 1], {"hands": 8}, (3, 0, 4, 1)),
        ("busca-accademia", [3, 0, 3, 1], {"hands": 8}, [ALL]),
        ("busca-accademia", [3, 0, 3, 1], {"hands": 8, "timed": True}, (3, 0, 3, 1)),
        ("busca-accademia", [137, 0, 0, 0], {"hands": 8}, [("out_of_range", ("lines", 0, "points"))]),
        ("busca-accademia", [9, -1, 0, 0], {"hands": 8}, [("out_of_range", ("lines", 1, "points"))]),
        # A pair of Brisca wins each of three hands or nobody does.
        ("brisca", [2, 1], {"hands": 3, "options": SERIES}, (2, 1)),
        ("brisca", [2, 2], {"hands": 3, "options": SERIES}, [ALL]),
        # Buraco is counted in fives, below zero too; to a target nobody knows in how many hands.
        ("buraco", [1005, -200], {"hands": 3}, (1005, -200)),
        ("buraco", [1001, -200], {"hands": 3}, [("not_multiple_of_5", ("lines", 0, "points"))]),
        ("buraco", [3005, 1200], {}, (3005, 1200)),
        # Three hands of 100 points are 300.
        ("points", [100, 150, 50], {"hands": 3, "options": HUNDRED}, (100, 150, 50)),
        ("points", [100, 150, 60], {"hands": 3, "options": HUNDRED}, [ALL]),
        ("points", [10, 25], {"hands": 3, "options": {"players": 2, "step": 5}}, (10, 25)),
        ("points", [10, 24], {"hands": 3, "options": {"players": 2, "step": 5}}, [
            ("not_multiple_of_5", ("lines", 1, "points"))
        ]),
        ("result", [4, 2], {"hands": 3}, (4, 2)),
        ("result", [4, 1], {"hands": 3}, [ALL]),
        # A table that broke off says after how many hands.
        ("points", [100, 50, 50], {"hands": 3, "options": HUNDRED, "played": 2}, (100, 50, 50)),
        ("points", [100, 150, 50], {"hands": 3, "options": HUNDRED, "played": 2}, [ALL]),
        ("busca-accademia", [35, 0, 0, 0], {"hands": 8, "played": 2}, [("out_of_range", ("lines", 0, "points")), ALL]),
        ("points", [7, 5], {"hands": 3, "options": {"minimum": 5, "players": 2}}, [
            ("out_of_range", ("lines", 0, "points")), ("out_of_range", ("lines", 1, "points")), ALL
        ]),
        ("points", [7, 5], {"hands": 3, "options": {"minimum": 5, "players": 2}, "played": 1}, (7, 5)),
        ("busca-accademia", [3, 0, 4, 1], {"hands": 8, "played": 9}, [("out_of_range", ("hand", "hands"))]),
        ("buddha", [60, 50, -10, 40], {"played": 4}, (60, 50, -10, 40)),
        ("buddha", [60, 50, -10, 40], {"played": 5}, [("out_of_range", ("hand", "hands"))]),
        ("buraco", [1005, -200], {"played": 2}, [("unknown_field", ("hand", "hands"))]),
    ],
)  # fmt: skip
def test_totals_are_what_the_hands_can_give(slug, points, more, expected):
    assert judged(slug, points, **more) == expected


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([{"points": 2}] * 5, ("lines",)),
        ([{"points": 2}] * 3 + [{}], ("lines", 3, "points")),
        ([{"points": 2}] * 3 + [{"points": 2, "cards": 3}], ("lines", 3, "cards")),
    ],
)
def test_malformed_totals_are_refused(lines, place):
    game = registry.find("busca-accademia")
    (problem,) = judge(totals(game, TableRules(hands=8)), {}, {"lines": lines})
    assert problem.pointer == place


def test_a_total_finishes_the_table():
    game = registry.find("busca-accademia")
    assert totals(game, TableRules(target=31)).complete(TableRules(target=31, sides=4)) == TableRules(hands=1, sides=4)


@pytest.mark.parametrize("timed", [False, True])
def test_a_table_in_play_may_stop_after_its_first_hand(timed):
    game, agreed = registry.find("busca-accademia"), TableRules(hands=8, sides=4)
    rules = totals(game, agreed, timed=timed)
    bounds = rules.table_bounds(opening(rules, {}, rules.complete(agreed)))
    assert (bounds.least, bounds.most, bounds.least_sum, bounds.most_sum) == ((0,) * 4, (136,) * 4, 1, 136)


def test_the_bounds_of_a_total_are_those_of_the_hands_that_were_played():
    game, options = registry.find("points"), {"minimum": 5, "maximum": 50, "sides": 3, "sum": 100, "direction": "high"}
    options = read_options(game, options)
    game, agreed = game.configured(options), TableRules(hands=3, sides=3)
    rules = totals(game, agreed)
    bounds = rules.table_bounds(opening(rules, options, rules.complete(agreed)))
    assert (bounds.least, bounds.most, bounds.least_sum, bounds.most_sum) == ((5,) * 3, (150,) * 3, 100, 300)
