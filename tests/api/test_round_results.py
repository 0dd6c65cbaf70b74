"""…/rounds/{n}/results/: the results of many tables in one request, all or nothing."""

import pytest

from tests.halls import LEVEL, a_round, a_table, a_tournament, busca, play
from tournaments.actions.verification import verify
from tournaments.models import Hand, LedgerEntry

from .caller import codes, faults
from .rounds import ROUND

pytestmark = pytest.mark.django_db
RESULTS = ROUND + "results/"
OTHER = [37, 1, 1, 1]


def table(number, *hands):
    return {"table": number, "hands": list(hands)}


def test_a_round_is_recorded_once_in_one_request(scorer, tournament):
    a_round(tournament)
    both = {"tables": [table(2, busca(LEVEL), busca(OTHER)), table(1, busca(OTHER))]}
    key = {"Idempotency-Key": "round-1"}
    answer = scorer.put(RESULTS, both, headers=key)
    assert answer.status_code == 200
    assert [[each["table"], [hand["number"] for hand in each["hands"]]] for each in answer.json()["tables"]] == [
        [2, [1, 2]],
        [1, [1]],
    ]
    assert {hand["status"] for each in answer.json()["tables"] for hand in each["hands"]} == {"confirmed"}
    assert scorer.put(RESULTS, both, headers=key).content == answer.content
    assert scorer.put(RESULTS, both).json() == answer.json()
    assert (Hand.objects.count(), LedgerEntry.objects.filter(kind="hand_recorded").count()) == (3, 3)
    assert verify(tournament).findings == ()


@pytest.mark.slow
def test_every_fault_is_told_and_nothing_is_stored(scorer, tournament):
    round_ = a_round(tournament)
    play(a_table(round_))
    wrong = {"lines": [{"points": 40}, {"points": -1}, {"points": 0}, {"points": 1}]}
    sent = [table(1, busca(OTHER), busca(LEVEL)), table(2, busca(LEVEL), wrong)]
    assert faults(scorer.put(RESULTS, {"tables": sent})) == [
        ("/tables/0/hands/0", "hand_stands"),
        ("/tables/1/hands/1/lines/1/points", "out_of_range"),
    ]
    assert faults(scorer.put(RESULTS, {"tables": sent[:1]}), 428) == [("/tables/0/hands/0", "hand_stands")]
    old = [table(1, {**busca(OTHER), "replaces": 7, "reason": "Misread"})]
    assert faults(scorer.put(RESULTS, {"tables": old}), 412) == [("/tables/0/hands/0", "hand_changed")]
    unfit = [table(3, busca(LEVEL)), table(2, busca(LEVEL)), table(2, busca(LEVEL))]
    assert faults(scorer.put(RESULTS, {"tables": unfit})) == [
        ("/tables/0/table", "unknown_table"),
        ("/tables/2/table", "named_twice"),
    ]
    misread = [{"table": 1}, {"table": 2, "hands": [{**busca(LEVEL), "replaces": "1"}]}]
    assert faults(scorer.put(RESULTS, {"tables": misread})) == [
        ("/tables/0", "contradiction"),
        ("/tables/1/hands/0/replaces", "not_an_integer"),
    ]
    assert faults(scorer.put(RESULTS, {"tables": [{"table": 1, "hands": [7]}], "x": 1})) == [
        ("/tables/0/hands/0", "wrong_type"),
        ("/x", "unknown_field"),
    ]
    many = [table(number, *[busca(LEVEL)] * 100) for number in range(1, 22)]
    assert faults(scorer.put(RESULTS, {"tables": many})) == [("/tables", "wrong_number")]
    assert faults(scorer.put(RESULTS, {"tables": [table(1, busca(LEVEL))] * 2001})) == [("/tables", "too_long")]
    assert Hand.objects.count() == 1
    right = [table(1, {**busca(OTHER), "replaces": 1, "reason": "Misread"}), table(2, busca(LEVEL))]
    assert scorer.put(RESULTS, {"tables": right}).json()["tables"][0]["hands"][0]["version"] == 2


def test_totals_and_who_may(scorer, stranger, anybody, director, club):
    tournament = a_tournament(club, table={"hands": 8}, kept="totals")
    a_round(tournament, publish=False)
    totals = {"tables": [{"table": number, "total": busca([1, 2, 3, 4])} for number in (1, 2)]}
    assert codes(director.put(RESULTS, totals), 409) == ["round_not_in_play"]
    director.post(ROUND + "publish/")
    for caller, status in ((anybody, 401), (stranger, 403)):
        assert caller.put(RESULTS, totals).status_code == status
    assert [each["hands"][0]["scores"] for each in scorer.put(RESULTS, totals).json()["tables"]] == [[1, 2, 3, 4]] * 2
    director.post(ROUND + "close/")
    assert codes(scorer.put(RESULTS, totals), 409) == ["round_not_in_play"]
