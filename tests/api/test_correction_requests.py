"""…/correction-requests/: requests for a correction, which a director decides."""

import pytest

from tests.halls import director_of, play
from tournaments.actions.rounds import rounds

from .caller import codes, faults
from .table import HAND, OTHER, entered

pytestmark = pytest.mark.django_db


class TestCorrectionRequests:
    @pytest.fixture
    def requested(self, phone, round_, scorer):
        play(round_.tables.get(number=1))
        etag = scorer.get(HAND)["ETag"]
        asked = entered(OTHER, reason="Miscounted")
        answer = phone(0).put(HAND, asked, headers={"If-Match": etag})
        assert answer.status_code == 202
        return scorer.get("tournaments/serata/correction-requests/").json()["results"][0]

    def test_one_is_accepted(self, requested, director, round_):
        assert (requested["round"], requested["table"], requested["number"]) == (1, 1, 1)
        address = f"tournaments/serata/correction-requests/{requested['id']}/"
        hand = director.post(address + "accept/").json()
        assert (hand["status"], hand["reason"], hand["scores"]) == ("confirmed", "Miscounted", [17, 0, 0, 0])
        assert director.get("tournaments/serata/correction-requests/").json()["results"] == []
        assert codes(director.post(address + "decline/", {"reason": "x"}), 409) == ["already_decided"]

    def test_one_is_accepted_only_beside_what_was_shown(self, requested, director, round_):
        assert requested["standing_version"] == 1
        address = f"tournaments/serata/correction-requests/{requested['id']}/"
        play(round_.tables.get(number=1), points=[38, 1, 1, 0], replaces=1, reason="Misread")
        refused = director.post(address + "accept/", {"version": 1})
        assert codes(refused, 412) == ["hand_changed"]
        standing = director.get(HAND)
        body = refused.json()
        assert (body["current"], body["current_etag"]) == (standing.json(), standing["ETag"])
        (again,) = director.get("tournaments/serata/correction-requests/").json()["results"]
        assert (body["entered"], again["standing_version"]) == (again, 3)
        assert director.post(address + "accept/", {"version": 3}).json()["scores"] == [17, 0, 0, 0]

    def test_the_version_is_a_whole_number(self, requested, director):
        address = f"tournaments/serata/correction-requests/{requested['id']}/accept/"
        for version, code in (("1", "not_an_integer"), (-1, "out_of_range"), (None, "missing_field")):
            answer = director.post(address, {"version": version})
            assert faults(answer) == [("/version", code)]

    def test_or_declined_with_a_reason(self, requested, director):
        address = f"tournaments/serata/correction-requests/{requested['id']}/"
        assert faults(director.post(address + "decline/")) == [("/reason", "missing_field")]
        declined = director.post(address + "decline/", {"reason": "It was right"})
        assert declined.json()["status"] == "requested"
        assert director.get(HAND).json()["version"] == 1

    def test_after_the_close_it_says_why_too(self, requested, phone, round_, director):
        north = phone(0)
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        asked = north.put(HAND, entered([1, 1, 1, 37]))
        assert faults(asked) == [("/reason", "missing_field")]
        assert north.put(HAND, entered([1, 1, 1, 37], reason="Counted again")).status_code == 202
        found = director.get("tournaments/serata/correction-requests/").json()["results"]
        assert [one["reason"] for one in found] == ["Miscounted", "Counted again"]

    def test_only_the_clubs_roles_rule_on_requests(self, requested, anybody, stranger, phone):
        address = f"tournaments/serata/correction-requests/{requested['id']}/"
        for caller, status in ((anybody, 401), (stranger, 403), (phone(1), 403)):
            assert caller.get("tournaments/serata/correction-requests/").status_code == status
            assert caller.post(address + "accept/").status_code == status
            assert caller.post(address + "decline/").status_code == status
