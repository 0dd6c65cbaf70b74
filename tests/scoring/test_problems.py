"""Every declared problem can be met, and its words can be translated."""

import ast
import json
from pathlib import Path

import pytest

from scoring import counter
from scoring.json_lines import answer_line, as_json
from scoring.problems import Problem
from scoring.registry import RULESETS, find
from scoring.table import judge
from scoring.values import Checks
from scoring.wire import answer, evaluate
from tests.scoring.cases import busca, busca_table, codes, hand, table
from tests.scoring.test_brisca import lines
from tests.scoring.test_brisca_rematada import line as rematada_line
from tests.scoring.test_buraco import line as buraco_line
from tests.scoring.test_burraco import line as burraco_line

POINTS = {"points": 10}
LEVEL = [10, 10, 10, 10]
FULL = [[37, 1, 1, 1]] * 2


def of_busca(**changes):
    request = busca(*LEVEL)
    request["lines"][1] = POINTS | changes
    return request


def of_buddha(*tricks, **facts):
    return hand("buddha", *({"bid": 1, "tricks": mine} for mine in tricks), **facts)


def of_brisca(first, second, *cards):
    return hand("brisca", *lines(first, second, cards))


def of_rematada(*lasts):
    both = zip((90, 20, 10), lasts, strict=True)
    played = (rematada_line(points, last_trick=last) for points, last in both)
    return hand("brisca-rematada", *played, declarer=0, bid=100)


def of_buraco(first, second=None, **options):
    return hand("buraco", first, second or buraco_line(), options=options)


def of_points(*points, **options):
    return hand("points", *({"points": mine} for mine in points), options=options)


def scopa_line(cards, coins, *, sweeps=0, settebello=False, primiera=False, **best):
    """Return one side of Scopone."""
    line = {"cards": cards, "coins": coins, "sweeps": sweeps, "settebello": settebello, "primiera": primiera}
    return {**line, **best}


def of_best(card):
    return {f"best_{suit}": card for suit in ("coins", "cups", "swords", "batons")}


def of_scopa(*lines):
    return hand("scopone", *lines)


