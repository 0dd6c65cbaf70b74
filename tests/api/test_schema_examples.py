"""The examples of the OpenAPI document are requests with their real answers.

`RECORD_EXAMPLES=1 python -m pytest tests/api/test_schema_examples.py` writes the answers anew.
"""

import json
import os
import re

import pytest

from tournaments.actions.standings import standings
from tournaments.api.openapi.document import EXAMPLES, examples
from tournaments.api.openapi.operations import operations
from tournaments.api.views.documentation import describe
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


def steady(answer):
    """Return the response with one fixed time in place of all times, which no test could know."""
    return json.loads(TIME.sub("2026-11-28T20:00:00Z", json.dumps(answer)))


@pytest.mark.slow
def test_examples_are_answered_as_they_say(settings, host):
    settings.LANGUAGE_CODE = "en"
    addresses = {
        operation["operationId"]: (method.upper(), path.removeprefix("/api/v1/"))
        for path, method, operation in operations(describe("en"))
    }
    repeated = []
    for example in examples():
        method, path = addresses[example["operation"]]
        answer = host(method, path.format(**example["place"]), example.get("body"))
        repeated.append({**example, "status": answer.status_code, "answer": steady(answer.json())})
        for tournament in Tournament.objects.all():
            standings.refresh(tournament.pk)
    if os.environ.get("RECORD_EXAMPLES"):
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in repeated)
        EXAMPLES.write_text(f"[\n{lines}\n]\n", "utf-8")
    assert repeated == examples()
