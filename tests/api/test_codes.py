"""codes/: typed codes, closed to whoever guesses and opened again by a director."""

import pytest

from .caller import codes

pytestmark = pytest.mark.django_db
CODES = "tournaments/serata/codes/"
WRONG = {"tournament": "serata", "code": "AAAAAAAA"}


@pytest.fixture
def closed(anybody, round_):
    """The answers to five wrong codes."""
    return [anybody.post("table-sessions/", WRONG) for _try in range(5)]


def test_the_fifth_wrong_code_closes_them(anybody, card, closed):
    said = [codes(answer, 403) for answer in closed]
    assert said == [["unknown_code"]] * 4 + [["codes_closed"]]
    answer = anybody.post("table-sessions/", {**WRONG, "code": card.code})
    assert codes(answer, 403) == ["codes_closed"]
    told = "Five wrong codes were typed: scan the card, or ask the director to open codes."
    assert answer.json()["detail"] == told
    assert anybody.post("table-sessions/", {"secret": card.secret}).status_code == 201


def test_a_director_sees_it_and_opens_them(anybody, director, card, closed):
    assert director.get(CODES).json() == {"open": False, "failures": 5}
    assert director.post(CODES + "open/").json() == {"open": True, "failures": 0}
    assert director.get(CODES).json() == {"open": True, "failures": 0}
    typed = {**WRONG, "code": card.code}
    assert anybody.post("table-sessions/", typed).status_code == 201


def test_nobody_else_does(anybody, scorer, stranger, phone, director, closed):
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403), (phone(0), 403)):
        assert caller.get(CODES).status_code == status
        assert caller.post(CODES + "open/").status_code == status
    assert director.get(CODES).json()["open"] is False
