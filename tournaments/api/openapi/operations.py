"""Operations of the OpenAPI document: their names, summaries, headers and stability."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.urls import URLPattern

from ..urls import version_1
from .components import Node
from .facts import facts

TAGGED = {"get", "put", "patch"}
SUMMARY_LENGTH = 100


def complete_operations(document: Node) -> None:
    """Give each operation its id, its summary, headers, and the stability of its chapter."""
    chapters: dict[str, Any] = facts("chapters")
    document["components"]["headers"] = facts("headers")
    for path, method, operation in operations(document):
        operation["operationId"] = operation_id(_address_of(path), method)
        operation["summary"] = summary_of(operation["description"])
        operation["x-stability"] = chapters[operation["tags"][0]]["stability"]
        for parameter in operation.get("parameters", []):
            _describe(parameter)
        for status, response in operation["responses"].items():
            if "$ref" not in response:
                response["description"] = response["description"] or HTTPStatus(int(status)).phrase
                _add_headers(method, status, response)
    for name, response in document["components"]["responses"].items():
        _add_headers("", name.removeprefix("Problem"), response)


def operations(document: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield (path, method, operation) for each operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _address_of(path: str) -> URLPattern:
    shape = re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1/"))
    return next(a for a in version_1 if re.sub(r"<[^>]+>", "{}", str(a.pattern)) == shape)


def operation_id(address: URLPattern, method: str) -> str:
    """Return the id of an operation: a verb and the name of its URL, such as `list_clubs` and `close_round`."""
    name = str(address.name).replace("-", "_")
    action = address.callback.actions[method]  # type: ignore[attr-defined]
    names: dict[str, str] = facts("names")["operations"]
    if f"{method} {name}" in names:
        return names[f"{method} {name}"]
    if action == "list":
        return f"list_{name}"
    if action == "create":
        return f"create_{_singular(name)}"
    verbs = {"get": "get_", "patch": "update_", "put": "replace_", "delete": "delete_"}
    return verbs.get(method, "") + name


def _singular(name: str) -> str:
    return f"{name.removesuffix('ies')}y" if name.endswith("ies") else name.removesuffix("s")


def summary_of(description: str) -> str:
    """Return the first clause of a description, without a full stop."""
    first = " ".join(description.split("\n\n")[0].split())
    clause = re.split(r"(?<=[^.])[.;:](?: |$)", first)[0]
    return clause if len(clause) <= SUMMARY_LENGTH else clause.rsplit(", ", 1)[0]


def _describe(parameter: Node) -> None:
    """Describe a parameter that has no description of its own."""
    parameter["schema"].pop("x-spec-enum-id", None)
    text = parameter.get("description", "")
    if not text or text.startswith("* `") or parameter["name"] in {"cursor", "limit"}:
        described = facts("parameters").get(parameter["name"])
        if described:
            parameter["description"] = "\n\n".join([described, *([text] if text.startswith("* `") else [])])


def _add_headers(method: str, status: str, response: Node) -> None:
    """Add references to the headers of a response, which depend on its method and status."""
    names = ["RateLimit", "RateLimit-Policy"]
    if method in TAGGED and status.startswith("2") and status != "204":
        names.append("ETag")
    if status in {"429", "503"}:
        names.append("Retry-After")
    if status == "401":
        names.append("WWW-Authenticate")
    if method == "post" and status == "201":
        names += ["Location", "Idempotency-Replayed"]
    added = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    response["headers"] = added | response.get("headers", {})
