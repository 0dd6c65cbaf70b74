"""The byte format of published standings: functions that write it, and functions that read parts of it.

The bytes are compact JSON. The revision comes first, so that the rest can be compared without it. Then comes the head,
and last the rows; each begins with its place, and has the entry before its name. Quotes in texts are escaped, so no
text can look like the marks that are searched for.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

ROWS, PLACE, NAME, SCORE = b',"rows":[', b'{"place":', b'"name":', b',"score":'
EXACT = re.compile(rb'"exact":("[^"]*")')
PLAYED = re.compile(rb'"entries_played":(\d+)')
SLUG = re.compile(rb'"tournament":"(?:[^"\\]|\\.)*"')
OUTLOOK = re.compile(rb',"(?:outlook":\{[^{}]*\}|goes_on":\w+)')
ENTRY = re.compile(rb',"entry":(-?\d+),"name":')


def joined(head: bytes, rows: Iterable[bytes]) -> bytes:
    """Return the document with this head, a JSON object, and these rows."""
    return b"%b%b%b]}" % (head[:-1], ROWS, b",".join(rows))


def row(place: bytes, content: bytes, moved: bytes, more: bytes) -> bytes:
    """Return a row; `content` must begin with entry and name, followed by the score."""
    return b'%b%b,%b,"moved":%b%b}' % (PLACE, place, content, moved, more)


def with_revision(document: bytes, revision: int) -> bytes:
    """Return the bytes to publish: the document, with its revision in front."""
    return b'{"revision":%d,%b' % (revision, document[1:])


def without_revision(body: bytes) -> bytes:
    """Return the published bytes without the revision, which is not part of the document."""
    return b"{%b" % body.partition(b",")[2]


def with_head(body: bytes, head: Mapping[str, Any]) -> bytes:
    """Return the bytes with a different head; the rows stay as they are."""
    return json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()[:-1] + ROWS + body.partition(ROWS)[2]


def with_ids(body: bytes, slug: str, number: Callable[[int], int]) -> bytes:
    """Return a copy with `slug` as the slug, and the id of each row's entry replaced by the result of `number`."""
    tournament = b'"tournament":%b' % json.dumps(slug, ensure_ascii=False).encode()
    named = SLUG.sub(lambda _found: tournament, body, count=1)
    return ENTRY.sub(lambda found: b',"entry":%d,"name":' % number(int(found[1])), named)


def with_score_exact(body: bytes) -> bytes:
    """Return the bytes with each round's exact score also under the name `score_exact`, as it is called elsewhere."""
    return EXACT.sub(rb'"score_exact":\1,\g<0>', body)


def without_outlook(body: bytes) -> bytes:
    """Return the bytes without what the rows say about places still possible and about qualifying."""
    return OUTLOOK.sub(b"", body)


def head_of(body: bytes) -> dict[str, Any]:
    """Return the document without its rows, which are most of it."""
    return cast("dict[str, Any]", json.loads(body.partition(ROWS)[0] + b"}"))


def entries_played(beginning: bytes) -> int | None:
    """Return how many entries have played, read from the first bytes; None if these are too few."""
    played = PLAYED.search(beginning)
    return int(played[1]) if played else None


def rows_until(beginning: bytes, last_place: int) -> list[dict[str, Any]] | None:
    """Return the rows up to this place; None if the bytes in `beginning` end before."""
    text, mark = beginning.decode(errors="ignore"), ROWS.decode()
    at, decoder = len(text.partition(mark)[0]) + len(mark), json.JSONDecoder()
    rows: list[dict[str, Any]] = []
    while text.startswith("{", at):
        try:
            found, end = decoder.raw_decode(text, at)
        except ValueError:
            return None
        if found["place"] is None or found["place"] > last_place:
            return rows
        rows.append(found)
        at = end + 1
    return rows if at < len(text) else None


def count_placed(body: bytes) -> int:
    """Return how many entries have a place."""
    return body.count(PLACE) - body.count(PLACE + b"null,")


def row_of(body: bytes, entry: int) -> dict[str, Any] | None:
    """Return the row of an entry, or None; no other row is decoded."""
    inside = _find(body, entry)
    if inside < 0:
        return None
    start, after = body.rfind(PLACE, 0, inside), body.find(b"," + PLACE, inside)
    found, _end = json.JSONDecoder().raw_decode(body[start : after if after > 0 else len(body)].decode())
    return cast("dict[str, Any]", found)


def renamed(body: bytes, entry: int, name: str) -> bytes:
    """Return the bytes with a different name for this entry; unchanged if it has no row."""
    inside = _find(body, entry)
    if inside < 0:
        return body
    start = body.index(NAME, inside) + len(NAME)
    return body[:start] + json.dumps(name, ensure_ascii=False).encode() + body[body.index(SCORE, start) :]


def _find(body: bytes, entry: int) -> int:
    """Return the index at which the id of the entry begins in its row, or -1."""
    return body.find(b',"entry":%d,%b' % (entry, NAME))
