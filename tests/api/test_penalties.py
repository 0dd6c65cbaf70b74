"""tournaments/{slug}/penalties/."""

import pytest

from tests.halls import a_round, a_tournament
from tournaments.actions.standings import standings
from tournaments.models import Entry, Penalty, Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
PENALTIES = "tournaments/serata/penalties/"


def wanted(**more):
    entry = Entry.objects.order_by("number").first()
    return {"entry": entry.pk, "amount": "2.50", "reason": "Late twice", **more}


def test_a_director_gives_one(director, tournament):
    a_round(tournament)
    answer = director.post(PENALTIES, wanted(round=1))
    body = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/{PENALTIES}{body['id']}/"
    del body["id"], body["issued_at"]
    assert body == {
        "entry": Entry.objects.first().pk,
        "round": 1,
        "amount": "2.5",
        "reason": "Late twice",
        "issuer": "dino",
        "cancelled_at": None,
    }


def test_penalty_counts_until_it_is_cancelled_and_stays_on_record(director, anybody, tournament):
    a_round(tournament)
    body = director.post(PENALTIES, wanted()).json()
    standings.refresh(tournament.pk)

    def scores():
        rows = anybody.get("tournaments/serata/standings/").json()["rows"]
        return {row["entry"]: row["score"] for row in rows}

    assert scores()[body["entry"]] == "2.5"
    answer = director.delete(f"{PENALTIES}{body['id']}/")
    assert (answer.status_code, answer.json()["cancelled_at"] is not None) == (200, True)
    standings.refresh(tournament.pk)
    assert scores()[body["entry"]] == "0"
    [listed] = anybody.get(PENALTIES).json()["results"]
    assert listed["cancelled_at"] == answer.json()["cancelled_at"]


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("0", "out_of_range"),
        (-1, "out_of_range"),
        ("1.005", "out_of_range"),
        ("1e9", "out_of_range"),
        ("NaN", "wrong_type"),
        ("Infinity", "wrong_type"),
        ("many", "wrong_type"),
        (True, "wrong_type"),
        ([], "wrong_type"),
        (None, "missing_field"),
        ("9" * 2000, "out_of_range"),
    ],
)
def test_amounts_that_cannot_be(director, tournament, amount, code):
    assert faults(director.post(PENALTIES, wanted(amount=amount))) == [("/amount", code)]


def test_every_fault_at_once(director, tournament):
    other = a_tournament(tournament.club, players=1, name="Altra")
    answer = director.post(PENALTIES, {"entry": "1", "amount": [], "reason": "", "x": 1})
    assert faults(answer) == [
        ("/entry", "not_an_integer"),
        ("/reason", "missing_field"),
        ("/amount", "wrong_type"),
        ("/x", "unknown_field"),
    ]
    elsewhere = wanted(entry=other.entries.get().pk, round=3)
    assert faults(director.post(PENALTIES, elsewhere)) == [("/entry", "unknown_entry"), ("/round", "unknown_round")]
    unknown = [("/entry", "unknown_entry"), ("/round", "unknown_round")]
    assert faults(director.post(PENALTIES, {**elsewhere, "reason": ""})) == [("/reason", "missing_field"), *unknown]
    assert faults(director.post(PENALTIES, {**elsewhere, "amount": "0"})) == [*unknown, ("/amount", "out_of_range")]
    assert Penalty.objects.count() == 0


def test_a_draft_has_no_penalties(director, tournament):
    a_round(tournament, publish=False)
    assert faults(director.post(PENALTIES, wanted(round=1))) == [("/round", "round_is_draft")]


def test_the_public_does_not_see_who_gave_it(director, scorer, anybody, stranger, tournament):
    body = director.post(PENALTIES, wanted()).json()
    for caller, seen in ((anybody, False), (stranger, False), (scorer, True)):
        for shown in (caller.get(PENALTIES).json()["results"][0], caller.get(f"{PENALTIES}{body['id']}/").json()):
            assert ("issuer" in shown) == seen


def test_only_directors_give_and_cancel(anybody, scorer, stranger, director, tournament):
    body = director.post(PENALTIES, wanted()).json()
    results = Caller(tournament.club.memberships.get(role="owner").user, scope="results")
    for method, address in (("POST", PENALTIES), ("DELETE", f"{PENALTIES}{body['id']}/")):
        assert codes(anybody(method, address, wanted()), 401) == ["not_authenticated"]
        for caller in (scorer, stranger, results):
            assert codes(caller(method, address, wanted()), 403) == ["forbidden"]
    assert [penalty.cancelled_at for penalty in Penalty.objects.all()] == [None]


def test_another_tournaments_are_not_here(director, tournament):
    body = director.post(PENALTIES, wanted()).json()
    other = a_tournament(tournament.club, players=1, name="Altra")
    address = f"tournaments/{other.slug}/penalties/{body['id']}/"
    assert codes(director.get(address), 404) == ["not_found"]
    assert codes(director.delete(address), 404) == ["not_found"]
    Tournament.objects.update(visibility="private")
    assert codes(Caller().get(PENALTIES), 404) == ["not_found"]
