"""Cards and PINs are for directors alone."""

import pytest
from django.conf import settings

from tournaments.models import TableKey

from .caller import Caller, codes

pytestmark = pytest.mark.django_db


class TestSecrets:
    ADDRESSES = ("tournaments/serata/cards/", "tournaments/serata/pins/")

    def test_directors_see_what_is_printed(self, director, card, round_):
        answer = director.get("tournaments/serata/cards/")
        assert answer["Cache-Control"] == "no-store"
        cards = answer.json()["results"]
        assert [each["table"] for each in cards] == [1, 2]
        assert (cards[0]["secret"], cards[0]["code"]) == (card.secret, card.code)
        assert cards[0]["link"] == f"{settings.TAVOLO_URL}/t/serata#{card.secret}"
        pins = director.get("tournaments/serata/pins/").json()["results"]
        assert len(pins) == 8
        assert director.get(f"tournaments/serata/entries/{pins[0]['entry']}/pin/").json() == pins[0]

    def test_a_pin_is_renewed(self, director, round_):
        before = director.get("tournaments/serata/pins/").json()["results"][0]
        after = director.post(f"tournaments/serata/entries/{before['entry']}/pin/").json()
        assert (after["entry"], after["failures"]) == (before["entry"], 0)
        assert director.get("tournaments/serata/pins/").json()["results"][0] == after

    def test_nobody_else_does(self, anybody, scorer, stranger, club, round_, phone):
        reader = Caller(club.memberships.get(role="owner").user, scope="read")
        entry = round_.tournament.entries.first().pk
        addresses = (*self.ADDRESSES, f"tournaments/serata/entries/{entry}/pin/")
        for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403), (reader, 403), (phone(0), 403)):
            assert {caller.get(address).status_code for address in addresses} == {status}
            assert caller.post(addresses[2]).status_code == status
            assert caller.post("tournaments/serata/cards/1/rotate/").status_code == status
        assert TableKey.objects.get(number=1).generation == 1

    def test_no_card_for_a_table_that_is_not_there(self, director, round_):
        answer = director.post("tournaments/serata/cards/3/rotate/")
        assert codes(answer, 404) == ["not_found"]
