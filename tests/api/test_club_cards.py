"""Club cards and lasting PINs in the API."""

import pytest
from django.conf import settings

from tests.halls import a_round, a_tournament, a_user, by
from tournaments.actions.at_table.lasting_pins import own_page_secret
from tournaments.actions.people.shown_names import show_player_as
from tournaments.models import ClubTableKey, Player

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
CARDS = "clubs/circolo-del-re/cards/"


@pytest.fixture
def round_(club):
    return a_round(a_tournament(club))


class TestCards:
    def test_are_the_same_each_time(self, director, round_):
        answer = director.get(CARDS + "?tables=2")
        assert answer["Cache-Control"] == "no-store"
        cards = answer.json()["results"]
        assert [card["table"] for card in cards] == [1, 2]
        assert cards[0]["link"] == f"{settings.TAVOLO_URL}/t/@circolo-del-re#{cards[0]['secret']}"
        assert director.get(CARDS).json()["results"][:2] == cards

    def test_open_a_session_at_what_is_in_play(self, director, anybody, round_):
        card = director.get(CARDS + "?tables=1").json()["results"][0]
        by_secret = anybody.post("table-sessions/", {"secret": card["secret"]})
        by_code = anybody.post("table-sessions/", {"club": "circolo-del-re", "code": card["code"]})
        assert [(made.json()["tournament"], made.json()["table"]) for made in (by_secret, by_code)] == [
            ("serata", 1)
        ] * 2
        seats = Caller(Authorization=f"Table {by_secret.json()['secret']}")
        assert seats.get("table-sessions/current/").json()["table"] == 1

    def test_name_the_tournament_where_there_are_several(self, club, director, anybody, round_):
        a_round(a_tournament(club, name="Finale"))
        secret = director.get(CARDS + "?tables=1").json()["results"][0]["secret"]
        assert codes(anybody.post("table-sessions/", {"secret": secret}), 409) == ["several_tournaments"]
        chosen = anybody.post("table-sessions/", {"secret": secret, "tournament": "finale"})
        assert chosen.json()["tournament"] == "finale"

    def test_authorise_nothing_else(self, director, round_):
        secret = director.get(CARDS + "?tables=1").json()["results"][0]["secret"]
        bare = Caller(Authorization=f"Table {secret}")
        assert codes(bare.get("table-sessions/current/"), 401) == ["session_needed"]

    def test_a_card_is_replaced(self, director, anybody, round_):
        before = director.get(CARDS + "?tables=1").json()["results"][0]
        after = director.post(CARDS + "1/replace/").json()
        assert after != before
        assert director.get(CARDS + "?tables=1").json()["results"] == [after]
        assert codes(anybody.post("table-sessions/", {"secret": before["secret"]}), 403) == ["unknown_key"]

    def test_on_paper(self, director, round_):
        answer = director.get("clubs/circolo-del-re/paper/cards/?tables=5")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")

    @pytest.mark.parametrize(("tables", "code"), [("401", "out_of_range"), ("x", "not_an_integer")])
    def test_of_no_such_number_of_tables(self, director, round_, tables, code):
        assert codes(director.get(f"{CARDS}?tables={tables}"), 400) == [code]
        assert codes(director.post(CARDS + "0/replace/"), 404) == ["not_found"]


class TestLastingPin:
    def where(self):
        return f"clubs/circolo-del-re/players/{Player.objects.earliest('pk').pk}/pin/"

    def test_is_given_renewed_and_taken_away(self, director, round_):
        assert director.get(self.where()).json()["pin"] is None
        one, other = (director.post(self.where()).json()["pin"] for _time in range(2))
        entries = director.get("tournaments/serata/pins/").json()["results"]
        own = next(each for each in entries if each["name"] == "Player 0001")
        assert (one != other, own["pin"]) == (True, other)
        show_player_as(Player.objects.get(name="Player 0001"), "initials", by=by(a_user()))
        link = director.get(self.where()).json()["own_page"]
        assert link.endswith(f"/{own_page_secret(Player.objects.earliest('pk'))}/")
        assert director.post(self.where()).json()["own_page"] != link
        assert director.delete(self.where()).status_code == 204
        assert director.get(self.where()).json()["pin"] is None

    def test_nobody_else_sees_or_gives_it(self, club, anybody, scorer, stranger, round_):
        reader = Caller(club.memberships.get(role="owner").user, scope="read")
        addresses = [self.where(), CARDS, "clubs/circolo-del-re/paper/cards/"]
        for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403), (reader, 403)):
            assert {caller.get(address).status_code for address in addresses} == {status}
            assert [caller.post(self.where()).status_code, caller.delete(self.where()).status_code] == [status] * 2
            assert caller.post(CARDS + "1/replace/").status_code == status
        assert (ClubTableKey.objects.exists(), Player.objects.filter(pin_generation=0).count()) == (False, 8)
