"""Exporting a tournament by API."""

import gzip
import json

import pytest

from tests.halls import a_round

pytestmark = pytest.mark.django_db
EXPORT = "tournaments/serata/export/"


def body(answer):
    return b"".join(answer.streaming_content)


def test_directors_get_all_and_others_what_is_public(anybody, scorer, director, tournament):
    a_round(tournament, publish=False)
    for caller, wanted, drafts in ((director, "directors", 1), (scorer, "public", 0)):
        document = json.loads(body(caller.get(EXPORT)))
        assert (document["for"], len(document["rounds"])) == (wanted, drafts)
    assert body(anybody.get(EXPORT)) == body(scorer.get(EXPORT))


def test_unchanged_exports_are_not_sent_again(anybody, tournament):
    answer = anybody.get(EXPORT, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(body(answer)).startswith(b'{"for":"public"')
    again = {"If-None-Match": answer["ETag"], "Accept-Encoding": "gzip"}
    assert anybody.get(EXPORT, headers=again).status_code == 304
    tournament.refresh_from_db()
    a_round(tournament)
    assert anybody.get(EXPORT, headers=again).status_code == 200