REQUESTS = {
    "bad_request": [],
    "unknown_ruleset": busca(*LEVEL) | {"ruleset": "bridge"},
    "bad_option": busca(*LEVEL) | {"options": {"jokers": True}},
    "wrong_type": busca(*LEVEL) | {"lines": {}},
    "wrong_number_of_sides": busca(*LEVEL, 0),
    "missing_field": {"ruleset": "busca-accademia"},
    "unknown_field": of_busca(busche=1),
    "not_an_integer": of_busca(points="10"),
    "not_a_boolean": of_rematada(1, False, False),
    "not_a_choice": of_buraco(buraco_line(morto="yes")),
    "out_of_range": of_busca(points=-1),
    "no_end_condition": busca_table(LEVEL),
    "hand_after_end": busca_table(LEVEL, LEVEL, hands=1),
    "sum_not_40": busca(10, 10, 10, 9),
    "points_impossible_for_tricks": of_busca(tricks=0),
    "tricks_sum": of_buddha(14, 0, 0, 0),
    "last_trick_winner_below_3": busca(36, 2, 1, 1, last_trick=1),
    "last_trick_winner_without_trick": busca(*LEVEL, tricks=[0, 4, 3, 3], last_trick=0),
    "eliminated_side": busca_table(*FULL, LEVEL, slug="busca-elimination"),
    "all_yin_impossible": of_buddha(14, 0, 0, all_yin_tricks=1),
    "sum_not_120": of_brisca(70, 51),
    "unreachable_points": of_brisca(1, 119),
    "cards_needed": of_brisca(60, 60),
    "cards_sum": of_brisca(70, 50, 20, 24),
    "cards_not_whole_tricks": of_brisca(70, 50, 19, 21),
    "points_impossible_for_cards": of_brisca(70, 50, 40, 0),
    "marriages": hand("brisca-mariaje", {"points": 6, "trump_marriages": 1}, {"points": 114}),
    "roles": hand("briscola-chiamata", *[{"role": "defender"}] * 5, caller_points=60),
    "last_trick": of_rematada(False, False, False),
    "not_multiple_of_5": of_buraco(buraco_line(7)),
    "table_below_canastras": of_buraco(buraco_line(30, clean=1)),
    "went_out_without_morto": of_buraco(buraco_line(morto="unplayed", went_out=True)),
    "went_out_without_burraco": hand("burraco", burraco_line(110, went_out=True), burraco_line()),
    "less_than_a_meld": hand("burraco", burraco_line(10), burraco_line()),
    "went_out_with_cards": of_buraco(buraco_line(0, 5, went_out=True), players=2),
    "two_went_out": of_buraco(*[buraco_line(went_out=True)] * 2),
    "over_1080": of_buraco(buraco_line(1080), buraco_line(5)),
    "too_many_canastras": of_buraco(buraco_line(1000, clean=15)),
    "too_many_real_canastras": of_buraco(buraco_line(625, real_ace=5)),
    "coins_sum": of_scopa(scopa_line(23, 6), scopa_line(17, 5)),
    "settebello": of_scopa(scopa_line(23, 6), scopa_line(17, 4)),
    "two_primiere": of_scopa(scopa_line(23, 6, primiera=True), scopa_line(17, 4, primiera=True)),
    "one_card_alone": of_scopa(scopa_line(39, 10), scopa_line(1, 0)),
    "sweeps_impossible_for_cards": of_scopa(scopa_line(38, 10, sweeps=19), scopa_line(2, 0)),
    "coins_impossible_for_cards": of_scopa(scopa_line(2, 2), scopa_line(38, 8, primiera=True)),
    "settebello_without_coins": of_scopa(scopa_line(20, 0, settebello=True), scopa_line(20, 10)),
    "too_many_sweeps": of_scopa(scopa_line(20, 5, sweeps=10), scopa_line(20, 5, sweeps=9)),
    "primiera_without_suits": of_scopa(scopa_line(7, 5, primiera=True), scopa_line(33, 5)),
    "primiera_of_one_side": of_scopa(scopa_line(7, 5), scopa_line(33, 5)),
    "primiera_needed": hand("scopone", {"cards": 23}, {"cards": 17}),
    "sevens": of_scopa(scopa_line(23, 6, **of_best(7)), scopa_line(17, 4, **of_best(7))),
    "settebello_contradicts": of_scopa(
        scopa_line(23, 6, **of_best(7)), scopa_line(17, 4, settebello=True, **of_best(6))
    ),
    "primiera_contradicts": of_scopa(scopa_line(23, 6, **of_best(7)), scopa_line(17, 4, primiera=True, **of_best(6))),
    "best_cards_impossible": of_scopa(scopa_line(23, 6, **of_best(7)), scopa_line(17, 4, **of_best(0))),
    "sum_not_11": hand("tressette", {"points": 7}, {"points": 5}),
    "thirds_sum": hand("tressette", {"points": 7, "thirds": 1}, {"points": 4, "thirds": 0}),
    "accused_twice": hand("tressette", {"points": 7, "aces": 3}, {"points": 4, "aces": 3}),
    "accusations_impossible": hand("tressette", {"points": 7, "napoletane": 3}, {"points": 4, "napoletane": 2}),
    "wrong_sum": of_points(10, 20, 20, sum=40),
    "too_many_seats": of_points(10, 20, sides=3, players=4),
    "below_minimum": of_points(10, 20, 30, minimum=5, maximum=2),
    "sum_out_of_reach": of_points(10, 20, sides=2, minimum=5, sum=9),
    "target_out_of_reach": table("points", options={"sides": 2, "maximum": 0}, target=101),
    "sum_not_26": hand("hearts", *({"points": each} for each in (13, 12, 0, 0))),
    "wrong_number_taken": hand("king", *({"taken": each} for each in (2, 3, 0, 0)), deal="queens"),
    "domino_without_end": hand("king", *({"taken": each} for each in (0, 0, 1, 5)), deal="domino"),
    "too_many_left": hand("king", *({"taken": each} for each in (0, 13, 13, 11)), deal="domino"),
    "wrong_place": hand("places", {"place": 1}, {"place": 3}, {"place": 3}),
    "results_contradict": hand("result", {"result": "win"}, {"result": "win"}),
    "unknown_vp_table": {"vp_table": "burraco-9", "difference": 0},
    "bad_vp_table": {"vp_limits": [], "difference": 0},
}


RECORDED = {
    "no_cards_left": [buraco_line(200, 10), buraco_line(200)],
    "morto_counted": [buraco_line(200, 10), buraco_line(200, 55, morto="unplayed")],
    "too_few_on_table": [buraco_line(200, 10), buraco_line(50, 10)],
    "too_few_together": [burraco_line(110, 5, clean=1, went_out=True), burraco_line(110, 10, clean=3)],
    "fewer_than_accused": [{"points": 0, "thirds": 0, "threes": 4}, {"points": 11, "thirds": 2}],
}
"""Lines that are refused only where a hand is recorded."""

