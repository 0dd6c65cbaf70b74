"""Properties of every hand of every game, and of any JSON."""

import json
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.json_lines import answer_line
from scoring.reading import read_options, read_table_rules
from scoring.registry import RULESETS, find
from scoring.table import TableRules, judge, play, state
from scoring.wire import answer
from tests.scoring.deals import GAMES

SLUGS = [ruleset.slug for ruleset in RULESETS]
SIDES = ("last_trick", "declarer", "three_killed_by")
relaxed = settings(max_examples=60)


def moved(request, order):
    """Return the request with the side order[i] sitting in seat i."""
    hand = {name: order.index(value) if name in SIDES else value for name, value in request.get("hand", {}).items()}
    return {**request, "lines": [request["lines"][side] for side in order], "hand": hand}


def orders(slug, sides):
    """Return the seatings that do not change the game; Rematada's odd point goes to the right."""
    if slug == "brisca-rematada":
        return [[(start + step) % sides for step in range(sides)] for start in range(sides)]
    return [list(order) for order in permutations(range(sides))][:60]


@pytest.mark.parametrize("slug", SLUGS)
@relaxed
@given(st.data())
def test_every_possible_deal_is_scored(slug, data):
    request = data.draw(GAMES[slug])
    result = answer(request)
    assert list(result) == ["scores"], result
    assert [type(score) for score in result["scores"]] == [int] * len(request["lines"])


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@relaxed
@given(st.data())
def test_other_seats_other_order_of_the_same_scores(slug, data):
    request = data.draw(GAMES[slug])
    scores = answer(request)["scores"]
    for order in orders(slug, len(scores)):
        assert answer(moved(request, order))["scores"] == [scores[side] for side in order]


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 130),
    st.sampled_from([10**400, -(10**30), 13.0, 0.5, float("inf"), float("nan"), "", "13", "\ud800"]),
    st.text(max_size=3),
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner), max_leaves=8
)


@st.composite
def broken(draw, request):
    """Put anything anywhere into a request: a value changed, a name or a line too many or few."""
    document = json.loads(json.dumps(draw(request)))
    for _time in range(draw(st.integers(1, 3))):
        place = document
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw(st.sampled_from(keys)) if keys else None
            if key is None or not isinstance(place[key], dict | list) or draw(st.booleans()):
                break
            place = place[key]
        break_here(draw, place, key)
    return document


def break_here(draw, place, key):
    how = draw(st.sampled_from(["change", "drop", "add"]))
    if how == "add" or key is None:
        if isinstance(place, dict):
            place[draw(st.text(max_size=5))] = draw(anything)
        else:
            place.append(draw(anything))
    elif how == "drop":
        del place[key]
    else:
        place[key] = draw(anything)


def check_answer(result, declared):
    assert list(result) in (["scores"], ["problems"], ["points"], TABLE_KEYS)
    for problem in result.get("problems", []):
        assert problem["code"] in declared
        assert problem["message"]
    json.dumps(result, ensure_ascii=False).encode()


TABLE_KEYS = ["scores", "totals", "over", "places", "next_lead"]


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=30)
@given(st.data())
def test_a_broken_hand_is_scored_or_refused(declared, slug, data):
    check_answer(answer(data.draw(broken(GAMES[slug]))), declared)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=120)
@given(st.data())
def test_many_broken_hands_are_scored_or_refused(declared, slug, data):
    check_answer(answer(data.draw(broken(GAMES[slug]))), declared)


@st.composite
def tables(draw, slug):
    """Some dealt hands of one game with any rules of a table."""
    hands = draw(st.lists(GAMES[slug], max_size=4))
    names = ("lines", "hand")
    raw = [{name: hand[name] for name in names if name in hand} for hand in hands]
    options = hands[0].get("options", {}) if hands else {}
    rules = draw(
        st.fixed_dictionaries({}, optional={name: st.integers(0, 6) for name in ("target", "hands", "first_lead")})
    )
    return {"ruleset": slug, "options": options, "table": rules, "hands": raw}


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@relaxed
@given(st.data())
def test_a_broken_table_is_scored_or_refused(declared, slug, data):
    document = data.draw(tables(slug) | broken(tables(slug)))
    check_answer(answer(document), declared)


@pytest.mark.slow
@settings(max_examples=400)
@given(anything | st.dictionaries(st.sampled_from(["ruleset", "lines", "hands", "vp_limits"]), anything))
def test_any_json_is_answered(declared, document):
    check_answer(answer(document), declared)


@pytest.mark.slow
@settings(max_examples=400)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_line_is_answered(declared, line):
    check_answer(json.loads(answer_line(line, answer)), declared)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@relaxed
@given(st.data())
def test_a_table_is_its_hands_one_after_the_other(slug, data):
    """Judging each hand after those before it comes to the same as the table at once."""
    ruleset = find(slug)
    request = data.draw(tables(slug))
    options = read_options(ruleset, request["options"])
    sides = len(request["hands"][0]["lines"]) if request["hands"] else None
    rules = read_table_rules(ruleset, request["table"])
    rules = rules if isinstance(rules, list) else ruleset.complete(replace(rules, sides=sides))
    if isinstance(rules, list) or any(ruleset.table_problems(rules)):
        rules = TableRules(hands=9) if ruleset.needs_end else TableRules()
    hands = []
    for raw in request["hands"]:
        verdict = judge(ruleset, options, raw, before=hands, rules=rules)
        if isinstance(verdict, list):
            assert isinstance(play(ruleset, options, rules, request["hands"]), list)
            return
        hands.append(verdict)
    found = state(ruleset, options, rules, hands)
    assert play(ruleset, options, rules, request["hands"]) == (hands, found)
    totals = [sum(score or 0 for score in seat) for seat in zip(*(h.scores for h in hands), strict=True)]
    assert list(found.totals) == totals or not hands
