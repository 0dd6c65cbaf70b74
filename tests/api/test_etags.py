"""ETags: unchanged data is not sent again, and private data is not cached."""

import gzip

import pytest

from tests.halls import a_round, a_table, busca, play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

READS = [
    "games/",
    "games/busca-accademia/",
    "clubs/",
    "clubs/circolo-del-re/",
    "tournaments/",
    "tournaments/serata/",
    "tournaments/serata/entries/",
    "tournaments/serata/rounds/",
    "tournaments/serata/rounds/1/",
    "tournaments/serata/rounds/1/tables/",
    "tournaments/serata/rounds/1/tables/1/",
    "tournaments/serata/rounds/1/tables/1/hands/",
    "tournaments/serata/rounds/1/tables/1/hands/1/",
    "tournaments/serata/rounds/1/tables/1/hands/1/versions/",
    "tournaments/serata/standings/",
    "tournaments/serata/live/",
    "tournaments/serata/penalties/",
    "tournaments/serata/ledger/",
]


@pytest.fixture(autouse=True)
def _played(tournament):
    play(a_table(a_round(tournament)))


@pytest.mark.parametrize("address", READS)
def test_every_read_can_be_asked_again_cheaply(anybody, director, address):
    for caller, kept in ((anybody, "no-cache"), (director, "private, no-cache")):
        first = caller.get(address)
        assert (first.status_code, first["Cache-Control"]) == (200, kept)
        assert {"Authorization", "Cookie"} <= set(first["Vary"].split(", "))
        again = caller.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        weak = caller.get(address, headers={"If-None-Match": f"W/{first['ETag']}"})
        assert weak.status_code == 304
        assert caller.get(address, headers={"If-None-Match": '"x"'}).status_code == 200


@pytest.mark.parametrize("address", [*READS, "schema/", "tournaments/nowhere/"])
def test_answers_of_more_than_a_kilobyte_are_compressed(anybody, address):
    plain, small = anybody.get(address), anybody.get(address, headers={"Accept-Encoding": "gzip"})
    if len(plain.content) <= 1000:
        assert "Content-Encoding" not in small
        return
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) < len(plain.content) * 2 / 3
    assert small["ETag"] == f'{plain["ETag"][:-1]}-gzip"'
    assert "Accept-Encoding" in plain["Vary"]
    again = anybody.get(address, headers={"Accept-Encoding": "gzip", "If-None-Match": small["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", small["ETag"])


def test_the_tag_of_a_compressed_hand_replaces_it(director):
    hand = "tournaments/serata/rounds/1/tables/1/hands/1/"
    compressed = director.get(hand, headers={"Accept-Encoding": "gzip"})["ETag"]
    tag = compressed if compressed.endswith('-gzip"') else f'{compressed[:-1]}-gzip"'
    corrected = {**busca([1, 13, 13, 13]), "reason": "Exchanged"}
    assert director.put(hand, corrected, headers={"If-Match": tag}).status_code == 200


def test_an_answer_with_secrets_is_not_compressed(director):
    answer = director.get("tournaments/serata/cards/", headers={"Accept-Encoding": "gzip"})
    assert answer["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in answer


def test_a_head_is_a_get_without_its_body(anybody):
    got, head = anybody.get("tournaments/serata/"), anybody("HEAD", "tournaments/serata/")
    assert (head.status_code, head["ETag"], head.content) == (200, got["ETag"], b"")


def test_private_tournament_is_404_despite_an_etag(anybody):
    tags = {address: anybody.get(address)["ETag"] for address in READS if "serata" in address}
    Tournament.objects.update(visibility="private")
    for address, etag in tags.items():
        assert anybody.get(address, headers={"If-None-Match": etag}).status_code == 404


def test_another_language_has_another_tag_where_the_words_differ(anybody):
    tags = {
        language: anybody.get("games/busca-accademia/", headers={"Accept-Language": language})
        for language in ("en", "it")
    }
    same = tags["en"].content == tags["it"].content
    assert (tags["en"]["ETag"] == tags["it"]["ETag"]) == same
    assert "Accept-Language" in tags["en"]["Vary"]


def test_a_refusal_has_none(anybody):
    answer = anybody.get("tournaments/nowhere/", headers={"If-None-Match": "*"})
    assert (answer.status_code, "ETag" in answer) == (404, False)