GAMES = {
    "morto": ("buraco", {"players": 2}),
    "pozzetto": ("burraco", {}),
    "thirds": ("tressette", {"accusations": "counted"}),
}
"""The games of such lines, by one of their fields."""

COUNTS = {
    "no_counter": {"ruleset": "buddha", "piles": [{}]},
    "unknown_card": {"ruleset": "brisca", "piles": [{"cards": ["8-cups"]}]},
    "card_taken_twice": {"ruleset": "brisca", "piles": [{"cards": ["ace-cups"] * 2}]},
    "too_many_of_kind": {"ruleset": "brisca", "piles": [{"kinds": {"ace": 3}}] * 2},
}


def test_every_declared_problem_is_provoked_here(declared):
    assert REQUESTS.keys() | RECORDED.keys() | COUNTS.keys() | {"bad_json"} == declared
    assert codes(json.loads(answer_line("{", answer))) == ["bad_json"]


@pytest.mark.parametrize("code", RECORDED)
def test_a_problem_of_a_hand_that_is_recorded_is_met(code):
    slug, options = next(game for field, game in GAMES.items() if field in RECORDED[code][0])
    raw = {"lines": RECORDED[code]}
    assert [one.code for one in judge(find(slug), options, raw, checks=Checks.PLAY)] == [code]
    assert "scores" in answer(hand(slug, *RECORDED[code], options=options))


@pytest.mark.parametrize("code", COUNTS)
def test_a_problem_of_the_counter_is_met(code):
    assert codes(counter.answer(COUNTS[code])) == [code]


@pytest.mark.parametrize("code", REQUESTS)
def test_a_problem_is_met(code):
    assert code in codes(answer(REQUESTS[code]))


def sources():
    root = Path(__file__).parents[2] / "scoring"
    return [ast.parse(path.read_text()) for path in sorted(root.glob("*.py"))]


def marked():
    """Return every text that the translators' catalogue finds."""
    calls = [node for tree in sources() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marks = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "_"]
    return [mark.args[0] for mark in marks]


def test_only_plain_texts_are_marked_for_translation():
    assert [ast.unparse(text) for text in marked() if not isinstance(text, ast.Constant)] == []


def test_the_words_of_every_problem_are_marked():
    """The catalogue must contain the template, not the text with values."""
    problems = [problem for request in REQUESTS.values() for problem in evaluate(request)]
    problems += [problem for request in COUNTS.values() for problem in counter.evaluate(request)]
    seen = {problem.message for problem in problems}
    assert len(seen) > 30
    assert seen - {text.value for text in marked()} == set()


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_the_words_of_every_field_are_marked(ruleset):
    texts = {text.value for text in marked()} | {""}
    options = {field.name: field.default for field in ruleset.option_fields}
    fields = [
        *ruleset.option_fields,
        *ruleset.table_fields,
        *ruleset.line_fields(options),
        *ruleset.hand_fields,
        *ruleset.count_fields,
    ]
    words = {word for field in fields for word in (field.label, field.help)}
    words |= {choice.label for field in fields for choice in field.choices}
    words |= {message for messages in ruleset.codes().values() for message in messages}
    assert words - texts == set()


def test_a_wrong_sum_says_of_what():
    """A hand may have several sums, such as points and thirds."""
    sums = {code: [p["message"] for p in answer(REQUESTS[code])["problems"]] for code in ("thirds_sum", "coins_sum")}
    assert sums == {
        "thirds_sum": ["The thirds left over total 1: there must be 2"],
        "coins_sum": ["The coins total 11: the pack has 10", "Exactly one side has the settebello"],
    }


def test_a_problem_as_text_and_as_json():
    problem = Problem("sum", "Total %(total)d, 100%%", {"total": 41}, ("hands", 1, "lines", 0))
    assert problem.text() == "Total 41, 100%"
    assert as_json(problem) == {"code": "sum", "message": "Total 41, 100%", "side": 0, "hand": 2}


def test_a_table_tells_the_hand_of_a_problem():
    result = answer(table("brisca", lines(61, 59), lines(61, 60), hands=4))
    assert [(p["code"], p["hand"]) for p in result["problems"]] == [("sum_not_120", 2)]
