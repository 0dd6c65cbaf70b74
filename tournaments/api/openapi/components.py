"""Schemas of the OpenAPI document: their names, named enums, types of free values, and descriptions."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from .facts import facts

Node = dict[str, Any]
PREFIX = "#/components/schemas/"


def nodes(thing: Any) -> Iterator[Node]:
    """Yield every object in this part of the document, outer ones first."""
    if isinstance(thing, dict):
        yield thing
    for inner in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ():
        yield from nodes(inner)


def reference(name: str) -> dict[str, str]:
    """Return a reference to a schema."""
    return {"$ref": PREFIX + name}


def rename_schemas(document: Node) -> None:
    """Give every schema its published name. Raises ValueError if two would get the same name."""
    schemas = document["components"]["schemas"]
    names = {name: _published(name, schemas) for name in schemas}
    if len(set(names.values())) < len(names):
        raise ValueError(sorted(names.items(), key=lambda pair: pair[1]))
    document["components"]["schemas"] = dict(sorted((names[name], schema) for name, schema in schemas.items()))
    for node in {id(node): node for node in nodes(document)}.values():  # an object can be at several places
        if node.get("$ref", "").startswith(PREFIX):
            node["$ref"] = PREFIX + names[node["$ref"].removeprefix(PREFIX)]


def _published(name: str, schemas: Node) -> str:
    """Return the published name of a serializer's schema: `Hand` for `HandShape`, `HandPage` for its pages."""
    known: dict[str, str] = facts("names")["schemas"]
    if name in known:
        return known[name]
    if name.startswith("Paginated"):
        return _published(name.removeprefix("Paginated").removesuffix("List"), schemas) + "Page"
    if name.startswith("OneOrMany"):
        return "OneOrMany" + _published(name.removeprefix("OneOrMany"), schemas)
    if name.startswith("Patched"):
        plain = _published(name.removeprefix("Patched"), schemas)
        return f"Patched{plain}" if plain in {_published(other, {}) for other in schemas if other != name} else plain
    return name.removesuffix("Shape")


def write_null_as_a_type(document: Node) -> None:
    """Write `nullable` of OpenAPI 3.0 as the type "null", and drop the examples of such properties."""
    for node in nodes(document["components"]):
        if node.get("nullable") is True:
            node["type"] = [node["type"], "null"]
            del node["nullable"]
            node.pop("example", None)


def type_free_values(document: Node) -> None:
    """Give free values a type: each part of a tally has its own type, other values have the type of any JSON value."""
    types = facts("types")
    document["components"]["schemas"] |= types["schemas"]
    for name, schema in document["components"]["schemas"].items():
        for field, property_ in schema.get("properties", {}).items():
            of_field = types["fields"].get(f"{name}.{field}") or types["fields"].get(field)
            for node in nodes(property_):
                for inner in ("items", "additionalProperties"):
                    if node.get(inner) == {}:
                        node[inner] = reference(of_field or "JsonValue")
            if not property_.keys() - {"description", "title"}:
                property_.update(reference(of_field or "JsonValue"))


def name_enums(document: Node) -> None:
    """Move the enum of each property to a named schema. Equal enums share one."""
    known: dict[str, str] = facts("names")["enums"]
    schemas: Node = document["components"]["schemas"]
    enums: Node = {}
    for name, schema in list(schemas.items()):
        for field, property_ in schema.get("properties", {}).items():
            default = known.get(field) or _pascal(field)
            for node in [node for node in nodes(property_) if isinstance(node.get("enum"), list)]:
                _take_out(node, enums, known.get(f"{name}.{field}") or default, name + _pascal(field))
    if enums.keys() & schemas.keys():
        raise ValueError(enums.keys() & schemas.keys())
    document["components"]["schemas"] = dict(sorted((schemas | enums).items()))


def _take_out(node: Node, enums: Node, name: str, other: str) -> None:
    """Replace an inline enum by a reference to the schema `name`, or `other` if a different enum has this name."""
    values = [value for value in node.pop("enum") if value is not None]
    is_nullable = isinstance(node.get("type"), list)
    text, _, meanings = node.pop("description", "").partition("* `")
    kind = node.pop("type", ["string"])
    enum = {"type": kind[0] if isinstance(kind, list) else kind, "enum": values}
    if meanings:
        enum["description"] = f"* `{meanings}"
    node.pop("x-spec-enum-id", None)
    shared = enums.setdefault(name, enum)
    if set(shared["enum"]) != set(values):
        name = other
        shared = enums.setdefault(name, enum)
    if meanings:
        shared.setdefault("description", enum["description"])
    node |= {"oneOf": [reference(name), {"type": "null"}]} if is_nullable else reference(name)
    if text.strip():
        node["description"] = text.strip()


def _pascal(field: str) -> str:
    return "".join(word.capitalize() for word in field.split("_"))


def close_bodies(document: Node) -> None:
    """Declare that objects in requests have no other properties, because the API refuses them.

    Responses may get further properties later. So an object in requests and responses gets a separate schema for
    requests.
    """
    schemas: Node = document["components"]["schemas"]
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    bodies = [operation["requestBody"] for operation in operations if "requestBody" in operation]
    sent, answered = _reachable(bodies, document), _reachable([each["responses"] for each in operations], document)
    shared = {name: f"{name}Request" for name in sent & answered if _has_objects(name, document)}
    schemas |= {own: deepcopy(schemas[name]) for name, own in shared.items()}
    for node in nodes([bodies, *(schemas[shared.get(name, name)] for name in sent)]):
        if node.get("$ref", "").removeprefix(PREFIX) in shared:
            node["$ref"] = PREFIX + shared[node["$ref"].removeprefix(PREFIX)]
        if isinstance(node.get("properties"), dict):
            node["additionalProperties"] = False
    document["components"]["schemas"] = dict(sorted(schemas.items()))


def _has_objects(name: str, document: Node) -> bool:
    schemas = document["components"]["schemas"]
    return any("properties" in schemas[each] for each in {name, *_reachable(schemas[name], document)})


def _reachable(part: Any, document: Node) -> set[str]:
    """Return the names of the schemas to which a part of the document refers, directly or through other schemas."""
    names: set[str] = set()
    parts = [part]
    while parts:
        for node in nodes(parts.pop()):
            if "$ref" in node and node["$ref"] not in names:
                names.add(node["$ref"])
                _prefix, kind, name = node["$ref"].rsplit("/", 2)
                parts.append(document["components"][kind][name])
    return {name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)}


def describe_properties(document: Node) -> None:
    """Describe the properties for which the views have no description."""
    known = facts("properties")
    for name, schema in document["components"]["schemas"].items():
        for field, property_ in _properties(schema):
            text = known.get(name, {}).get(field) or property_.get("description") or known["any"].get(field)
            if text:
                property_["description"] = text


def _properties(schema: Node) -> Iterator[tuple[str, Node]]:
    """Yield the properties of a schema, and of objects within it."""
    for node in nodes(schema):
        if isinstance(node.get("properties"), dict):
            yield from node["properties"].items()


STEPS: tuple[Callable[[Node], None], ...] = (
    rename_schemas,
    write_null_as_a_type,
    type_free_values,
    name_enums,
    describe_properties,
    close_bodies,
)
