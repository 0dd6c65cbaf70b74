"""The JSON Schema of an exported tournament, made from the columns of its sections."""

from collections.abc import Mapping
from typing import Any

from django.db import models

from .exporting import DIRECTORS, PUBLIC
from .section import ExportSection
from .sections import FORMAT, SECTIONS, VERSION

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}\+00:00$"
KIND = "^[a-z]+(_[a-z]+)*$"
LARGEST_ID = 2**63 - 1
LARGEST: Mapping[type, int] = {models.PositiveSmallIntegerField: 2**15 - 1, models.PositiveIntegerField: 2**31 - 1}
CONTAINERS: Mapping[type, str] = {dict: "object", list: "array"}
Schema = Mapping[str, Any]


def _object(properties: Schema, optional: frozenset[str] = frozenset()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


EXACT = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
RANKING = _object(
    {
        "method": {"enum": ["total", "places", "victory-points", "match-points"]},
        "low_wins": {"type": "boolean"},
        "low_score_wins": {"type": "boolean"},
        "points": {"type": "array", "items": EXACT},
        "vp_limits": {"type": "array", "items": {"type": "integer"}},
        **dict.fromkeys(("sit_out_difference", "win", "draw", "loss"), EXACT),
        "sit_out": {"type": "string"},
        "absent": {"type": "string"},
    }
)


def document_schema() -> Schema:
    """Return the schema of a document; columns that only directors see are not required."""
    parts = {section.name: _section(section) for section in SECTIONS}
    parts["ledger"]["items"]["properties"]["kind"]["pattern"] = KIND
    digests = dict.fromkeys(parts, DIGEST)
    head = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "for": {"enum": [DIRECTORS, PUBLIC]},
        "ranking": RANKING,
    }
    return {
        "$schema": DIALECT,
        "title": "A tournament in the open format of Tavolo",
        **_object({**head, **parts, "digests": _object(digests)}),
    }


def _section(section: ExportSection) -> dict[str, Any]:
    fields = {name: _column(_field(section.model, path)) for name, path in section.columns.items()}
    row = _object(fields, section.private)
    if not section.is_one:
        return {"type": "array", "items": row}
    return row if section.name in ("club", "tournament") else {**row, "type": ["object", "null"]}


def _field(model: type[models.Model], path: str) -> Any:
    """Return the model field to which a query path such as `round__number` leads."""
    *parts, last = path.split("__")
    for part in parts:
        model = model._meta.get_field(part).related_model  # type: ignore[assignment]  # noqa: SLF001 - documented
    return next(each for each in model._meta.concrete_fields if last in (each.name, each.attname))  # noqa: SLF001


def _column(field: Any) -> dict[str, Any]:
    """Return the schema of a column's values."""
    schema = _plain(field)
    if field.choices:
        known = [value for value, _label in field.choices]
        schema = {"enum": [*known, *([""] if field.blank and "" not in known else []), *([None] if field.null else [])]}
    elif field.null and "type" in schema:
        schema["type"] = [schema["type"], "null"]
    return schema


def _plain(field: Any) -> dict[str, Any]:
    if isinstance(field, models.JSONField):
        return {} if field.null else {"type": CONTAINERS.get(field.default, "array")}
    if isinstance(field, models.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, models.DateTimeField):
        return {"type": "string", "pattern": MOMENT}
    if isinstance(field, models.DecimalField):
        return {"type": "string", "pattern": r"^-?[0-9]{1,7}(\.[0-9]{1,2})?$"}
    if isinstance(field, models.IntegerField | models.ForeignKey):
        least = 0 if type(field).__name__.startswith("Positive") else -LARGEST_ID - 1
        least = 1 if field.primary_key or isinstance(field, models.ForeignKey) else least
        return {"type": "integer", "minimum": least, "maximum": LARGEST.get(type(field), LARGEST_ID)}
    return {"type": "string", **({"maxLength": field.max_length} if field.max_length else {})}
