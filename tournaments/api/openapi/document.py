"""The last step of making the OpenAPI document, and its examples: the requests of a small evening, in order."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ..deprecations import mark_deprecated
from .components import STEPS, Node
from .facts import facts
from .operations import complete_operations, operations

EXAMPLES = Path(__file__).with_name("examples.json")
JSON, EVENTS = "application/json", "text/event-stream"


def complete(result: Node, **_more: Any) -> Node:
    """Return the document with its servers, chapters, changelog and published names."""
    for step in STEPS:
        step(result)
    complete_operations(result)
    mark_deprecated(result)
    _describe_streams(result)
    _add_examples(result)
    changes = facts("changelog")["changes"]
    result["info"]["version"] = changes[0]["version"]
    result["info"]["x-changelog"] = changes
    result["servers"] = [{"url": "/", "description": "This installation"}]
    result["tags"] = [
        {"name": name, "description": chapter["description"], "x-stability": chapter["stability"]}
        for name, chapter in facts("chapters").items()
    ]
    return result


def _describe_streams(document: Node) -> None:
    """Describe the fields of one event of each stream. The schema of the operation is that of the event's `data`."""
    for _path, _method, operation in operations(document):
        if stream := operation["responses"].get("200", {}).get("content", {}).get(EVENTS):
            stream["schema"] = {
                "type": "object",
                "description": "An event with its fields",
                "properties": {
                    "id": {"type": "string", "description": "For the header Last-Event-ID of the next connection"},
                    "data": {
                        "type": "string",
                        "description": "JSON",
                        "contentMediaType": JSON,
                        "contentSchema": stream["schema"],
                    },
                },
                "required": ["data"],
            }


@cache
def examples() -> list[dict[str, Any]]:
    """Return the example requests, each with `operation`, `place` (path parameters), `body`, `status` and `answer`."""
    found: list[dict[str, Any]] = json.loads(EXAMPLES.read_bytes())
    return found


def _add_examples(document: Node) -> None:
    """Add the examples to their operations."""
    by_id = {operation["operationId"]: operation for _path, _method, operation in operations(document)}
    for example in examples():
        operation = by_id[example["operation"]]
        if "body" in example:
            operation["requestBody"]["content"][JSON]["example"] = example["body"]
        operation["responses"][str(example["status"])]["content"][JSON]["example"] = example["answer"]
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                parameter["example"] = example["place"][parameter["name"]]
