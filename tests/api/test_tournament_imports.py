"""clubs/{club}/tournaments/import/: a tournament in the open format."""

import json

import pytest

from tests.halls import a_club, a_round, a_user, play_out
from tournaments.actions.standings.standings import refresh
from tournaments.models import Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
HERE, THERE = "clubs/circolo-del-re/tournaments/import/", "clubs/altro/tournaments/import/"


@pytest.fixture
def document(director, tournament):
    play_out(a_round(tournament))
    refresh(tournament.pk)
    return json.loads(b"".join(director.get("tournaments/serata/export/").streaming_content))


@pytest.fixture
def other(db):
    owner = a_user("olga")
    a_club("Altro", owner=owner)
    return Caller(owner)


@pytest.mark.slow
def test_an_export_is_imported_elsewhere(document, other, anybody):
    seen = other.post(THERE + "?preview=1", document).json()
    assert (seen["name"], seen["entries"], len(seen["new"]), seen["known"]) == ("Serata", 8, 8, [])
    assert Tournament.objects.count() == 1
    answer = other.post(THERE, document)
    assert (answer.status_code, answer["Location"]) == (201, "/api/v1/tournaments/serata-2/")
    again = json.loads(b"".join(other.get("tournaments/serata-2/export/").streaming_content))
    assert again["standings"] == document["standings"]
    assert anybody.get("tournaments/serata-2/ledger/verification/").json()["holds"]


def test_the_ledger_of_an_import_has_the_facts_that_are_hashed(document, other):
    other.post(THERE, document)
    links = [json.loads(line) for line in other.get("tournaments/serata-2/ledger/?format=ndjson").content.splitlines()]
    assert [link["facts"] for link in links[:-1]] == [link["facts"] for link in document["ledger"]]


def test_the_same_key_imports_once(document, other):
    keyed = {"Idempotency-Key": "one"}
    assert other.post(THERE, document, headers=keyed).status_code == 201
    assert other.post(THERE, document, headers=keyed)["Idempotency-Replayed"] == "true"
    assert Tournament.objects.count() == 2


def test_a_second_time_only_where_somebody_asks_for_it(document, director):
    answer = director.post(HERE, document)
    assert codes(answer, 409) == ["imported_before"]
    assert "/tournaments/serata/" in answer.json()["detail"]
    assert director.post(HERE + "?again=1", document).status_code == 201


def test_only_directors_import(document, anybody, scorer, stranger, club):
    assert codes(anybody.post(HERE, document), 401) == ["not_authenticated"]
    assert codes(scorer.post(HERE, document), 403) == ["forbidden"]
    assert codes(stranger.post(HERE, document), 403) == ["forbidden"]
    results = Caller(club.memberships.get(role="owner").user, scope="results")
    assert codes(results.post(HERE, document), 403) == ["forbidden"]


BAD = {
    "cut": b'{"format": "tavolo-tou',
    "deep": b"[" * 100_000,
    "too large a number": b'{"format": 1e400}',
    "a name twice": b'{"format": 1, "format": 1}',
    "no UTF-8": b"\xff\xfe",
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_what_is_no_json_is_refused(other, content):
    answer = other.post(THERE, raw=content)
    assert codes(answer, 400) == ["bad_json"]


@pytest.mark.parametrize("text", ["\\u0000", "\\ud83d", "\\udc00a"])
def test_a_nul_or_half_of_a_character_is_named(other, text):
    answer = other.post(THERE, raw=f'{{"format": "{text}"}}'.encode())
    assert codes(answer, 422) == ["bad_characters"]


def test_names_that_turn_the_text_beside_them_are_refused(document, other):
    document["players"][0]["name"] = document["entries"][1]["name"] = "\u202eAnna"
    found = faults(other.post(THERE, document))
    assert {("/players/0/name", "bad_characters"), ("/entries/1/name", "bad_characters")} <= {*found}


def test_a_byte_order_mark_is_read(document, other):
    text = b"\xef\xbb\xbf" + json.dumps(document).encode()
    assert other.post(THERE, raw=text).status_code == 201


@pytest.mark.parametrize(
    "document", [[], "x", 3, {}, {"format": "tavolo-tournament", "version": 1, "for": "directors"}]
)
def test_other_documents_are_refused(other, document):
    assert other.post(THERE, document).status_code == 422
