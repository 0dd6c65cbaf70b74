"""Victory points of the Italian burraco clubs."""

import pytest

from scoring.victory_points import TABLES, split
from scoring.wire import answer
from tests.scoring.cases import places

LIMITS = list(TABLES["burraco-3"])


def test_the_whole_table_of_three_hands():
    rows = [(0, 50), (55, 150), (155, 250), (255, 350), (355, 500)]
    rows += [(505, 650), (655, 800), (805, 1000), (1005, 1250), (1255, 1500), (1505, 9_999)]
    for more, (least, most) in enumerate(rows, 10):
        for difference in (least, most):
            assert split(TABLES["burraco-3"], difference) == (more, 20 - more)
            assert split(TABLES["burraco-3"], -difference) == (20 - more, more)


@pytest.mark.parametrize("name", TABLES)
def test_every_split_shares_20_and_never_falls(name):
    splits = [split(TABLES[name], difference) for difference in range(-3000, 3001)]
    assert {sum(points) for points in splits} == {20}
    assert [points[0] for points in splits] == sorted(points[0] for points in splits)
    assert {points[0] for points in splits} == set(range(21))


def test_a_club_brings_its_own():
    limits = [10 * place for place in range(10)]
    assert answer({"vp_limits": limits, "difference": 0}) == {"points": [10, 10]}
    assert answer({"vp_limits": limits, "difference": -1}) == {"points": [9, 11]}
    assert answer({"vp_limits": limits, "difference": 91}) == {"points": [20, 0]}


@pytest.mark.parametrize("name", [None, 3, "", "burraco-5", [], {}])
def test_an_unknown_table(name):
    result = answer({"vp_table": name, "difference": 0})
    assert places(result) == [("unknown_vp_table", None, "vp_table")]


@pytest.mark.parametrize(
    ("limits", "messages"),
    [
        (None, ["A table of victory points has ten limits, from 10-10 to 19-1"]),
        (LIMITS[:9], ["A table of victory points has ten limits, from 10-10 to 19-1"]),
        ([*LIMITS, 2000], ["A table of victory points has ten limits, from 10-10 to 19-1"]),
        ([-5, *LIMITS[1:]], ["Limit 1 must be 0 or more"]),
        ([*LIMITS[:8], 1500, 1500], ["Limit 10 must be more than the one before it"]),
        (
            [50, 40, 30, *LIMITS[3:]],
            ["Limit 2 must be more than the one before it", "Limit 3 must be more than the one before it"],
        ),
        ([50, "150", *LIMITS[2:9], True], ["Limit 2 is not a whole number", "Limit 10 is not a whole number"]),
        (
            ["0", 50, 50, 40, None, *LIMITS[5:9], 1250],
            [
                "Limit 1 is not a whole number",
                "Limit 3 must be more than the one before it",
                "Limit 4 must be more than the one before it",
                "Limit 5 is not a whole number",
                "Limit 10 must be more than the one before it",
            ],
        ),
    ],
)
def test_a_table_that_is_none(limits, messages):
    result = answer({"vp_limits": limits, "difference": 0})
    expected = [{"code": "bad_vp_table", "field": "vp_limits", "message": m} for m in messages]
    assert result == {"problems": expected}


@pytest.mark.parametrize("difference", [None, "5", 5.0, True, []])
def test_a_difference_is_a_whole_number(difference):
    result = answer({"vp_table": "burraco-3", "difference": difference})
    assert places(result) == [("not_an_integer", None, "difference")]


def test_everything_at_once():
    result = answer({"vp_table": "burraco-5", "vp_limits": LIMITS})
    assert places(result) == [
        ("unknown_vp_table", None, "vp_table"),
        ("missing_field", None, "difference"),
        ("unknown_field", None, "vp_limits"),
    ]


def test_a_difference_that_nobody_can_have():
    result = answer({"vp_table": "burraco-3", "difference": 10**30})
    assert places(result) == [("out_of_range", None, "difference")]
