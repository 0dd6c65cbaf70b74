"""Compression of pages; other responses are compressed elsewhere."""

import gzip


def test_a_page_is_compressed_for_who_reads_it(client, db):
    plain, small = client.get("/"), client.get("/", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(small.content)
    assert len(small.content) < len(plain.content)


def test_other_content_is_not_compressed(client, db):
    answer = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer
