"""The same request gives the same tables as long as the version of its method stays."""

import hashlib
import json
import random

import pytest

from tests.pairing.requests import request
from tournaments.pairing import Participant, draw
from tournaments.pairing.values import FACE_TO_FACE, METHOD_NAMES, METHOD_VERSIONS, ONE_ROUND

PINNED = {
    "random": (2, "5fc134a22899"),
    "swiss": (7, "5bd7806525dc"),
    "interval": (2, "42638b080716"),
    "danish": (2, "499eaabef868"),
    "danish-modified": (7, "51b018b73b9d"),
    "knock-out": (1, "806b2a77c0c9"),
    "scripted": (1, "828565a21797"),
    "schedule": (1, "9ee90944ba35"),
    "mitchell": (1, "095af13ebef6"),
    "round-robin": (1, "ec7f90d975fe"),
    "individual": (1, "2803924f3545"),
}


def digest(method):
    """Return a digest of the tables of few and of many players, in a second round if one is drawn at a time."""
    tables = []
    for players, scores in ((10, 4), (23, 50), (56, 10_000)):
        chance, size = random.Random(players), 2 if method in FACE_TO_FACE else 4
        entrants = [Participant(number, chance.randrange(scores)) for number in range(players)]
        first = tuple(tuple(range(at, at + size)) for at in range(0, players - size + 1, size))
        more = {"history": (first,)} if method in ONE_ROUND else {}
        more |= {"tables": first} if method == "scripted" else {}
        sizes = (4, 3) if method == "knock-out" else (size,)
        drawn = draw(request(method, entrants, sizes=sizes, **more))
        tables.append([drawn.tables, drawn.sit_out])
    return hashlib.sha256(json.dumps(tables).encode()).hexdigest()[:12]


def test_every_method_is_pinned():
    assert PINNED.keys() == set(METHOD_NAMES)


@pytest.mark.parametrize("method", METHOD_NAMES)
def test_other_tables_need_another_version(method):
    assert (METHOD_VERSIONS[method], digest(method)) == PINNED[method]
