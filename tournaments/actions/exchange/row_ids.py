"""The ids in the rows of a document, and their replacement."""

import hashlib
from collections.abc import Mapping
from typing import Any

from tournaments.models import standing_bytes

from ..core.origin import Kind, OriginIds, Renumber, renumbered

OWN_ID: Mapping[str, Kind] = {
    "club": "club",
    "tournament": "tournament",
    "players": "player",
    "entries": "entry",
    "penalties": "penalty",
    "decisions": "decision",
}
"""The kind of the `id` of a row, by section."""
REFERENCES: Mapping[str, Kind] = {"entry": "entry", "one": "entry", "other": "entry", "player": "player"}
"""The columns that refer to a row of a different section by its id."""
WITHIN: Mapping[str, tuple[str, ...]] = {
    "tournament": ("prizes", "teams"),
    "rounds": ("draw_inputs", "report", "ahead", "drawn", "refusal"),
    "ledger": ("facts",),
}
"""The columns that contain ids, by section."""


def with_ids(section: str, row: Mapping[str, Any], number: Renumber) -> dict[str, Any]:
    """Return a row of a section, with each id replaced by the result of `number(kind, id)`."""
    changed = dict(row)
    for name, kind in REFERENCES.items():
        if name in row:
            changed[name] = number(kind, row[name])
    if section in OWN_ID:
        changed["id"] = number(OWN_ID[section], row["id"])
    for name in WITHIN.get(section, ()):
        if name in row:
            changed[name] = renumbered(row[name], number)
    return changed


def at_its_origin(section: str, row: Mapping[str, Any], origin: OriginIds) -> dict[str, Any]:
    """Return a row with the original ids and slug of an imported tournament."""
    there = with_ids(section, row, origin.original)
    if section == "tournament":
        there["slug"] = origin.slug
    if section == "standings":
        there["body"] = body_with(row["body"], origin.slug, origin.original)
        there["digest"] = body_digest(there["body"])
    return there


def body_with(body: str, slug: str, number: Renumber) -> str:
    """Return the JSON of published standings with this slug, and each entry's id replaced by `number`."""
    return standing_bytes.with_ids(body.encode(), slug, lambda entry: number("entry", entry)).decode()


def body_digest(body: str) -> str:
    """Return the digest of published standings, without their revision."""
    return hashlib.sha256(standing_bytes.without_revision(body.encode())).hexdigest()
