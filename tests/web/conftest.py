"""A club with its people, each with a browser of sorts."""

import pytest
from django.test import Client

from tests.halls import a_club, a_member, a_user


@pytest.fixture
def club(db):
    return a_club("Circolo del Re", a_user("olga"))


def client_of(user=None):
    client = Client()
    if user:
        client.force_login(user)
    return client


@pytest.fixture
def anybody(db):
    return client_of()


@pytest.fixture
def stranger(db):
    return client_of(a_user("stefania"))


@pytest.fixture
def scorer(club):
    return client_of(a_member(club, "sergio", "scorer"))


@pytest.fixture
def director(club):
    return client_of(a_member(club, "dora", "director"))


@pytest.fixture
def owner(club):
    return client_of(club.memberships.get(role="owner").user)


@pytest.fixture
def host(db):
    return client_of(a_user("ospite", is_superuser=True))
