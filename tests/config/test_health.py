"""The address that tells a load balancer whether to send people here."""

import pytest
from django.db import connection


def test_health_answers_when_the_database_does(client, db):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_health_is_never_cached(client, db):
    assert client.get("/healthz")["Cache-Control"] == (
        "max-age=0, no-cache, no-store, must-revalidate, private"
    )


@pytest.mark.postgres
def test_health_says_when_the_database_is_gone(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"The database does not answer.\n")
