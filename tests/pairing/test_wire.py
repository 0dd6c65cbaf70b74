"""Draws as JSON from outside: any document gets an answer, and every fault its problem."""

import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.check_draw import judge
from tests.parameters import slowly
from tournaments.pairing.engine import METHODS
from tournaments.pairing.instance import instance_of
from tournaments.pairing.reading import read_request
from tournaments.pairing.search.partners import partner_counts
from tournaments.pairing.values import METHOD_NAMES
from tournaments.pairing.wire import answer

EIGHT = list(range(1, 9))
PLAYED = [[1, 2, 3, 4], [5, 6, 7, 8]]
SEARCHED = ("schedule", "individual")
"""The methods that search for as long as they may."""
AT_ONCE = [method for method in METHODS if method not in ("scripted", *SEARCHED)]


def codes(answer_):
    return [problem["code"] for problem in answer_["problems"]]


def fields(answer_):
    return [problem.get("field") for problem in answer_["problems"]]


def ask(method="random", entrants=EIGHT, **more):
    return answer({"method": method, "entrants": entrants, **more})


def test_answer_for_one_round_has_its_tables():
    found = ask(seed=7)
    assert list(found) == ["tables", "numbers", "sit_out", "report"]
    assert judge([found["tables"]], EIGHT).errors == ()
    assert found["report"]["seed"] == 7
    assert found["report"]["seconds"] >= 0


def test_answer_for_a_schedule_lists_all_rounds():
    found = ask("schedule", list(range(1, 17)), rounds=5)
    assert list(found) == ["rounds", "report"]
    assert [list(made) for made in found["rounds"]] == [["tables", "numbers", "sit_out"]] * 5
    assert judge([made["tables"] for made in found["rounds"]], range(1, 17)).errors == ()


def test_entrants_may_be_objects():
    entrants = [{"id": f"p{n}", "score": n, "club": "Roma" * (n < 3), "sit_outs": 0} for n in EIGHT]
    found = ask(entrants=entrants, avoid_same_club=True)
    ids = [entrant["id"] for entrant in entrants]
    assert judge([found["tables"]], ids, forbidden=[("p1", "p2")]).errors == ()


@pytest.mark.parametrize("score", [3, -3, 3.25, "7/2", "-12", None])
def test_scores_are_exact_numbers(score):
    assert "tables" in ask(entrants=[{"id": n, "score": score} for n in EIGHT])


@pytest.mark.parametrize("score", ["", "1/0", "x", "1e5", 1e300, 1e400, 0.1234567, 10**13, True, [], "1_0"])
def test_malformed_score_is_reported(score):
    found = ask(entrants=[{"id": n, "score": score} for n in EIGHT])
    assert (codes(found), fields(found)) == (["bad_option"] * 8, ["entrants"] * 8)


def test_tables_are_fixed_by_the_text_of_an_id():
    assert 4 in ask(fixed={"4": 2})["tables"][1]
    entrants = [1, 2, 3, 4, "4", 6, 7, 8]
    assert "4" in ask(entrants=entrants, fixed={"4": 2})["tables"][1]


def test_short_tables_seat_everybody():
    found = ask(entrants=EIGHT[:7], short_tables=True)
    assert (sorted(map(len, found["tables"])), found["sit_out"]) == ([3, 4], [])


def test_history_forbidden_and_the_directors_own_tables():
    found = ask("scripted", tables=PLAYED, history=[PLAYED], forbidden=[[1, 2]])
    assert found["tables"] == PLAYED
    assert found["report"]["kept_apart_but_together"] == [[1, 2]]


def test_meetings_count_in_place_of_those_of_the_history():
    told = [[1, 2, 0, 0, False], [1, 3, 5, 0, False], [4, 5, 2, 1, True]]
    again = [[1, 2, 3, 6], [4, 5, 7, 8]]
    report = ask("scripted", tables=again, history=[PLAYED], meetings=told)["report"]
    assert sorted(report["repeated_pairs"]) == [[1, 3, 5], [2, 3, 1], [4, 5, 2], [5, 7, 1], [5, 8, 1], [7, 8, 1]]
    assert (report["repeats"], report["repeats_from_last_round"]) == (11, 5)


