"""Who calls the API in its tests: everybody who may, and everybody who may not."""

import re
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.halls import a_club, a_member, a_tournament, a_user

from .caller import Caller


@pytest.fixture(autouse=True)
def _fresh_counts():
    """Let no test be throttled for what another one asked."""
    cache.clear()


@pytest.fixture
def club(db):
    """A club whose owner is dora."""
    return a_club()


@pytest.fixture
def tournament(club):
    """A Busca tournament of the club: eight entries, tables of two hands."""
    return a_tournament(club)


@pytest.fixture
def anybody(db):
    """Nobody in particular: no token."""
    return Caller()


@pytest.fixture
def owner(club):
    """The owner of the club."""
    return Caller(club.memberships.get(role="owner").user)


@pytest.fixture
def director(club):
    """A director of the club."""
    return Caller(a_member(club, "dino", "director"))


@pytest.fixture
def scorer(club):
    """A scorer of the club, with a token for results alone."""
    return Caller(a_member(club, "sara", "scorer"), scope="results")


@pytest.fixture
def stranger(db):
    """The director of another club."""
    return Caller(a_member(a_club("Altro Circolo", owner=a_user("otto")), "stefan", "director"))


@pytest.fixture
def host(db):
    """The superuser."""
    return Caller(a_user("host", is_superuser=True))


@pytest.fixture
def counted_queries(db):
    """Collect the queries of a block, but for finding the token and steering transactions."""
    steering = re.compile(r"(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)\b")

    @contextmanager
    def counting():
        queries = []
        with CaptureQueriesContext(connection) as captured:
            yield queries
        queries += [
            query["sql"]
            for query in captured.captured_queries
            if not steering.match(query["sql"]) and "tournaments_apitoken" not in query["sql"]
        ]

    return counting
