"""Reading a tournament's settings from JSON: valid values, and all faults."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.problems import Problem
from tests.ranking.build import BURRACO_3
from tournaments.ranking import TIE_BREAKS, Scoring, read_scoring, read_tie_breaks
from tournaments.ranking.reading import FIELDS

TABLES = {"burraco-3": BURRACO_3}
OWN_LIMITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000_000]


def read(raw, *, low_wins=False, sides=(2,), defaults=None):
    return read_scoring(raw, low_wins=low_wins, sides=sides, defaults=defaults or {}, vp_tables=TABLES)


def places(problems):
    """The (code, field) of each problem; its message must fill in."""
    assert all(problem.text() for problem in problems)
    return [(problem.code, "/".join(map(str, problem.pointer))) for problem in problems]


def test_nothing_given_is_the_defaults():
    assert read({}, low_wins=True, sides=(4,), defaults={"method": "total"}) == Scoring(method="total", low_wins=True)
    assert read({}, defaults={"method": "victory-points", "vp_table": "burraco-3"}) == Scoring(
        method="victory-points", vp_limits=BURRACO_3
    )


def test_everything_given():
    raw = {
        "method": "places",
        "points": [5, "8/3", 2.5, 0],
        "win": 3,
        "draw": 1,
        "loss": -1,
        "vp_table": "burraco-3",
        "sit_out": "field-average",
        "absent": "1/2",
        "sit_out_difference": -5,
    }
    assert read(raw, low_wins=True, sides=range(3, 7), defaults={"method": "total"}) == Scoring(
        method="places",
        low_wins=True,
        points=(Fraction(5), Fraction(8, 3), Fraction(5, 2), Fraction(0)),
        win=Fraction(3),
        draw=Fraction(1),
        loss=Fraction(-1),
        vp_limits=BURRACO_3,
        sit_out="field-average",
        absent=Fraction(1, 2),
        sit_out_difference=Fraction(-5),
    )


def test_own_limits_take_the_place_of_the_default_table():
    raw = {"method": "victory-points", "vp_limits": OWN_LIMITS}
    assert read(raw, defaults={"vp_table": "burraco-3"}) == Scoring(
        method="victory-points", vp_limits=tuple(OWN_LIMITS)
    )


def test_all_problems_are_reported_together():
    raw = {
        "method": "points",
        "points": [4, "x", None],
        "win": True,
        "draw": "1e9",
        "vp_table": "club",
        "vp_limits": [1, 2],
        "sit_out": "mine",
        "absent": None,
        "colour": "red",
    }
    assert sorted(places(read(raw))) == [
        ("bad_vp_table", "scoring/vp_limits"),
        ("not_a_choice", "scoring/absent"),
        ("not_a_choice", "scoring/method"),
        ("not_a_choice", "scoring/sit_out"),
        ("not_a_number", "scoring/draw"),
        ("not_a_number", "scoring/points/1"),
        ("not_a_number", "scoring/points/2"),
        ("not_a_number", "scoring/win"),
        ("unknown_field", "scoring/colour"),
    ]


def test_a_message_says_how_to_mend_it():
    [problem] = read({"sit_out": "mine"})
    assert problem.text() == "Write own-average, field-average, or a number of at most 1000000"


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (None, ("wrong_type", "scoring")),
        ([], ("wrong_type", "scoring")),
        ({"method": []}, ("not_a_choice", "scoring/method")),
        ({"points": {}}, ("wrong_type", "scoring/points")),
        ({"points": []}, ("wrong_type", "scoring/points")),
        ({"points": [1] * 21}, ("wrong_type", "scoring/points")),
        ({"points": [1, 2]}, ("not_falling", "scoring/points")),
        ({"win": 0}, ("not_falling", "scoring/draw")),
        ({"draw": 3}, ("not_falling", "scoring/draw")),
        ({"vp_table": "club"}, ("unknown_vp_table", "scoring/vp_table")),
        ({"vp_table": []}, ("unknown_vp_table", "scoring/vp_table")),
        ({"method": "victory-points"}, ("missing_field", "scoring/vp_table")),
        ({"vp_limits": "1"}, ("bad_vp_table", "scoring/vp_limits")),
        ({"vp_limits": [-1, *OWN_LIMITS[1:]]}, ("bad_vp_table", "scoring/vp_limits/0")),
        ({"vp_limits": [0, 0, *OWN_LIMITS[2:]]}, ("bad_vp_table", "scoring/vp_limits/1")),
        ({"vp_limits": [*OWN_LIMITS[:9], 8.5]}, ("bad_vp_table", "scoring/vp_limits/9")),
        ({"vp_limits": [False, *OWN_LIMITS[1:]]}, ("bad_vp_table", "scoring/vp_limits/0")),
        ({"vp_limits": [*OWN_LIMITS[:9], 1_000_001]}, ("bad_vp_table", "scoring/vp_limits/9")),
    ],
)
def test_each_fault_of_scoring_is_one_problem(raw, problem):
    assert places(read(raw)) == [problem]


def test_victory_points_need_two_sides():
    raw = {"method": "victory-points", "vp_table": "burraco-3"}
    assert places(read(raw, sides=range(2, 5))) == [("not_for_this_game", "scoring/method")]


def test_tie_breaks_are_read_in_their_order():
    codes = ["lot", "table_wins", "clean_hands"]
    assert read_tie_breaks(codes, low_wins=True, sides=(4,)) == tuple(codes)
    assert read_tie_breaks([], low_wins=True, sides=(4,)) == ()
    every = [code for code in TIE_BREAKS if code != "clean_hands"]
    assert read_tie_breaks(every, low_wins=False, sides=range(2, 3)) == tuple(every)


def test_every_wrong_tie_break_is_named():
    codes = ["lot", "luck", "lot", ["lot"], "clean_hands", "difference", "lot"]
    assert places(read_tie_breaks(codes, low_wins=False, sides=(4,))) == [
        ("not_a_choice", "tie_breaks/1"),
        ("duplicate", "tie_breaks/2"),
        ("not_a_choice", "tie_breaks/3"),
        ("not_for_this_game", "tie_breaks/4"),
        ("not_for_this_game", "tie_breaks/5"),
        ("duplicate", "tie_breaks/6"),
    ]


@pytest.mark.parametrize("raw", [None, "lot", {"lot": 1}])
def test_tie_breaks_are_a_list(raw):
    assert places(read_tie_breaks(raw, low_wins=True, sides=(4,))) == [("wrong_type", "tie_breaks")]


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["total", "places", "victory-points", "own-average", "burraco-3", "lot"])
)
anything = st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)


@pytest.mark.slow
@given(anything | st.dictionaries(st.sampled_from(FIELDS), anything))
def test_any_json_is_read_or_answered_with_problems(raw):
    found = read(raw)
    assert isinstance(found, Scoring) or (bool(found) and bool(places(found)))


fields = st.dictionaries(
    st.sampled_from(FIELDS),
    anything | st.integers(0, 2) | st.just(OWN_LIMITS) | st.just("burraco-3") | st.just([3, 2, 1]),
)


@pytest.mark.slow
@given(fields, st.sampled_from(["total", "victory-points", "match-points"]))
def test_settings_stored_with_their_defaults_read_alike(raw, method):
    defaults = {"method": method, "vp_table": "burraco-3"}
    assert read({**defaults, **raw}) == read(raw, defaults=defaults)


@pytest.mark.slow
@given(anything | st.lists(st.sampled_from(sorted(TIE_BREAKS)) | leaves))
def test_any_json_for_tie_breaks_is_read_or_answered_with_problems(raw):
    found = read_tie_breaks(raw, low_wins=True, sides=(4,))
    if isinstance(found, tuple):
        assert list(found) == raw
    else:
        assert found
        assert all(isinstance(problem, Problem) and problem.text() for problem in found)
