"""Reading the collected cases, and short ways to write tallies down."""

import json
from pathlib import Path

import pytest

from scoring.wire import answer

DATA = Path(__file__).parent.parent / "data"


def collected(name):
    """Return the cases of one file of tests/data as pytest parameters."""
    lines = (DATA / f"{name}.jsonl").read_text().splitlines()
    cases = [json.loads(line) for line in lines]
    return [pytest.param(case["request"], case["response"], id=case["id"]) for case in cases]


def check(request, response):
    """Compare an answer with a case: every key that the case names, or the problem among all."""
    result = answer(request)
    if "problem" in response:
        assert response["problem"] in codes(result)
    else:
        assert {key: result.get(key) for key in response} == response


def codes(result):
    """Return the codes of an answer's problems."""
    return [problem["code"] for problem in result.get("problems", [])]


def places(result):
    """Return the problems of an answer as (code, side, field)."""
    problems = result.get("problems", [])
    return [(p["code"], p.get("side"), p.get("field")) for p in problems]


def busca(*points, slug="busca-accademia", tricks=None, **hand):
    """Return the request of one hand of Busca."""
    lines = [None if mine is None else {"points": mine} for mine in points]
    for line, mine in zip(lines, tricks or [], strict=False):
        line["tricks"] = mine
    return {"ruleset": slug, "lines": lines, "hand": hand}


def busca_table(*hands, slug="busca-accademia", options=None, **table):
    """Return the request of a whole table of Busca."""
    raw = [{"lines": busca(*points)["lines"]} for points in hands]
    return {"ruleset": slug, "options": options or {}, "table": table, "hands": raw}


def hand(ruleset, *lines, options=None, **facts):
    """Return the request of one hand of any game, each line a dict."""
    return {"ruleset": ruleset, "options": options or {}, "lines": list(lines), "hand": facts}


def table(ruleset, *hands, options=None, **rules):
    """Return the request of a whole table, each hand a list of lines or (lines, facts)."""
    raw = [{"lines": one[0], "hand": one[1]} if isinstance(one, tuple) else {"lines": one} for one in hands]
    return {"ruleset": ruleset, "options": options or {}, "table": rules, "hands": raw}


def hand_places(result):
    """Return the problems of a table's answer as (code, hand, side, field)."""
    problems = result.get("problems", [])
    return [(p["code"], p.get("hand"), p.get("side"), p.get("field")) for p in problems]