def test_partners_are_counted_the_same():
    told = [[1, 3, 1, 0, True], [1, 2, 1, 1, True]]
    document = {"method": "individual", "entrants": EIGHT, "rounds": 1, "history": [PLAYED], "meetings": told}
    request = read_request(document)
    counts = partner_counts(instance_of(request), request)
    assert sorted((one + 1, other + 1) for one, row in enumerate(counts) for other in row if row[other]) == [
        (1, 2), (2, 1), (2, 4), (4, 2), (5, 7), (6, 8), (7, 5), (8, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "found"),
    [
        ({"entrants": [*EIGHT, 8]}, ["duplicate_entrant"]),
        ({"history": [[[1, 2, 3, 99], [5, 6, 7, 8]]]}, ["unknown_entrant"]),
        ({"history": [[[1, 2, 3], [5, 6, 7, 8]]]}, ["wrong_table_size"]),
        ({"history": [[[1, 2, 3, 4, 5], [6, 7, 8, 1]]]}, ["seated_twice", "wrong_table_size"]),
        ({"forbidden": [[1, 99]]}, ["unknown_entrant"]),
        ({"meetings": [[1, 99, 1, 0, False]]}, ["unknown_entrant"]),
        ({"meetings": [4, [1, 2, 3, 4], [1, 1, 1, 0, False], [1, 2, -1, 0, False]]}, ["bad_option"] * 4),
        ({"meetings": [[1, 2, 1, 1.5, False], [1, 2, 1, 0, 1], [1, None, 1, 0, False]]}, ["bad_option"] * 3),
        ({"forbidden": [list(pair) for pair in combinations((1, 2, 3), 2)]}, ["impossible_constraints"]),
        ({"rounds": 0}, ["bad_option"]),
        ({"entrants": []}, ["too_few_players"]),
        ({"entrants": [1]}, ["too_few_players"]),
        ({"entrants": list(range(10_001))}, ["too_many_players"]),
        ({"method": "lottery"}, ["bad_option"]),
        ({"method": "schedule"}, ["bad_option"]),
        ({"method": None, "seed": "x", "low_wins": 1, "colour": "red"}, ["bad_option"] * 4),
        ({"sizes": []}, ["bad_option"]),
        ({"sizes": [4, 3] * 1000, "rounds": 0}, ["bad_option"]),
        ({"sizes": 4, "history": 1, "forbidden": 1, "tables": 1}, ["bad_option"] * 4),
        ({"history": [1]}, ["bad_option"]),
        ({"history": [[1]]}, ["bad_option"]),
        ({"history": [[[1.5]]]}, ["bad_option"]),
        ({"forbidden": [[1], [1, 2, 3], [1, None], 4]}, ["bad_option"] * 4),
        ({"fixed": [1]}, ["bad_option"]),
        ({"fixed": {"1": "2"}}, ["bad_option"]),
        ({"fixed": {"99": 1}}, ["unknown_entrant"]),
        ({"entrants": [None, True, 1.5, {}, {"id": []}]}, ["bad_option"] * 5),
        ({"entrants": [{"id": 1, "age": 7, "club": 1, "active": 1}]}, ["bad_option"] * 3),
        ({"entrants": [{"id": 1, "sit_outs": -1, "short_tables": "1"}]}, ["bad_option"] * 2),
        ({"entrants": {"1": 1}}, ["bad_option"]),
        ({"entrants": [None] * 1000}, ["bad_option"] * 100),
    ],
)
def test_every_fault_has_its_problem(request_, found):
    result = answer({"method": "random", "entrants": EIGHT, **request_})
    assert codes(result) == found
    json.dumps(result)


