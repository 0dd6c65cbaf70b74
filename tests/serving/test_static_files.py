"""Static files under `manage.py serve`: small, kept for ever, and without a thread of their own."""

import gzip
import urllib.request
from urllib.error import HTTPError

import pytest


@pytest.fixture
def address(served):
    (file,) = (served.data_dir / "static" / "tavolo" / "css").glob("tokens.*.css")
    return f"{served.address}/static/tavolo/css/{file.name}"


def ask(address, method="GET", **headers):
    request = urllib.request.Request(address, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as refused:
        return refused.status, refused.headers, refused.read()


def test_a_file_is_compressed_for_who_reads_that_and_may_be_kept_for_ever(address):
    status, headers, content = ask(address, **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert gzip.decompress(content) == ask(address)[2]
    assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_part_of_it_is_answered(address):
    status, headers, part = ask(address, Range="bytes=3-9")
    whole = ask(address)[2]
    assert (status, part) == (206, whole[3:10])
    assert headers["Content-Range"] == f"bytes 3-9/{len(whole)}"


def test_unchanged_static_file_is_304(address):
    etag = ask(address)[1]["ETag"]
    assert ask(address, **{"If-None-Match": etag})[::2] == (304, b"")


def test_head_of_a_static_file_has_its_length(address):
    status, headers, nothing = ask(address, "HEAD")
    assert (status, nothing) == (200, b"")
    assert headers["Content-Length"] == str(len(ask(address)[2]))


def test_nobody_writes_to_it(address):
    assert ask(address, "POST")[0] == 405
