"""tournaments/{slug}/decisions/, and the parts of a score."""

from fractions import Fraction

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_table, director_of, play, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Decision, Entry

from .caller import codes, faults

pytestmark = pytest.mark.django_db
DECISIONS = "tournaments/serata/decisions/"


@fixture_again
def played(tournament):
    round_ = a_round(tournament)
    play_out(round_, [20, 10, 9, 1])
    rounds.close_round(round_, by=director_of(tournament))
    return tournament


def wanted(**more):
    return {"entry": Entry.objects.order_by("number").first().pk, "kind": "award", "reason": "Late table", **more}


def test_a_missing_amount_is_reported_beside_an_unknown_entry_and_round(director, played):
    unknown = [("/entry", "unknown_entry"), ("/round", "unknown_round")]
    assert faults(director.post(DECISIONS, wanted(entry=10**9, round=9))) == [*unknown, ("/amount", "missing_field")]


def test_a_director_decides_and_takes_it_back(director, anybody, played):
    answer = director.post(DECISIONS, wanted(round=1, amount="2.50"))
    body = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/{DECISIONS}{body['id']}/")
    assert (body["kind"], body["round"], body["amount"], body["issuer"]) == ("award", 1, "2.50", "dino")
    assert "issuer" not in anybody.get(f"{DECISIONS}{body['id']}/").json()
    assert director.delete(f"{DECISIONS}{body['id']}/").json()["cancelled_at"] is not None
    assert [each["id"] for each in anybody.get(DECISIONS).json()["results"]] == [body["id"]]


def test_every_fault_at_once(director, played):
    answer = director.post(DECISIONS, {"entry": "1", "kind": "x", "amount": [], "reason": ""})
    assert [where for where, _code in faults(answer)] == ["/entry", "/reason", "/kind", "/amount"]
    assert faults(director.post(DECISIONS, wanted())) == [("/round", "missing_field"), ("/amount", "missing_field")]
    assert not Decision.objects.exists()


def test_only_directors_decide(anybody, scorer, stranger, director, played):
    body = director.post(DECISIONS, wanted(kind="disqualified")).json()
    for method, address in (("POST", DECISIONS), ("DELETE", f"{DECISIONS}{body['id']}/")):
        assert codes(anybody(method, address, wanted()), 401) == ["not_authenticated"]
        for caller in (scorer, stranger):
            assert codes(caller(method, address, wanted()), 403) == ["forbidden"]
    again = director.post(DECISIONS, wanted(kind="disqualified"))
    assert codes(again, 409) == ["already_disqualified"]


def test_the_lines_of_a_score_add_up_and_the_round_in_play_is_beside_them(director, anybody, played):
    director.post(DECISIONS, wanted(round=1, amount="2.5"))
    director.post("tournaments/serata/penalties/", {"entry": wanted()["entry"], "amount": "0.25", "reason": "Noise"})
    play(a_table(a_round(played)))
    standings.refresh(played.pk)
    for row in anybody.get("tournaments/serata/standings/").json()["rows"]:
        told = anybody.get(f"tournaments/serata/standings/{row['entry']}/").json()
        lines = [Fraction(line.get("exact") or line["score"]) for line in told["lines"]]
        assert (told["after_round"], sum(lines)) == (1, Fraction(row["score_exact"]))
        assert [line["round"] for line in told["so_far"]] == [2]
    own = anybody.get(f"tournaments/serata/standings/{wanted()['entry']}/").json()["lines"]
    assert [(line["kind"], line["score"], line["reason"]) for line in own] == [
        ("round", "2.5", "Late table"), ("penalty", "0.25", "Noise")
    ]  # fmt: skip


def test_nothing_of_who_is_not_in_it_or_of_what_is_hidden(director, anybody, played):
    assert codes(anybody.get("tournaments/serata/standings/999999/"), 404) == ["not_found"]
    director.post(DECISIONS, wanted(round=1, amount="731"))
    standings.refresh(played.pk)
    director.post("tournaments/serata/standings/hide/", {"after_round": 0})
    assert anybody.get(DECISIONS).json()["results"] == []
    assert codes(anybody.get(f"tournaments/serata/standings/{wanted()['entry']}/"), 404) == ["not_found"]
