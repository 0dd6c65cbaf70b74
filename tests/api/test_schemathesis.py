"""Requests generated from the OpenAPI document get only documented responses."""

from contextlib import contextmanager

import pytest
import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application
from tests.halls import a_round, a_table, a_tournament, a_user, play
from tournaments.actions.setup.signing_in import create_token
from tournaments.actions.standings import standings
from tournaments.models import Scope

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db]
PLACES = {
    "slug": "serata",
    "club": "circolo-del-re",
    "ruleset": "busca-accademia",
    "name": "conflict",
    "number": 1,
    "table": 1,
    "hand": 1,
}
"""Most requests go where something is."""

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def a_world():
    """A club in which something is going on, and the token of somebody who may do everything."""
    hall = a_tournament()
    play(a_table(a_round(hall)))
    standings.refresh(hall.pk)
    host = a_user("host", is_superuser=True)
    _token, secret = create_token(user=host, name="x", scope=Scope.MANAGE)
    return {"Authorization": f"Token {secret}", "Accept-Encoding": "identity"}


def test_every_operation_answers_as_described():
    described = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    headers, faults = a_world(), {}
    for found in described.get_all_operations():
        operation = found.ok()
        try:
            with untouched():
                try_out(operation, headers)
        except (Exception, FailureGroup) as fault:
            faults[operation.label] = str(fault)
    assert faults == {}


@contextmanager
def untouched():
    """Roll back the block's changes, so that no operation sees what another one deleted."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def try_out(operation, headers):
    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def answers_as_described(case):
        known = {name: place for name, place in PLACES.items() if name in case.path_parameters}
        case.path_parameters = {**case.path_parameters, **known}
        if "id" in case.path_parameters:
            case.path_parameters["id"] = case.path_parameters["id"] % 12 + 1
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=CHECKS)
        statuses.add(answer.status_code)

    statuses = set()
    answers_as_described()
    assert statuses != {401}
