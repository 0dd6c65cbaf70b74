"""tournaments/{slug}/rounds/{n}/tables/{t}/hands/{h}/dispute/."""

import pytest

from .table import HAND, OTHER, entered, yes

pytestmark = pytest.mark.django_db
DISPUTE, CONFIRM = HAND + "dispute/", HAND + "confirmations/"


def told(caller):
    dispute = caller.get(DISPUTE).json()
    return dispute["objectors"], dispute["settled"], dispute["version"]


@pytest.fixture
def disputed(phone):
    """North has entered a hand, and East has rejected it without figures."""
    north, east = phone(0), phone(1)
    north.put(HAND, entered())
    assert north.get(DISPUTE).status_code == 404
    east.post(CONFIRM, {"seat": 1, "version": 1, "accept": False})
    return east


def test_a_plain_no_names_who_said_it_to_everybody_who_reads_the_table(disputed, anybody):
    for caller in (disputed, anybody):
        assert told(caller) == ([1], "", None)


def test_dispute_is_settled_by_agreement(disputed):
    disputed.post(CONFIRM, yes(1))
    assert told(disputed) == ([1], "agreed", 1)
    assert disputed.get(DISPUTE).json()["settled_at"]


def test_dispute_shows_the_ruling_and_its_undo(disputed, director):
    director.post(HAND + "decision/", {"standing": 1, "version": 1})
    assert told(disputed) == ([1], "decided", 1)
    director.post(HAND + "decision/undo/", {"standing": 1})
    assert told(disputed) == ([1], "", None)


def test_dispute_is_settled_by_a_correction(disputed, director):
    tag = director.get(HAND).headers["ETag"]
    director.put(HAND, entered(OTHER, reason="Read wrongly"), headers={"If-Match": tag})
    assert told(disputed) == ([1], "corrected", 2)


def test_dispute_is_settled_by_striking_out(disputed, director):
    director.post(HAND + "void/", {"reason": "Wrong table"})
    assert told(disputed) == ([1], "struck-out", 1)
