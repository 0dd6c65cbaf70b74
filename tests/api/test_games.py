"""games/: the rule sets, and scoring without a tournament."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import counter, registry, wire

from .caller import Caller, faults
from .documents import counts, documents

pytestmark = pytest.mark.django_db
SCORE = "games/busca-accademia/score/"
COUNT = "games/busca-accademia/count/"


def lines(*points):
    return [{"points": each} for each in points]


def test_the_list_has_every_rule_set_in_the_order_of_the_menu(anybody):
    answer = anybody.get("games/").json()
    assert [game["slug"] for game in answer["results"]] == [r.slug for r in registry.RULESETS]


def test_a_game_says_who_wins_and_what_is_written_down(anybody):
    game = anybody.get("games/busca-accademia/").json()
    assert (game["title"], game["direction"], game["sides"]) == ("Busca (Accademia)", "low", [4])
    assert game["source"] == "Accademia Italiana Gioco Carte, Regolamento Busca"
    assert game["apart"] == ""
    assert "in Buraco jokers count 50" in anybody.get("games/burraco/").json()["apart"]
    points = game["line"]["properties"]["points"]
    assert (points["type"], points["minimum"], points["maximum"]) == ("integer", 0, 40)
    assert game["line"]["required"] == ["points"]
    assert list(game["hand"]["properties"]) == ["last_trick"]


def test_no_game_no_answer(anybody):
    assert faults(anybody.get("games/poker/"), 404) == [("", "not_found")]
    assert faults(anybody.post("games/poker/score/", {}), 404) == [("", "not_found")]


def test_a_hand_is_scored(anybody):
    answer = anybody.post(SCORE, {"lines": lines(13, 13, 13, 1)})
    assert (answer.status_code, answer.json()) == (200, {"scores": [3, 3, 3, 0]})


def test_a_whole_table_is_scored(anybody):
    hands = [{"lines": lines(37, 1, 1, 1)}, {"lines": lines(20, 20, 0, 0)}]
    answer = anybody.post(SCORE, {"table": {"hands": 2}, "hands": hands})
    assert answer.json() == {
        "scores": [[17, 0, 0, 0], [0, 0, 2, 2]],
        "totals": [17, 0, 2, 2],
        "over": True,
        "places": [4, 1, 2, 2],
        "next_lead": None,
    }


def test_as_many_hands_are_scored_as_a_table_plays_and_no_more(anybody):
    hands = [{"lines": lines(13, 13, 13, 1)}] * 500
    answer = anybody.post(SCORE, {"table": {"hands": 500}, "hands": hands})
    assert answer.json()["totals"] == [1500, 1500, 1500, 0]
    answer = anybody.post(SCORE, {"table": {"hands": 501}, "hands": hands + hands[:1]})
    assert faults(answer) == [("/hands", "too_many_hands")]


def test_victory_points_are_split(anybody):
    answer = anybody.post("games/buraco/score/", {"vp_table": "burraco-3", "difference": -400})
    assert answer.json() == {"points": [6, 14]}


@pytest.mark.parametrize("tally", [{"lines": lines(13, 13, 13, 1)}, {"hands": [], "table": {"hands": 2}}])
def test_a_tally_with_a_table_of_victory_points_has_one_fault(anybody, tally):
    assert faults(anybody.post(SCORE, {**tally, "vp_table": "burraco-3"})) == [("/vp_table", "unknown_field")]


def test_the_rule_set_may_be_said_twice_but_not_differently(anybody):
    tally = {"lines": lines(10, 10, 10, 10)}
    assert anybody.post(SCORE, {"ruleset": "busca-accademia", **tally}).status_code == 200
    answer = anybody.post(SCORE, {"ruleset": "busca-elimination", **tally})
    assert faults(answer) == [("/ruleset", "other_ruleset")]


def test_every_fault_has_its_place(anybody):
    tally = {
        "lines": [{"points": -1}, {"points": "9"}, {"x": 1, "points": 5}, {"points": 5}],
        "hand": {"last_trick": 7},
    }
    answer = anybody.post(SCORE, tally)
    assert faults(answer) == [
        ("/lines/0/points", "out_of_range"),
        ("/lines/1/points", "not_an_integer"),
        ("/lines/2/x", "unknown_field"),
        ("/hand/last_trick", "out_of_range"),
    ]


def test_a_fault_in_a_table_names_the_hand(anybody):
    hands = [{"lines": lines(10, 10, 10, 10)}, {"lines": lines(10, 10, 10, 11)}]
    answer = anybody.post(SCORE, {"table": {"hands": 4}, "hands": hands})
    assert faults(answer) == [("/hands/1/lines", "sum_not_40")]
    assert faults(anybody.post(SCORE, {"table": {"target": 0}, "hands": []})) == [("/table/target", "out_of_range")]


@pytest.mark.parametrize(
    ("game", "request_", "pointer"),
    [
        ("brisca", {"players": 2, "lines": lines(61, 59)}, "/players"),
        ("brisca", {"target": 3, "lines": lines(61, 59)}, "/target"),
        ("brisca", {"hands": [], "lines": lines(61, 59)}, "/hands"),
        ("brisca", {"hand": {"declarer": 1}, "lines": lines(61, 59)}, "/hand/declarer"),
        ("buraco", {"table": {"x": 1}, "hands": []}, "/table/x"),
        ("brisca", {"table": {"hands": 1}, "hands": [{"hands": 1, "lines": lines(61, 59)}]}, "/hands/0/hands"),
        ("brisca", {"table": {"hands": 1}, "hands": [{"hand": {"x": 1}, "lines": lines(61, 59)}]}, "/hands/0/hand/x"),
    ],
)
def test_unknown_fields_are_reported_at_their_place(game, request_, pointer, anybody):
    answer = anybody.post(f"games/{game}/score/", request_)
    assert faults(answer) == [(pointer, "unknown_field")]


def test_last_trick_of_an_eliminated_player_is_refused(anybody):
    rest = [{"lines": lines(37, 1, 1, 1)}] * 2
    three = [None, *lines(20, 10, 10)]
    hands = [*rest, {"lines": three, "hand": {"last_trick": 0}}]
    answer = anybody.post("games/busca-elimination/score/", {"hands": hands})
    assert faults(answer) == [("/hands/2/hand/last_trick", "eliminated_side")]


def test_score_reports_problems_in_the_wire_format(anybody):
    tally = {"ruleset": "busca-accademia", "lines": lines(10, 10, 10, 11)}
    assert anybody.post(SCORE, tally).json()["problems"] == wire.answer(tally)["problems"]


def test_score_accepts_tokens_of_any_scope(club):
    caller = Caller(club.memberships.get().user, scope="read")
    assert caller.post(SCORE, {"lines": lines(10, 10, 10, 10)}).status_code == 200


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(document=documents, ruleset=st.sampled_from(registry.RULESETS))
def test_any_document_gets_scores_or_problems(document, ruleset):
    answer = Caller().post(f"games/{ruleset.slug}/score/", raw=json.dumps(document))
    assert answer.status_code in (200, 422)
    assert ("problems" in answer.json()) == (answer.status_code == 422)


def test_cards_are_counted(anybody):
    piles = [{"cards": ["ace-coins", "3-cups"]}, {"kinds": {"ace": 2, "figure": 5}}]
    answer = anybody.post(COUNT, {"last_trick": 1, "piles": piles})
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "piles": [{"points": 9, "cards": 2}, {"points": 14, "cards": 7}],
            "left": {"points": 17, "cards": 31, "kinds": {"pita": 0, "ace": 1, "figure": 14, "blank": 16}},
        },
    )


def test_cards_are_worth_what_the_region_says(anybody):
    request = {"values": "seven", "piles": [{"cards": ["7-cups", "3-cups"]}]}
    answer = anybody.post("games/brisca/count/", request).json()
    assert answer["piles"] == [{"points": 10, "cards": 2}]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({}, [("/piles", "missing_field")]),
        ([], [("", "bad_request")]),
        ({"piles": [7, {"cards": 1}]}, [("/piles/0", "wrong_type"), ("/piles/1/cards", "wrong_type")]),
        ({"piles": [{"cards": ["x"]}]}, [("/piles/0/cards/0", "unknown_card")]),
        (
            {"piles": [{"cards": ["x", 7, "4-cups", "x", {}]}]},
            [(f"/piles/0/cards/{place}", "unknown_card") for place in (0, 1, 3, 4)],
        ),
        (
            {"piles": [{"cards": ["x", "4-cups", "4-cups"]}], "last_trick": 1},
            [
                ("/piles/0/cards/0", "unknown_card"),
                ("/last_trick", "out_of_range"),
                ("/piles/0/cards/2", "card_taken_twice"),
            ],
        ),
        (
            {"piles": [{"cards": ["x"]}], "last_trick": "1"},
            [("/last_trick", "not_an_integer"), ("/piles/0/cards/0", "unknown_card")],
        ),
        ({"piles": [{"x": 1}]}, [("/piles/0/x", "unknown_field")]),
        ({"piles": [{"kinds": {"x": 1}}]}, [("/piles/0/kinds/x", "unknown_field")]),
        ({"piles": [{"kinds": {"ace": -1}}]}, [("/piles/0/kinds/ace", "out_of_range")]),
        (
            {"piles": [{"cards": ["4-cups"]}, {"cards": ["5-cups", "4-cups"]}]},
            [("/piles/1/cards/1", "card_taken_twice")],
        ),
        ({"piles": [{"kinds": {"ace": 3}}, {"cards": ["ace-cups"]}]}, [("/piles/1/cards", "too_many_of_kind")]),
        ({"piles": [{}], "last_trick": 1}, [("/last_trick", "out_of_range")]),
        ({"piles": [{}], "options": {"x": 1}}, [("/options/x", "bad_option")]),
        ({"piles": [{}], "options": 1}, [("/options", "wrong_type")]),
        ({"piles": [{}], "ruleset": "brisca"}, [("/ruleset", "other_ruleset")]),
    ],
)
def test_every_fault_of_a_count_has_its_place(anybody, request_, expected):
    assert faults(anybody.post(COUNT, request_)) == expected


def test_count_reports_problems_in_the_wire_format(anybody):
    request = {"ruleset": "busca-accademia", "piles": [{"cards": ["ace-coins"] * 2}]}
    assert anybody.post(COUNT, request).json()["problems"] == counter.answer(request)["problems"]


def test_where_cards_have_no_points_nothing_is_counted(anybody):
    answer = anybody.post("games/buddha/count/", {"piles": [{}]})
    assert faults(answer) == [("/ruleset", "no_counter")]
    assert anybody.get("games/buddha/").json()["count"] is None
    assert faults(anybody.post("games/poker/count/", {}), 404) == [("", "not_found")]


def test_a_game_says_what_its_counter_takes(anybody):
    count = anybody.get("games/brisca/").json()["count"]
    assert list(count["properties"]) == ["piles", "values"]
    pile = count["properties"]["piles"]["items"]["properties"]
    assert len(pile["cards"]["items"]["enum"]) == 40
    assert pile["kinds"]["properties"]["ace"] == {"title": "Ace", "type": "integer", "minimum": 0, "maximum": 4}


def test_count_accepts_tokens_of_any_scope(club):
    caller = Caller(club.memberships.get().user, scope="read")
    assert caller.post(COUNT, {"piles": [{}]}).status_code == 200


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(document=documents | counts, ruleset=st.sampled_from(registry.RULESETS))
def test_any_document_is_counted_or_gets_problems(document, ruleset):
    answer = Caller().post(f"games/{ruleset.slug}/count/", raw=json.dumps(document))
    assert answer.status_code in (200, 422)
    assert ("problems" in answer.json()) == (answer.status_code == 422)
