"""…/ledger/verification/: whether the ledger holds."""

import pytest

from tests.halls import play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestVerification:
    def test_it_holds(self, anybody, director, round_):
        play(round_.tables.get(number=1))
        verdict = anybody.get("tournaments/serata/ledger/verification/").json()
        tournament = Tournament.objects.get()
        assert verdict == {
            "holds": True,
            "entries": tournament.ledger_length,
            "head": tournament.ledger_head,
            "erased": 0,
            "findings": [],
        }

    def test_findings_are_shown_to_directors_only(self, anybody, director, round_):
        Tournament.objects.update(ledger_head="")
        address = "tournaments/serata/ledger/verification/"
        assert anybody.get(address).json()["findings"] == [{"kind": "head"}]
        body = director.get(address).json()
        assert (body["holds"], body["findings"][0]["place"]) == (False, "ledger")
