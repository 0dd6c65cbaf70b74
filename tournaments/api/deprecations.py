"""Deprecated parts of the API: their marks in the OpenAPI document, and the headers of deprecated operations."""

import tomllib
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils.http import http_date


@cache
def deprecations() -> dict[str, dict[str, Any]]:
    """What is deprecated, by schema and property or by operation, with `since`, `until` and `use`."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def mark_deprecated(document: dict[str, Any]) -> None:
    """Mark what is deprecated, with its dates and its replacement; raises KeyError if there is no such thing."""
    operations = {each["operationId"]: each for path in document["paths"].values() for each in path.values()}
    for name, about in deprecations().items():
        schema, _, field = name.partition(".")
        node = document["components"]["schemas"][schema]["properties"][field] if field else operations[schema]
        known, text = node.get("description", "").rstrip("."), f"Deprecated: use {about['use']}."
        node["description"] = f"{known}. {text}" if known else text
        dates = {"x-deprecated-since": str(about["since"]), "x-deprecated-until": str(about["until"])}
        node |= {"deprecated": True, **dates}


def deprecation_headers(operation_id: str) -> dict[str, str]:
    """The headers of a deprecated operation: since when (RFC 9745), until when at least (RFC 8594), and the policy."""
    about = deprecations()[operation_id]
    since, until = (datetime.combine(about[name], time(), UTC).timestamp() for name in ("since", "until"))
    policy = f'<{reverse("api:guide")}#versions>; rel="deprecation"'
    return {"Deprecation": f"@{since:.0f}", "Sunset": http_date(until), "Link": policy}