def test_an_impossible_wish_names_the_smallest_set():
    found = ask(forbidden=[[1, 2], [2, 3], [1, 3], [5, 6]])
    assert found["problems"][0]["entrants"] == [1, 2, 3]
    assert sorted(map(sorted, found["problems"][0]["pairs"])) == [[1, 2], [1, 3], [2, 3]]


@pytest.mark.parametrize("document", [None, True, 7, 1.5, "", [], [[]], [{"method": "random"}]])
def test_a_request_is_an_object(document):
    assert codes(answer(document)) == ["bad_request"]


def test_an_empty_request_lacks_its_method_and_its_entrants():
    assert fields(answer({})) == ["method", "entrants"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
KEYS = (
    "seed", "entrants", "history", "meetings", "rounds", "sizes", "past_sizes", "short_tables", "low_wins",
    "forbidden", "fixed", "avoid_same_club", "tables", "sit_out",
)  # fmt: skip
IDS = st.integers(0, 14)
LIKELY = {
    "rounds": st.integers(-1, 6),
    "sizes": st.lists(st.integers(1, 7), max_size=3),
    "past_sizes": st.lists(st.integers(1, 7), max_size=3),
    "entrants": st.lists(IDS | st.builds(dict, id=IDS, score=IDS, club=st.sampled_from("ab"))),
    "history": st.lists(st.lists(st.lists(IDS, max_size=5), max_size=3), max_size=3),
    "meetings": st.lists(st.tuples(IDS, IDS, IDS, IDS, st.booleans()).map(list), max_size=3),
    "forbidden": st.lists(st.lists(IDS, min_size=2, max_size=2), max_size=12),
    "fixed": st.dictionaries(IDS.map(str), st.integers(0, 4), max_size=4),
    "tables": st.lists(st.lists(IDS, max_size=5), max_size=3),
    "sit_out": st.lists(IDS, max_size=3),
}


def is_answer(answer_):
    json.dumps(answer_)
    return list(answer_) in (["problems"], ["tables", "numbers", "sit_out", "report"], ["rounds", "report"])


@given(ANYTHING)
@settings(max_examples=40, deadline=None)
def test_any_document_gets_an_answer(document):
    assert is_answer(answer(document))


def with_values(data, method):
    """Return a request in which some values are likely and others are arbitrary."""
    document = {"method": method, "rounds": 2, "entrants": list(range(13))}
    for name in data.draw(st.lists(st.sampled_from(KEYS), max_size=5)):
        document[name] = data.draw(LIKELY.get(name, st.booleans()) | ANYTHING, name)
    return document


@given(st.data(), st.sampled_from(METHOD_NAMES))
@settings(max_examples=20, deadline=None)
def test_any_value_gets_an_answer(data, method):
    assert is_answer(answer(with_values(data, method)))


@pytest.mark.slow
@pytest.mark.parametrize("method", [method for method in METHOD_NAMES if method not in SEARCHED])
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_any_value_gets_an_answer_at_once(method, data):
    assert is_answer(answer(with_values(data, method)))


@pytest.mark.slow
@pytest.mark.parametrize("method", SEARCHED)
@given(st.data())
@settings(max_examples=10, deadline=None)
def test_any_value_gets_an_answer_by_search(method, data):
    assert is_answer(answer(with_values(data, method)))


def test_every_method_is_a_way_to_draw():
    assert set(METHOD_NAMES) == set(METHODS)


@pytest.mark.parametrize("method", [*AT_ONCE, *slowly(*SEARCHED)])
@given(st.integers(8, 24), st.integers(1, 3), st.integers())
@settings(max_examples=5, deadline=None)
def test_any_sensible_request_gets_its_tables(method, count, rounds, seed):
    document = {"method": method, "rounds": rounds, "entrants": list(range(count)), "seed": seed}
    result = answer(document)
    drawn = [made["tables"] for made in result.get("rounds", [result])]
    assert judge(drawn, range(count), sizes=(len(drawn[0][0]),)).errors == ()
