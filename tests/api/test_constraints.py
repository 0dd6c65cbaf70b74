"""tournaments/{slug}/constraints/."""

import pytest

from tournaments.models import Entry, Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
CONSTRAINTS = "tournaments/serata/constraints/"
NONE = {"apart": [], "fixed": [], "avoid_same_club": False, "seats": None, "uneven_tables": True, "by_rating": False}


@pytest.fixture
def ids(tournament):
    return list(Entry.objects.order_by("number").values_list("pk", flat=True))


def test_directors_set_and_read_them(director, ids):
    assert director.get(CONSTRAINTS).json() == NONE
    body = {"apart": [ids[1::-1]], "fixed": [{"entry": ids[2], "table": 2}]}
    answer = director.patch(CONSTRAINTS, body)
    assert answer.status_code == 200
    assert answer.json() == NONE | {**body, "apart": [ids[:2]]}
    assert director.get(CONSTRAINTS).json() == answer.json()


def test_patch_replaces_only_the_lists_it_contains(director, ids):
    first = director.patch(CONSTRAINTS, {"apart": [ids[:2]], "avoid_same_club": True})
    read = {"If-Match": first["ETag"]}
    answer = director.patch(CONSTRAINTS, {"apart": [ids[2:4]], "seats": 4}, headers=read).json()
    assert answer == NONE | {"apart": [ids[2:4]], "avoid_same_club": True, "seats": 4}
    assert director.patch(CONSTRAINTS, {}).json() == answer


def test_the_next_draw_keeps_to_them(director, ids):
    director.patch(CONSTRAINTS, {"apart": [ids[:2]]})
    drawn = director.post("tournaments/serata/rounds/").json()
    assert [len({*ids[:2]} & {*table}) for table in drawn["tables"]] == [1, 1]


def test_home_clubs_are_listed_with_the_entries(director, anybody, ids):
    entry = f"tournaments/serata/entries/{ids[0]}/"
    assert director.patch(entry, {"home_club": " Amici  delle Carte"}).json()["home_club"] == ("Amici delle Carte")
    assert "home_club" not in anybody.get(entry).json()
    entered = director.post("tournaments/serata/entries/", {"name": "Visitor", "home_club": "Amici"})
    assert entered.json()["home_club"] == "Amici"


def test_faults_of_form_and_of_sense(director, ids):
    body = {"apart": [[1], [1, "2"], 7], "fixed": [{"entry": 1}, []], "seats": True, "x": 1}
    assert faults(director.patch(CONSTRAINTS, body)) == [
        ("/apart/0", "too_short"),
        ("/apart/1/1", "not_an_integer"),
        ("/apart/2", "wrong_type"),
        ("/fixed/0/table", "missing_field"),
        ("/fixed/1", "wrong_type"),
        ("/seats", "not_an_integer"),
        ("/x", "unknown_field"),
    ]
    body = {"apart": [[ids[0], ids[0]], [ids[0], 10**9]], "seats": 3}
    assert faults(director.patch(CONSTRAINTS, body)) == [
        ("/apart/0", "same_entry"),
        ("/apart/1/1", "unknown_entrant"),
        ("/seats", "not_a_choice"),
    ]
    assert director.get(CONSTRAINTS).json() == NONE


def test_only_directors_see_or_set_them(anybody, scorer, stranger, ids):
    for method in ("GET", "PATCH"):
        assert codes(anybody(method, CONSTRAINTS, {}), 401) == ["not_authenticated"]
        assert codes(scorer(method, CONSTRAINTS, {}), 403) == ["forbidden"]
        assert codes(stranger(method, CONSTRAINTS, {}), 403) == ["forbidden"]
    Tournament.objects.update(visibility="private")
    assert codes(stranger.get(CONSTRAINTS), 404) == ["not_found"]
