"""Requests to the card counter besides piles: unreadable parts are named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counter import answer
from scoring.json_lines import answer_line
from tests.scoring.cases import codes, places
from tests.scoring.counting import COUNTED, LATIN, count, named


@pytest.mark.parametrize("values", ["", "Common", None, 1, True, []])
def test_values_are_one_of_three(values):
    assert places(count("brisca", {}, values=values)) == [("not_a_choice", None, "values")]


def test_a_game_whose_cards_have_no_points():
    assert places(count("buddha", {})) == [("no_counter", None, "ruleset")]


@pytest.mark.parametrize(("pile", "last_trick"), [(0, 1), (3, 4)])
def test_a_last_trick_that_nobody_has(pile, last_trick):
    found = count("busca-accademia", *[{}] * (pile + 1), last_trick=last_trick)
    assert places(found) == [("out_of_range", None, "last_trick")]


@pytest.mark.parametrize("piles", [None, {}, "ace-cups", 3])
def test_piles_are_a_list(piles):
    result = answer({"ruleset": "brisca", "piles": piles})
    assert places(result) == [("wrong_type", None, "piles")]


@pytest.mark.parametrize("number", [0, 9])
def test_piles_are_few(number):
    assert places(count("brisca", *[{}] * number)) == [("out_of_range", None, "piles")]


def test_an_unknown_name_hides_nothing_of_the_piles():
    request = {"ruleset": "brisca", "options": {"y": 1}, "trumps": 1, "piles": [named("x")]}
    assert places(answer(request)) == [
        ("bad_option", None, "y"),
        ("unknown_field", None, "trumps"),
        ("unknown_card", 0, "x"),
    ]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ([], ("bad_request", None, None)),
        ({}, ("missing_field", None, "ruleset")),
        ({"ruleset": "bridge"}, ("unknown_ruleset", None, "ruleset")),
        ({"ruleset": "brisca"}, ("missing_field", None, "piles")),
        ({"ruleset": "brisca", "piles": [{}], "trumps": 1}, ("unknown_field", None, "trumps")),
        ({"ruleset": "brisca", "options": 1, "piles": [{}]}, ("wrong_type", None, "options")),
        ({"ruleset": "brisca", "options": {"players": 3}}, ("bad_option", None, "players")),
    ],
)
def test_requests_that_are_none(request_, expected):
    assert places(answer(request_)) == [expected]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(LATIN),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@pytest.mark.slow
@given(
    st.fixed_dictionaries(
        {"ruleset": st.sampled_from(COUNTED), "piles": anything | st.lists(anything, max_size=3)},
        optional={"values": anything, "last_trick": anything, "options": anything},
    )
)
def test_any_json_is_answered(declared, request_):
    document = json.loads(answer_line(json.dumps(request_), answer))
    assert list(document) in (["piles", "left"], ["problems"])
    assert set(codes(document)) <= declared
