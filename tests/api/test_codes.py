"""codes/: limits on typed codes, and lifting them."""

import pytest

from tests.clock import stand_still

from .caller import codes

pytestmark = pytest.mark.django_db
CODES = "tournaments/serata/codes/"
WRONG = {"tournament": "serata", "code": "AAAAAAAA", "device": "a phone"}


@pytest.fixture(autouse=True)
def _at_one_moment(monkeypatch):
    """Keep the clock still, so that a slow machine does not use up a second that a request must wait."""
    stand_still(monkeypatch)


@pytest.fixture
def closed(anybody, round_):
    """The answers to five wrong codes."""
    return [anybody.post("table-sessions/", WRONG) for _try in range(5)]


def test_the_fifth_wrong_code_closes_them_for_the_phone_that_typed_it(anybody, card, closed):
    said = [codes(answer, 403) for answer in closed]
    assert said == [["unknown_code"]] * 4 + [["codes_closed"]]
    answer = anybody.post("table-sessions/", {**WRONG, "code": card.code})
    assert codes(answer, 403) == ["codes_closed"]
    assert anybody.post("table-sessions/", {"secret": card.secret}).status_code == 201


def test_new_phone_at_a_blocked_address_gets_retry_after(anybody, card, closed):
    answer = anybody.post("table-sessions/", {**WRONG, "code": card.code, "device": "new"})
    assert (codes(answer, 429), answer["Retry-After"]) == (["codes_wait"], "1")


def test_a_director_sees_it_and_opens_them(anybody, director, card, closed):
    expected = {"failures": 5, "closed_devices": 1, "slowed": True}
    fresh = {"failures": 0, "closed_devices": 0, "slowed": False}
    assert director.get(CODES).json() == expected
    assert director.post(CODES + "open/").json() == fresh
    assert director.get(CODES).json() == fresh
    typed = {**WRONG, "code": card.code}
    assert anybody.post("table-sessions/", typed).status_code == 201


def test_nobody_else_does(anybody, scorer, stranger, phone, director, closed):
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403), (phone(0), 403)):
        assert caller.get(CODES).status_code == status
        assert caller.post(CODES + "open/").status_code == status
    assert director.get(CODES).json()["failures"] == 5
