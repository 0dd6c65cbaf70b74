"""Callers of the API in all roles, for its tests."""

import re
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.again import again, fixture_again
from tests.halls import a_club, a_member, a_round, a_tournament, a_user
from tournaments.actions.at_table import keys

from .caller import Caller
from .table import TABLE


@pytest.fixture(autouse=True)
def _fresh_counts():
    """Reset the throttling counts, so that no test is throttled because of another one."""
    cache.clear()


@fixture_again
def club(db):
    """A club whose owner is dora."""
    return a_club()


@fixture_again
def tournament(club):
    """A Busca tournament of the club: eight entries, tables of two hands."""
    return a_tournament(club)


def caller_again(who, user, *arguments, **scope):
    """A caller with the token of the user that this makes of the given models."""
    return Caller(**again(who, lambda: Caller(user(*arguments), **scope).headers, *arguments))


@pytest.fixture
def anybody(db):
    """Return a client without a token."""
    return Caller()


@pytest.fixture
def owner(club):
    """The owner of the club."""
    return caller_again("owner", lambda club: club.memberships.get(role="owner").user, club)


@pytest.fixture
def director(club):
    """A director of the club."""
    return caller_again("director", lambda club: a_member(club, "dino", "director"), club)


@pytest.fixture
def scorer(club):
    """A scorer of the club, with a token for results alone."""
    return caller_again("scorer", lambda club: a_member(club, "sara", "scorer"), club, scope="results")


@pytest.fixture
def stranger(db):
    """The director of another club."""
    return caller_again(
        "stranger", lambda: a_member(a_club("Altro Circolo", owner=a_user("otto")), "stefan", "director")
    )


@pytest.fixture
def host(db):
    """The superuser."""
    return caller_again("host", lambda: a_user("host", is_superuser=True))


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


@fixture_again
def round_(tournament):
    """A published round of two tables."""
    return a_round(tournament)


@fixture_again
def card(round_):
    """The card on table 1."""
    return keys.cards(round_.tournament, [1])[0]


@pytest.fixture
def phone(card, anybody):
    """Come to table 1 with a device of its own and say who one is."""

    def come(seat=None, device=None):
        device = device or f"phone {seat}"
        return Caller(**again(f"{device} at {seat}", lambda: session(seat, device)))

    def session(seat, device):
        opened = anybody.post("table-sessions/", {"secret": card.secret, "device": device}).json()
        caller = Caller(Authorization=f"Table {opened['secret']}")
        if seat is not None:
            assert caller.post(f"{TABLE}seats/{seat}/claim/").status_code == 200
        return caller.headers

    return come


@pytest.fixture
def bare(card):
    """Return a client with the secret of the card and without a session."""
    return Caller(Authorization=f"Table {card.secret}")
