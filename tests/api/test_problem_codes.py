"""problems/: every code that the API answers, once, with its messages."""

import pytest

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


def test_a_code_is_explained_to_programs_and_people(anybody):
    row = {"code": "hand_skipped", "url": "/api/v1/problems/hand_skipped/", "messages": ["Enter hand {next} first."]}
    assert anybody.get("problems/hand_skipped/").json() == row
    assert row in listed(anybody)
    assert anybody.get("problems/cannot-be/").json()["codes"] == "/api/v1/problems/"
    page = anybody.get("problems/hand_skipped/", headers={"Accept": "text/html", "Accept-Language": "it"})
    assert "Prima inserisci la mano {next}." in page.content.decode()
    assert codes(anybody.get("problems/unheard_of/"), 404) == ["not_found"]
