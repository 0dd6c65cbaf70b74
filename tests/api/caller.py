"""A program that calls the API, as its tests see it."""

import json
import re
from functools import cache

from django.test import Client

from tournaments.actions.setup.signing_in import create_token
from tournaments.api.views.documentation import describe
from tournaments.models import Scope

PROBLEM = "application/problem+json"


@cache
def described():
    """Return the described responses of each operation; those with an ETag header include 304."""
    return {
        (method.upper(), path): operation["responses"].keys() | ({"304"} if method == "get" else set())
        for path, methods in describe("en")["paths"].items()
        for method, operation in methods.items()
    }


def is_described(method, answer):
    """Return whether the description has this status; True for an address that it does not have."""
    shape = re.sub(r"<\w+:(\w+)>", r"{\1}", answer.resolver_match.route).replace("{pk}", "{id}")
    statuses = described().get(("GET" if method == "HEAD" else method, f"/{shape}"))
    return statuses is None or str(answer.status_code) in statuses


class Caller:
    """Sends JSON with a token, or without one, to addresses below /api/v1/."""

    def __init__(self, user=None, scope="manage", **headers):
        self.client = Client()
        self.headers = headers
        if user:
            _token, secret = create_token(user=user, name="test", scope=Scope(scope))
            self.headers["Authorization"] = f"Token {secret}"

    def __call__(self, method, path, data=None, *, headers=None, raw=None, type="application/json"):
        body = raw if raw is not None else b"" if data is None else json.dumps(data)
        answer = self.client.generic(
            method, f"/api/v1/{path}", body, content_type=type, headers={**self.headers, **(headers or {})}
        )
        assert is_described(method, answer), (method, path, answer.status_code)
        return answer

    def get(self, path, **more):
        return self("GET", path, **more)

    def post(self, path, data=None, **more):
        return self("POST", path, data, **more)

    def put(self, path, data=None, **more):
        return self("PUT", path, data, **more)

    def patch(self, path, data=None, **more):
        return self("PATCH", path, data, **more)

    def delete(self, path, **more):
        return self("DELETE", path, **more)


def faults(answer, status=422):
    """The places and codes of a problem document with this status."""
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM), answer.content
    document = answer.json()
    assert document["status"] == status
    assert all(error["message"] for error in document["errors"])
    return [(error["pointer"], error["code"]) for error in document["errors"]]


def codes(answer, status):
    return [code for _pointer, code in faults(answer, status)]
