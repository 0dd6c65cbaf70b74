"""The promises of the OpenAPI document to clients, as words that are compared with a recorded version.

`python -m tests.api.promises` records them for the present document, and the document itself for the Python client.
"""

import json
import re
from collections import defaultdict
from pathlib import Path

RECORDED = Path(__file__).parents[1] / "data" / "recorded" / "api_promises.txt"
DOCUMENT = Path(__file__).parents[2] / "clients" / "python" / "openapi.json"
SCHEMA = "#/components/schemas/"


def promises(document):
    """Return the set of promises by operation and schema.

    An operation has its id, its parameters as `?name`, its body and its responses. A schema has its properties with
    their types, `name!` if every response has the property, its enum values as `=value`, and `ends:name=` with the last
    day of a deprecated one. `needs:name` is required in a request.
    """
    schemas = document["components"]["schemas"]
    found = defaultdict(set)
    sent, received = set(), set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[f"{method.upper()} {path}"] = {*_of_operation(operation), *_end("", operation)}
            sent |= references(operation.get("requestBody", {}), schemas)
            received |= references(operation["responses"], schemas)
    for name, schema in schemas.items():
        found[name] = set(_of_schema(schema, is_sent=name in sent, is_received=name in received))
    return {subject: words for subject, words in found.items() if words}


def references(part, schemas):
    """The names of the schemas to which this part refers, and of those to which they refer."""
    names, waiting = set(), [part]
    while waiting:
        thing = waiting.pop()
        waiting += thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
        ref = thing.get("$ref", "") if isinstance(thing, dict) else ""
        name = ref.removeprefix(SCHEMA)
        if ref.startswith(SCHEMA) and name not in names:
            names.add(name)
            waiting.append(schemas[name])
    return names


def _of_operation(operation):
    yield f"id:{operation['operationId']}"
    for parameter in operation.get("parameters", []):
        yield f"?{parameter['name']}"
        if parameter.get("required") and parameter["in"] != "path":
            yield f"needs:?{parameter['name']}"
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"body:{_content(media_type, content)}"
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            contents = response.get("content", {})
            yield from (f"{status}:{_content(*content)}" for content in contents.items())
            if not contents:
                yield status


def _content(media_type, content):
    return _type(content.get("schema", {})) if media_type == "application/json" else media_type


def _of_schema(schema, *, is_sent, is_received):
    required = schema.get("required", [])
    for name, property_ in schema.get("properties", {}).items():
        yield f"{name}:{_type(property_)}"
        if is_received and name in required:
            yield f"{name}!"
        if is_sent and name in required:
            yield f"needs:{name}"
        yield from _end(name, property_)
    for value in schema.get("enum", []):
        yield f"={value}"


def _end(name, thing):
    """Until when a deprecated property or operation stays at least."""
    if thing.get("deprecated"):
        yield f"ends:{name}={thing['x-deprecated-until']}"


def _type(schema):
    """A type in one word, such as `[Hand]` or `string|null`."""
    if "$ref" in schema:
        return schema["$ref"].removeprefix(SCHEMA)
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return "|".join(_type(one) for one in schema[several])
    kind = schema.get("type", "any")
    if kind == "array" or kind == ["array", "null"]:
        return f"[{_type(schema.get('items', {}))}]{'|null' if isinstance(kind, list) else ''}"
    return "|".join(kind) if isinstance(kind, list) else kind


def broken(recorded, now, today):
    """Return the recorded promises that the present document does not keep, and new requirements on requests.

    A deprecated property may be removed after the day that was announced.
    """
    faults = set()
    for subject, words in recorded.items():
        present = now.get(subject, set())
        over = {word[5:-11] for word in words if word.startswith("ends:") and word[-10:] <= today.isoformat()}
        gone = {word for word in words - present if not word.startswith("needs:") and not _names(word) & over}
        faults |= {f"{subject}: {word}" for word in gone}
        faults |= {f"{subject}: {word}" for word in present - words if word.startswith("needs:")}
    return faults


def _names(word):
    """The property of a promise, and the operation itself, which is called ""."""
    return {"", word.removeprefix("ends:").partition("=")[0] if word.startswith("ends:") else re.split("[:!]", word)[0]}


def read():
    """The recorded promises."""
    lines = (line.split("\t") for line in RECORDED.read_text("utf-8").splitlines())
    return {subject: set(words.split(" ")) for subject, words in lines}


def written(found):
    """The promises as text, one line for each operation and schema."""
    return "".join(f"{subject}\t{' '.join(sorted(words))}\n" for subject, words in sorted(found.items()))


def as_lines(document):
    """The document as JSON with a line for each path and component, so that changes are easy to read."""
    parts = {**document, "components": {name: Lines(part) for name, part in document["components"].items()}}
    return f"{text({**parts, 'paths': Lines(document['paths'])})}\n"


class Lines(dict):
    """An object whose members are written on lines of their own."""


def text(part):
    if not isinstance(part, dict):
        return json.dumps(part, ensure_ascii=False)
    end = "\n" if isinstance(part, Lines) else ""
    members = (f"{end}{json.dumps(name)}: {text(each)}" for name, each in part.items())
    return f"{{{', '.join(members)}{end}}}"


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tournaments.api.views.documentation import describe

    RECORDED.write_text(written(promises(describe("en"))), "utf-8")
    DOCUMENT.write_text(as_lines(describe("en")), "utf-8")
