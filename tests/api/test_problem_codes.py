"""problems/: every code that the API answers, once, with its messages."""

import json

import pytest

from scoring.registry import RULESETS
from tests.test_recorded_refusals import recorded

from .caller import codes
from .source_codes import CODES, text_of_codes

pytestmark = pytest.mark.django_db


def listed(anybody):
    address, rows = "problems/?limit=200", []
    while address:
        page = anybody.get(address).json()
        rows += page["results"]
        address = page["next"] and page["next"].partition("/api/v1/")[2]
    return rows


def test_every_code_is_listed_once(anybody):
    found = listed(anybody)
    rows = [row["code"] for row in found]
    assert rows == sorted(set(rows))
    assert [row["code"] for row in found if not row["messages"]] == []
    answered = {fault[1] for line in recorded() for fault in line[3][1] if fault[1]}
    assert answered - {*rows} == set()


@pytest.mark.slow
def test_the_list_is_made_from_the_source():
    """After a new code or message: `python -m tests.api.source_codes`."""
    assert CODES.read_text() == text_of_codes()


def test_codes_of_single_games_are_in_the_list(anybody):
    texts = {row["code"]: row["messages"] for row in listed(anybody)}
    sums = ["Total {total}: add {lacking}", "Total {total}: take away {excess}"]
    assert [texts[f"sum_not_{total}"] for total in (11, 26, 40, 120)] == [sums] * 4
    queen = "One player must have at least 13 points, because somebody took the queen of spades"
    assert texts["queen_not_taken"] == [queen]
    codes_of_all = json.loads(CODES.read_text())
    assert [code for game in RULESETS for code in game.codes() if code in codes_of_all] == []


def test_a_code_is_explained_to_programs_and_people(anybody):
    row = {"code": "hand_skipped", "url": "/api/v1/problems/hand_skipped/", "messages": ["Enter hand {next} first."]}
    assert anybody.get("problems/hand_skipped/").json() == row
    assert row in listed(anybody)
    assert anybody.get("problems/cannot-be/").json()["codes"] == "/api/v1/problems/"
    page = anybody.get("problems/hand_skipped/", headers={"Accept": "text/html", "Accept-Language": "it"})
    assert "Prima inserisci la mano {next}." in page.content.decode()
    assert codes(anybody.get("problems/unheard_of/"), 404) == ["not_found"]
