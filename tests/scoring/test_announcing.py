"""Announcements before a hand: read completely or refused, and compared with the tally."""

from scoring.announcing import announce, contradictions
from scoring.registry import find
from scoring.table import judge, opening, state
from scoring.values import TableRules

BUDDHA = find("buddha")
OPTIONS = {field.name: field.default for field in BUDDHA.option_fields}
BEFORE = opening(BUDDHA, OPTIONS, TableRules(hands=1))


def told(answer):
    return [(problem.code, problem.pointer) for problem in answer]


def bids(*each):
    return {"lines": [{"bid": bid} for bid in each]}


def test_a_line_for_everybody_who_announces():
    assert announce(BUDDHA, BEFORE, bids(3, 4, 0, 5)) == ({"bid": 3}, {"bid": 4}, {"bid": 0}, {"bid": 5})


def test_every_fault_at_once():
    raw = {"lines": [{"bid": 3}, {}, {"bid": -1}, {"bid": 5, "tricks": 5}], "hand": {}}
    assert told(announce(BUDDHA, BEFORE, raw)) == [
        ("unknown_field", ("hand",)),
        ("missing_field", ("lines", 1, "bid")),
        ("out_of_range", ("lines", 2, "bid")),
        ("unknown_field", ("lines", 3, "tricks")),
    ]


def test_what_is_no_hand_is_said_to_be_none():
    assert told(announce(BUDDHA, BEFORE, [3, 4, 0, 5])) == [("wrong_type", ())]


def test_where_nothing_is_announced_nothing_can_be():
    busca = find("busca-accademia")
    assert told(announce(busca, opening(busca, {}, TableRules(hands=8)), bids(3, 4, 0, 5))) == [
        ("nothing_announced", ())
    ]


def test_after_the_last_hand_nothing_is_announced():
    lines = [{"bid": bid, "tricks": tricks} for bid, tricks in [(3, 3), (4, 5), (0, 0), (5, 5)]]
    over = state(BUDDHA, OPTIONS, BEFORE.rules, [judge(BUDDHA, OPTIONS, {"lines": lines})])
    assert told(announce(BUDDHA, over, bids(3, 4, 0, 5))) == [("hand_after_end", ())]


def test_each_line_that_contradicts_its_announcement_is_named():
    announced = [{"bid": 3}, {"bid": 4}, {"bid": 0}]
    played = [{"bid": 3, "tricks": 3}, {"bid": 5, "tricks": 4}, {"bid": 1, "tricks": 0}]
    faults = list(contradictions(announced, played, ["bid"]))
    assert told(faults) == [("not_as_announced", ("lines", 1, "bid")), ("not_as_announced", ("lines", 2, "bid"))]
    assert faults[0].text() == "The table locked 4 before play. Enter that, or ask the director"


def test_eliminated_players_contradict_no_announcement():
    assert list(contradictions([None, {"bid": 4}, None], [{"bid": 1}, None, None], ["bid"])) == []
