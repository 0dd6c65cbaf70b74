"""Deprecated parts of the API: marks in the OpenAPI document, and headers of deprecated operations."""

import tomllib
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils.http import http_date


@cache
def deprecations() -> dict[str, dict[str, Any]]:
    """Return the deprecated properties (by schema) and operations, each with `since`, `until` and `use`."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def mark_deprecated(document: dict[str, Any]) -> None:
    """Mark the deprecated parts of the document, with dates and replacement. Raises KeyError if a part is missing."""
    operations = {each["operationId"]: each for path in document["paths"].values() for each in path.values()}
    for name, about in deprecations().items():
        schema, _, field = name.partition(".")
        node = document["components"]["schemas"][schema]["properties"][field] if field else operations[schema]
        known, text = node.get("description", "").rstrip("."), f"Deprecated: use {about['use']}."
        node["description"] = f"{known}. {text}" if known else text
        dates = {"x-deprecated-since": str(about["since"]), "x-deprecated-until": str(about["until"])}
        node |= {"deprecated": True, **dates}


def deprecation_headers(operation_id: str) -> dict[str, str]:
    """Return the headers for a deprecated operation: Deprecation (RFC 9745), Sunset (RFC 8594), Link to the policy."""
    about = deprecations()[operation_id]
    since, until = (datetime.combine(about[name], time(), UTC).timestamp() for name in ("since", "until"))
    policy = f'<{reverse("api:guide")}#versions>; rel="deprecation"'
    return {"Deprecation": f"@{since:.0f}", "Sunset": http_date(until), "Link": policy}
