"""The ids in the rows of a document, and giving them other numbers."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tournaments.models.standing_bytes import without_revision

from ..core.origin import Kind, OriginIds, Renumber, renumbered

OWN_ID: Mapping[str, Kind] = {
    "club": "club",
    "tournament": "tournament",
    "players": "player",
    "entries": "entry",
    "penalties": "penalty",
    "decisions": "decision",
}
"""What the `id` of a row is, by section."""
REFERENCES: Mapping[str, Kind] = {"entry": "entry", "one": "entry", "other": "entry", "player": "player"}
"""The columns that name a row of another section by its id."""
WITHIN: Mapping[str, tuple[str, ...]] = {
    "tournament": ("prizes", "teams"),
    "rounds": ("draw_inputs", "report", "ahead", "drawn", "refusal"),
    "ledger": ("facts",),
}
"""The columns with ids inside, by section."""


def with_ids(section: str, row: Mapping[str, Any], number: Renumber) -> dict[str, Any]:
    """Return a row of a section with other ids."""
    changed = {name: number(kind, row[name]) for name, kind in REFERENCES.items() if name in row}
    if section in OWN_ID:
        changed["id"] = number(OWN_ID[section], row["id"])
    changed |= {name: renumbered(row[name], number) for name in WITHIN.get(section, ()) if name in row}
    return {**row, **changed}


def at_its_origin(section: str, row: Mapping[str, Any], origin: OriginIds) -> dict[str, Any]:
    """Return a row of an imported tournament as its origin would export it."""
    there = with_ids(section, row, origin.original)
    if section == "tournament":
        there["slug"] = origin.slug
    if section == "standings":
        there["body"] = body_with(row["body"], origin.slug, origin.original)
        there["digest"] = body_digest(there["body"])
    return there


def body_with(body: str, slug: str, number: Renumber) -> str:
    """Return published standings of a tournament with another slug and other ids."""
    document = json.loads(body)
    rows = [{**row, "entry": number("entry", row["entry"])} for row in document["rows"]]
    return json.dumps({**document, "tournament": slug, "rows": rows}, ensure_ascii=False, separators=(",", ":"))


def body_digest(body: str) -> str:
    """Return the digest of published standings: of the text without its revision."""
    return hashlib.sha256(without_revision(body.encode())).hexdigest()
