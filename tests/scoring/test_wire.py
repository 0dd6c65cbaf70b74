"""The wire format from outside: any JSON gets an answer that can be sent."""

import json

import pytest

from scoring.fields import MOST_PROBLEMS
from scoring.wire import answer, answer_line
from tests.scoring.cases import busca, codes, places


@pytest.mark.parametrize("request_", [None, [], "", "lines", 0, 1.5, True, [{}], float("nan")])
def test_a_request_is_an_object(request_):
    assert codes(answer(request_)) == ["bad_request"]


def test_an_empty_request_lacks_its_rule_set():
    assert places(answer({})) == [("missing_field", None, "ruleset")]


def test_a_request_without_lines_or_hands_lacks_its_lines():
    found = answer({"ruleset": "busca-accademia"})
    assert places(found) == [("missing_field", None, "lines")]


@pytest.mark.parametrize("slug", [None, 1, True, [], {}, ["busca-accademia"], "busca", "\ud800"])
def test_an_unknown_rule_set(slug):
    found = answer(busca(10, 10, 10, 10) | {"ruleset": slug})
    assert places(found) == [("unknown_ruleset", None, "ruleset")]


def test_unknown_names_are_told():
    found = answer(busca(10, 10, 10, 9) | {"id": 7, "hands": []})
    assert places(found) == [
        ("unknown_field", None, "id"),
        ("unknown_field", None, "hands"),
        ("sum_not_40", None, "points"),
    ]


def test_unknown_options_are_told():
    found = answer(busca(10, 10, 10, 10) | {"options": {"end": "never"}})
    assert places(found) == [("bad_option", None, "end")]


@pytest.mark.parametrize("options", [None, [], "end"])
def test_options_are_an_object(options):
    found = answer(busca(10, 10, 10, 10) | {"options": options})
    assert places(found) == [("wrong_type", None, "options")]


def test_long_and_broken_names_come_back_short_and_whole():
    request = busca(10, 10, 10, 10)
    request["lines"][0]["\ud800" + "x" * 10_000] = 1
    found = answer(request)
    assert places(found) == [("unknown_field", 0, "?" + "x" * 59)]
    json.dumps(found, ensure_ascii=False).encode()


def test_huge_numbers_are_not_repeated():
    found = answer(busca(10**400, 10, 10, 10))
    assert places(found) == [("out_of_range", 0, "points")]
    assert len(json.dumps(found)) < 200


def test_an_answer_stays_small():
    many = {f"name {number}": 1 for number in range(50_000)}
    wide = answer({**busca(10, 10, 10, 10), **many})
    long = answer(busca(*["x"] * 50_000))
    tall = answer({"ruleset": "busca-accademia", "table": {"hands": 1}, "hands": [7] * 50_000})
    for found in (wide, long, tall):
        assert 0 < len(found["problems"]) <= MOST_PROBLEMS + 1


class TestLine:
    def test_a_line_in_is_a_line_out(self):
        assert answer_line(json.dumps(busca(13, 13, 13, 1)) + "\n") == '{"scores": [3, 3, 3, 0]}'

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
        assert codes(json.loads(answer_line(line))) == ["bad_json"]

    def test_answers_are_ascii(self):
        line = answer_line('{"ruleset": "busca-accademia", "lines": [], "é\\ud83c": 1}')
        assert line.isascii()
        assert places(json.loads(line))[0] == ("unknown_field", None, "é?")
