"""A table that ends when its round is put right, through the API."""

import pytest

from tests.halls import a_round, a_tournament
from tournaments.actions.at_table import keys
from tournaments.models import Hand, HelpCall
from tournaments.pairing.wire import answer

from .caller import Caller, codes
from .rounds import ROUND
from .table import entered

pytestmark = pytest.mark.django_db
TABLE = ROUND + "tables/3/"


@pytest.fixture
def round_(club):
    return a_round(a_tournament(club, players=12))


@pytest.fixture
def card(round_):
    return keys.cards(round_.tournament, [3])[0]


@pytest.fixture
def phone(card):
    opened = Caller().post("table-sessions/", {"secret": card.secret, "device": "north"}).json()
    caller = Caller(Authorization=f"Table {opened['secret']}")
    assert caller.post(f"{TABLE}seats/0/claim/").status_code == 200
    return caller


@pytest.fixture
def ended(round_, director, phone):
    """Three of table 3 leave, and one of table 2; the director called there had not come yet."""
    assert phone.post(f"{TABLE}help/", {"reason": "question"}).status_code in (200, 201)
    third, second = (round_.tables.get(number=number) for number in (3, 2))
    leaving = [*third.seats.exclude(number=0).values_list("entry_id", flat=True), second.seats.get(number=3).entry_id]
    assert director.post(ROUND + "repair/", {"leaving": leaving}).status_code == 200
    return round_


def test_session_of_an_ended_table_gets_its_players_new_table(ended, phone):
    answer = phone.get(TABLE + "hands/1/")
    assert codes(answer, 401) == ["table_ended"]
    name = ended.tables.get(number=2).seats.get(number=3).entry.name
    assert answer.json()["detail"] == f"The tables of round 1 have changed. {name} now sits at table 2."
    assert codes(phone.put(TABLE + "hands/1/", entered()), 401) == ["table_ended"]
    assert codes(phone.post(f"{TABLE}help/", {"reason": "question"}), 401) == ["table_ended"]
    assert (Hand.objects.count(), HelpCall.objects.count()) == (0, 0)


def test_card_and_code_of_an_ended_table_are_refused(ended, card):
    bare = Caller(Authorization=f"Table {card.secret}")
    assert codes(bare.get(TABLE + "hands/1/"), 409) == ["table_not_in_round"]
    opened = {"secret": card.secret}, {"tournament": ended.tournament.slug, "code": card.code}
    assert [codes(Caller().post("table-sessions/", sent), 409) for sent in opened] == [["table_not_in_round"]] * 2


@pytest.mark.slow
def test_directors_see_neither_the_table_nor_its_call(ended, director):
    assert director.get(TABLE).status_code == 404
    assert director.get("tournaments/serata/help/").json()["results"] == []
    assert [table["number"] for table in director.get(ROUND + "tables/").json()["results"]] == [1, 2]
    assert director.get("tournaments/serata/cards/").status_code == 200


def test_the_tables_that_are_left_keep_their_numbers(round_, director):
    first = list(round_.tables.get(number=1).seats.values_list("entry_id", flat=True))
    assert director.post(ROUND + "repair/", {"leaving": first}).status_code == 200
    told = director.get(ROUND).json()
    assert (told["numbers"], len(told["tables"])) == ([2, 3], 2)
    assert [told["tables"], told["numbers"]] == [
        [[seat["entry"] for seat in table["seats"]] for table in director.get(ROUND + "tables/").json()["results"]],
        [table["number"] for table in director.get(ROUND + "tables/").json()["results"]],
    ]
    assert director.get("tournaments/serata/rounds/").json()["results"][0]["numbers"] == [2, 3]
    link = round_.tournament.ledger.filter(kind="round_reseated").latest("sequence")
    assert link.facts["numbers"] == [2, 3]


@pytest.mark.slow
def test_the_next_draw_knows_at_which_tables_they_sat(round_, director):
    first = list(round_.tables.get(number=1).seats.values_list("entry_id", flat=True))
    director.post(ROUND + "repair/", {"leaving": first})
    assert director.post(f"{ROUND}close/", {"anyway": True}).status_code == 200
    assert director.post("tournaments/serata/rounds/", {"seed": 3, "anyway": True}).status_code == 201
    inputs = director.get("tournaments/serata/rounds/2/draw/").json()["inputs"]
    assert [len(table) for table in inputs["history"][0]] == [0, 4, 4]
    assert "tables" in answer(inputs)


def test_nobody_without_the_role_ends_a_table(round_, scorer, phone):
    leaving = list(round_.tables.get(number=3).seats.values_list("entry_id", flat=True))
    assert scorer.post(ROUND + "repair/", {"leaving": leaving}).status_code == 403
    assert phone.post(ROUND + "repair/", {"leaving": leaving}).status_code == 403
    assert round_.tables.count() == 3
