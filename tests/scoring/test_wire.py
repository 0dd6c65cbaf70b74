"""The wire format from outside: any JSON gets an answer that can be sent."""

import json

import pytest

from scoring.fields import MAX_PROBLEMS
from scoring.json_lines import answer_line
from scoring.wire import answer
from tests.scoring.cases import busca, busca_table, codes, hand_places, places


@pytest.mark.parametrize("request_", [None, [], "", "lines", 0, 1.5, True, [{}], float("nan")])
def test_a_request_is_an_object(request_):
    assert codes(answer(request_)) == ["bad_request"]


def test_an_empty_request_lacks_its_rule_set():
    assert places(answer({})) == [("missing_field", None, "ruleset")]


def test_a_request_without_lines_or_hands_lacks_its_lines():
    result = answer({"ruleset": "busca-accademia"})
    assert places(result) == [("missing_field", None, "lines")]


@pytest.mark.parametrize("slug", [None, 1, True, [], {}, ["busca-accademia"], "busca", "\ud800"])
def test_an_unknown_rule_set(slug):
    result = answer(busca(10, 10, 10, 10) | {"ruleset": slug})
    assert places(result) == [("unknown_ruleset", None, "ruleset")]


def test_unknown_fields_are_reported():
    result = answer(busca(10, 10, 10, 9) | {"id": 7, "hands": []})
    assert places(result) == [
        ("unknown_field", None, "id"),
        ("unknown_field", None, "hands"),
        ("sum_not_40", None, "points"),
    ]


def test_unknown_options_are_reported():
    result = answer(busca(10, 10, 10, 10) | {"options": {"end": "never"}})
    assert places(result) == [("bad_option", None, "end")]


def test_an_unknown_option_hides_nothing_of_the_hand():
    result = answer(busca(10, 10, 10, 9) | {"options": {"end": "never"}, "hand": {"wind": 1}})
    assert places(result) == [
        ("bad_option", None, "end"),
        ("unknown_field", None, "wind"),
        ("sum_not_40", None, "points"),
    ]


def test_a_refused_option_leaves_open_what_is_played():
    request = {"ruleset": "brisca", "options": {"players": 3, "x": 1}, "lines": [{}, {}]}
    assert places(answer(request)) == [("bad_option", None, "players"), ("bad_option", None, "x")]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({}, ("no_end_condition", None, None, None)),
        ({"hands": "2"}, ("not_an_integer", None, None, "hands")),
        ({"target": 0}, ("out_of_range", None, None, "target")),
    ],
)
def test_refused_rules_of_a_table_hide_nothing_of_its_hands(table, expected):
    request = busca_table((40, 0, 0, 0), (10, 10, 10, 9), (41, 0, 0, 0)) | {"table": table}
    assert hand_places(answer(request)) == [
        expected,
        ("sum_not_40", 2, None, "points"),
        ("out_of_range", 3, 0, "points"),
    ]


def test_the_usual_end_does_not_stand_in_for_a_refused_one():
    """Buraco's 3000 would be over after the first of these hands."""
    line = {"table_points": 500, "hand_points": 0, "dirty": 0, "clean": 0, "real": 0}
    line |= {"real_ace": 4, "morto": "taken", "went_out": False}
    hand = {"lines": [line, line | {"table_points": 0, "real_ace": 0}]}
    request = {"ruleset": "buraco", "table": {"hands": "2"}, "hands": [hand, hand]}
    assert hand_places(answer(request)) == [("not_an_integer", None, None, "hands")]


@pytest.mark.parametrize("options", [None, [], "end"])
def test_options_are_an_object(options):
    result = answer(busca(10, 10, 10, 10) | {"options": options})
    assert places(result) == [("wrong_type", None, "options")]


def test_long_and_broken_names_come_back_short_and_whole():
    request = busca(10, 10, 10, 10)
    request["lines"][0]["\ud800" + "x" * 10_000] = 1
    result = answer(request)
    assert places(result) == [("unknown_field", 0, "?" + "x" * 59)]
    json.dumps(result, ensure_ascii=False).encode()


def test_huge_numbers_are_not_repeated():
    result = answer(busca(10**400, 10, 10, 10))
    assert places(result) == [("out_of_range", 0, "points")]
    assert len(json.dumps(result)) < 200


def test_an_answer_stays_small():
    many = {f"name {number}": 1 for number in range(50_000)}
    wide = answer({**busca(10, 10, 10, 10), **many})
    long = answer(busca(*["x"] * 50_000))
    tall = answer({"ruleset": "busca-accademia", "table": {"hands": 1}, "hands": [7] * 50_000})
    for found in (wide, long, tall):
        assert 0 < len(found["problems"]) <= MAX_PROBLEMS


class TestLine:
    def test_a_line_in_is_a_line_out(self):
        assert answer_line(json.dumps(busca(13, 13, 13, 1)) + "\n", answer) == '{"scores": [3, 3, 3, 0]}'

    @pytest.mark.parametrize(
        "line",
        [
            b"",
            b"\n",
            b"   \n",
            b"{",
            b"{'ruleset': 1}",
            b"NaN",
            b'{"lines": [-Infinity]}',
            b"\xff\xfe",
            b'{"ruleset": "\xe9"}',
            b'{"ruleset": 1, "ruleset": 1}',
            b"[" * 100_000,
            b'{"lines":' * 100_000,
            b"1" * 5_000,
            b"{} {}",
        ],
        ids=range(14),
    )
    def test_what_cannot_be_read(self, line):
        assert codes(json.loads(answer_line(line, answer))) == ["bad_json"]

    def test_answers_are_ascii(self):
        line = answer_line('{"ruleset": "busca-accademia", "lines": [], "é\\ud83c": 1}', answer)
        assert line.isascii()
        assert places(json.loads(line))[0] == ("unknown_field", None, "é?")
