"""…/claims/: requests for a correction, which a director decides."""

import pytest

from tests.halls import play

from .caller import codes, faults
from .table import HAND, OTHER, entered

pytestmark = pytest.mark.django_db


class TestClaims:
    @pytest.fixture
    def claim(self, phone, round_, scorer):
        play(round_.tables.get(number=1))
        etag = scorer.get(HAND)["ETag"]
        asked = entered(OTHER, reason="Miscounted")
        answer = phone(0).put(HAND, asked, headers={"If-Match": etag})
        assert answer.status_code == 202
        return scorer.get("tournaments/serata/claims/").json()["results"][0]

    def test_one_is_accepted(self, claim, scorer, round_):
        assert (claim["round"], claim["table"], claim["number"]) == (1, 1, 1)
        address = f"tournaments/serata/claims/{claim['id']}/"
        hand = scorer.post(address + "accept/").json()
        assert (hand["status"], hand["reason"], hand["scores"]) == ("confirmed", "Miscounted", [17, 0, 0, 0])
        assert scorer.get("tournaments/serata/claims/").json()["results"] == []
        assert codes(scorer.post(address + "decline/", {"reason": "x"}), 409) == ["already_decided"]

    def test_one_is_accepted_only_beside_what_was_shown(self, claim, scorer, round_):
        assert claim["standing_version"] == 1
        address = f"tournaments/serata/claims/{claim['id']}/"
        play(round_.tables.get(number=1), points=[38, 1, 1, 0], replaces=1, reason="Misread")
        refused = scorer.post(address + "accept/", {"version": 1})
        assert codes(refused, 412) == ["hand_changed"]
        standing = scorer.get(HAND)
        told = refused.json()
        assert (told["current"], told["current_etag"]) == (standing.json(), standing["ETag"])
        (again,) = scorer.get("tournaments/serata/claims/").json()["results"]
        assert (told["entered"], again["standing_version"]) == (again, 3)
        assert scorer.post(address + "accept/", {"version": 3}).json()["scores"] == [17, 0, 0, 0]

    def test_the_version_is_a_whole_number(self, claim, scorer):
        address = f"tournaments/serata/claims/{claim['id']}/accept/"
        for version, code in (("1", "not_an_integer"), (-1, "out_of_range"), (None, "missing_field")):
            answer = scorer.post(address, {"version": version})
            assert faults(answer) == [("/version", code)]

    def test_or_declined_with_a_reason(self, claim, scorer):
        address = f"tournaments/serata/claims/{claim['id']}/"
        assert faults(scorer.post(address + "decline/")) == [("/reason", "missing_field")]
        declined = scorer.post(address + "decline/", {"reason": "It was right"})
        assert declined.json()["status"] == "claim"
        assert scorer.get(HAND).json()["version"] == 1

    def test_who_may_not(self, claim, anybody, stranger, phone):
        address = f"tournaments/serata/claims/{claim['id']}/"
        for caller, status in ((anybody, 401), (stranger, 403), (phone(1), 403)):
            assert caller.get("tournaments/serata/claims/").status_code == status
            assert caller.post(address + "accept/").status_code == status
            assert caller.post(address + "decline/").status_code == status
