"""clubs/{club}/vp-tables/: a club's own tables of victory points."""

import pytest

from scoring.victory_points import TABLES
from tests.halls import a_tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db

LIMITS = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]
STARTS = [0, *(limit + 1 for limit in LIMITS)]
ROWS = [
    {"least": least, "most": most, "points": [10 + place, 10 - place]}
    for place, (least, most) in enumerate(zip(STARTS, [*LIMITS, None], strict=True))
]


def where(club, table=None):
    return f"clubs/{club.slug}/vp-tables/" + (f"{table}/" if table else "")


@pytest.fixture
def made(club, director):
    return director.post(where(club), {"name": "Casa nostra", "limits": LIMITS}).json()


def test_a_director_adds_one_by_its_limits(club, director, anybody):
    answer = director.post(where(club), {"name": "  Casa  nostra", "limits": LIMITS})
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/{where(club, 'casa-nostra')}")
    assert answer.json() == {"slug": "casa-nostra", "name": "Casa nostra", "limits": LIMITS, "rows": ROWS}
    assert anybody.get(where(club)).json()["results"] == [answer.json()]
    assert anybody.get(where(club, "casa-nostra")).json() == answer.json()


def test_vp_table_is_made_from_its_printed_rows(club, director):
    answer = director.post(where(club), {"name": "Casa nostra", "rows": ROWS})
    assert answer.json()["limits"] == LIMITS


def test_nobody_else_adds_one(club, anybody, scorer, stranger):
    body = {"name": "Casa", "limits": LIMITS}
    assert codes(anybody.post(where(club), body), 401) == ["not_authenticated"]
    for caller in (scorer, stranger):
        assert codes(caller.post(where(club), body), 403) == ["forbidden"]
    assert not club.vp_tables.exists()


@pytest.mark.parametrize(
    ("place", "changes", "message"),
    [
        (2, {"least": 105}, "There is a gap before row 3: begin it at 101, not 105"),
        (2, {"least": 100}, "Row 3 overlaps the one before: begin it at 101, not 100"),
        (4, {"points": [14, 7]}, "The points of row 5 add up to 21: they must add up to 20"),
    ],
)
def test_a_gap_an_overlap_and_a_wrong_sum_are_named_by_their_row(place, changes, message, club, director):
    rows = [{**row, **changes} if n == place else row for n, row in enumerate(ROWS)]
    answer = director.post(where(club), {"name": "Casa", "rows": rows})
    assert faults(answer) == [(f"/rows/{place}", "bad_vp_table")]
    assert answer.json()["errors"][0]["message"] == message
    assert not club.vp_tables.exists()


def test_every_fault_at_once(club, director):
    answer = director.post(where(club), {"name": "", "limits": [0, 100, 100, *LIMITS[3:]], "x": 1})
    assert faults(answer) == [("/name", "missing_field"), ("/x", "unknown_field"), ("/limits/2", "bad_vp_table")]


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (LIMITS[:9], [("/limits", "bad_vp_table")]),
        ([-1, *LIMITS[1:]], [("/limits/0", "bad_vp_table")]),
        (["0", *LIMITS[1:]], [("/limits/0", "not_an_integer")]),
        ([True, *LIMITS[1:]], [("/limits/0", "not_an_integer")]),
        ([*LIMITS[:9], 900.5], [("/limits/9", "not_an_integer")]),
        ([*LIMITS[:9], 10**30], [("/limits/9", "out_of_range")]),
        ("0 100", [("/limits", "wrong_type")]),
        (None, [("/limits", "missing_field")]),
    ],
)
def test_limits_that_are_none(limits, found, club, director):
    assert faults(director.post(where(club), {"name": "Casa", "limits": limits})) == found


def test_vp_table_without_limits_and_rows_is_refused(club, director):
    assert faults(director.post(where(club), {"name": "Casa"})) == [("/limits", "missing_field")]
    assert codes(director.post(where(club), ["Casa"]), 422) == ["wrong_type"]


def test_a_tournament_names_it_and_keeps_its_limits(club, made, director):
    body = {
        "club": club.slug,
        "name": "Buraco",
        "ruleset": "buraco",
        "scoring": {"method": "victory-points", "vp_table": "casa-nostra"},
    }
    slug = director.post("tournaments/", body).json()["slug"]
    assert director.get(f"tournaments/{slug}/").json()["scoring"]["vp_limits"] == LIMITS
    higher = [limit + 50 for limit in LIMITS]
    assert (
        director.patch(where(club, "casa-nostra"), {"limits": higher, "replaces": {"limits": LIMITS}}).status_code
        == 200
    )
    scoring = {"method": "victory-points", "vp_table": "casa-nostra"}
    assert director.patch(f"tournaments/{slug}/", {"scoring": scoring}).status_code == 200
    assert director.get(f"tournaments/{slug}/").json()["scoring"]["vp_limits"] == LIMITS
    assert director.delete(where(club, "casa-nostra")).status_code == 204
    assert director.patch(f"tournaments/{slug}/", {"rounds": 3}).status_code == 200
    assert director.get(f"tournaments/{slug}/").json()["scoring"]["vp_limits"] == LIMITS


def test_another_table_brings_other_limits(club, made, director):
    scoring = {"method": "victory-points", "vp_table": "casa-nostra"}
    tournament = a_tournament(club, ruleset="buraco", table={}, players=0, scoring=scoring)
    assert tournament.ranking_scoring.vp_limits == tuple(LIMITS)
    scoring = {"method": "victory-points", "vp_table": "burraco-4"}
    director.patch(f"tournaments/{tournament.slug}/", {"scoring": scoring})
    tournament.refresh_from_db()
    assert tournament.ranking_scoring.vp_limits == TABLES["burraco-4"]


def test_another_club_does_not_know_it(made, stranger):
    club = stranger.get("clubs/").json()["results"][0]["slug"]
    body = {
        "club": club,
        "name": "Buraco",
        "ruleset": "buraco",
        "scoring": {"method": "victory-points", "vp_table": "casa-nostra"},
    }
    assert faults(stranger.post("tournaments/", body)) == [("/scoring/vp_table", "unknown_vp_table")]


def test_renamed_vp_table_keeps_its_address(club, made, director, scorer, stranger):
    answer = director.patch(where(club, "casa-nostra"), {"name": "Nuova"})
    assert (answer.json()["slug"], answer.json()["name"]) == ("casa-nostra", "Nuova")
    assert answer.json()["limits"] == LIMITS
    for caller in (scorer, stranger):
        assert codes(caller.patch(where(club, "casa-nostra"), {"name": "x"}), 403) == ["forbidden"]
        assert codes(caller.delete(where(club, "casa-nostra")), 403) == ["forbidden"]
    assert director.get(where(club, "nothing")).status_code == 404


def test_a_name_that_everybody_knows_gets_an_address_of_its_own(club, director):
    made = {"name": "burraco 3", "limits": LIMITS}
    director.post(where(club), {"name": "Casa", "limits": LIMITS})
    assert director.post(where(club), made).json()["slug"] == "burraco-3-2"
    assert director.delete(where(club, "casa")).status_code == 204
    assert director.post(where(club), made).json()["slug"] == "burraco-3-3"


def test_a_row_of_a_change_has_all_its_fields(club, director, made):
    answer = director.patch(
        where(club, "casa-nostra"), {"rows": [{"points": [10, 10]}, *ROWS[1:]], "replaces": {"limits": LIMITS}}
    )
    assert faults(answer) == [("/rows/0/least", "missing_field"), ("/rows/0/most", "missing_field")]
