"""The address that tells a load balancer whether to send people here."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tournaments.actions import readiness
from tournaments.models import Heartbeat


def test_health_answers_when_the_database_does(client, db):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_health_is_never_cached(client, db):
    assert client.get("/healthz")["Cache-Control"] == ("max-age=0, no-cache, no-store, must-revalidate, private")


@pytest.mark.postgres
def test_health_says_when_the_database_is_gone(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"The database does not answer.\n")


def ready(client):
    answer = client.get("/readyz")
    return answer.status_code, answer.content.decode()


def test_ready_when_worker_and_sweep_were_heard(client, each_database):
    readiness.show_life("worker")
    readiness.show_life("sweep")
    readiness.show_life("sweep")
    assert ready(client) == (200, "ok\n")


@pytest.mark.parametrize("seconds", [-3600, -11, 11, 3600])
def test_a_sign_of_life_of_another_time_is_none(client, db, seconds):
    readiness.show_life("worker")
    Heartbeat.objects.create(program="sweep", at=timezone.now() + timedelta(seconds=seconds))
    assert ready(client) == (
        503,
        "The sweep has not been heard for 10 seconds: no round is published, closed or drawn by "
        "itself. Do it by hand; if this stays, stop Tavolo and start it again.\n",
    )


@pytest.mark.postgres
def test_not_ready_without_a_database(client, postgres, postgres_server):
    postgres_server.drop(connection.settings_dict["NAME"])
    assert ready(client) == (503, "The database does not answer: start it again.\n")
