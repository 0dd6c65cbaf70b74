"""Seats of tables of two to six players are distinguishable on pages."""

import re

import pytest

from tests.halls import a_round, a_tournament
from tests.web.pages import text

pytestmark = pytest.mark.django_db

TABLES = [
    ("brisca", {"players": 2}, 2),
    ("brisca-rematada", {}, 3),
    ("busca-accademia", {}, 4),
    ("briscola-chiamata", {}, 5),
    ("buddha", {}, 6),
]


@pytest.mark.parametrize(("slug", "options", "seats"), TABLES)
@pytest.mark.parametrize("where", ["rounds/1/", "rounds/1/tables/1/"])
def test_every_seat_has_a_mark_of_its_own(club, anybody, slug, options, seats, where):
    plan = {"ruleset": slug, "options": options, "table": {} if slug == "buddha" else {"hands": 3}}
    a_round(a_tournament(club, players=seats, name="Serata", **plan))
    page = anybody.get(f"/tournaments/serata/{where}")
    body = page.content.decode().partition("<main")[2].partition("</main>")[0]
    marks = re.findall(r'(<svg class="suit".*?</svg>)\s*<span class="name" translate="no">', body, re.S)
    assert len(marks) == len(set(marks)) == seats
    for number in range(1, seats + 1):
        assert f"Player {number:04}" in text(page)


def test_a_seat_is_named_by_number_where_there_is_no_compass(club, anybody):
    a_round(a_tournament(club, players=6, name="Serata", ruleset="buddha", table={}))
    page = text(anybody.get("/tournaments/serata/rounds/1/"))
    assert [f"Seat {number}" in page for number in range(1, 8)] == [True] * 6 + [False]
    assert "North" not in page
