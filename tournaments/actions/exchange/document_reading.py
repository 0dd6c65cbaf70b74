"""Reading a document in the open format. Every fault of its shape is reported with its place."""

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring import registry
from scoring.json_lines import read_json
from scoring.problems import Problem, Step
from scoring.reader import TURNING
from tournaments.models import SETTINGS
from tournaments.models.setting_columns import read_moment

from ..core.ledger import canonical
from ..core.refusals import Invalid, refuse
from .document_schema import MOMENT, document_schema
from .exporting import DIRECTORS
from .readable_values import unreadable_values
from .row_ids import REFERENCES
from .section import ExportSection
from .sections import FORMAT, SECTIONS, VERSION

UNSTORABLE = re.compile(r"\\u(0000|[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u)[dD][c-fC-F]..)")
"""A NUL, or half of a surrogate pair, which neither UTF-8 nor databases can store."""
TURNS = re.compile(f"[{TURNING}]")
TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
}
MOST_FAULTS = 1_000
Document = Mapping[str, Any]
Place = tuple[Step, ...]


class UnstorableError(ValueError):
    """Raised for a text with a NUL or half of a surrogate pair."""


def parse(text: bytes) -> object:
    """Return the parsed JSON document; a byte order mark is allowed.

    Raises ValueError for text that is not JSON, a repeated name, NaN, numbers such as 1e400 and deep nesting, and
    UnstorableError for NULs and lone surrogates.
    """
    decoded = text.decode("utf-8-sig")
    if UNSTORABLE.search(decoded):
        raise UnstorableError
    return read_json(decoded)


def is_open_format(document: object) -> bool:
    """Whether a document declares that it is a tournament in the open format."""
    return isinstance(document, Mapping) and document.get("format") == FORMAT


def check_document(document: object) -> Document:
    """Return the document if its shape has no faults. Raises Invalid with every fault and its place."""
    if not isinstance(document, Mapping) or not is_open_format(document):
        message = _("This is not a tournament in the open format of Tavolo.")
        raise Invalid(Problem("not_a_tournament", message, pointer=("format",)))
    refuse(_unreadable(document))
    faults = _shape_faults(document, document_schema(), ())
    refuse(problem for problem, _count in zip(faults, range(MOST_FAULTS), strict=False))
    refuse([fault for check in CHECKS for fault in check(document)][:MOST_FAULTS])
    return document


def _unreadable(document: Document) -> Iterator[Problem]:
    """Yield a problem for a document that cannot be imported: it has another format version, or is a public export."""
    if document.get("version") != VERSION:
        message = _("The file has version %(version)s of the format, and this program reads version %(known)d.")
        params = {"version": str(document.get("version"))[:20], "known": VERSION}
        yield Problem("other_version", message, params, ("version",))
    elif document.get("for") != DIRECTORS:
        message = _("The file is a public export, which lacks what an import needs: export it as a director.")
        yield Problem("public_export", message, pointer=("for",))


def _shape_faults(value: Any, schema: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    """Yield a problem for each place where a value does not match this schema.

    Only keywords of JSON Schema that `document_schema` uses are supported.
    """
    if "enum" in schema or "const" in schema:
        if not any(
            type(value) is type(known) and value == known for known in schema.get("enum", [schema.get("const")])
        ):
            yield Problem("not_a_choice", _("This value is not possible here."), pointer=place)
        return
    if "type" in schema and type(value) not in _types(schema["type"]):
        yield Problem("wrong_type", _("This has the wrong type."), pointer=place)
    elif isinstance(value, str):
        yield from _text_faults(value, schema, place)
    elif type(value) is int:
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield Problem("out_of_range", _("This number is out of range."), pointer=place)
    elif isinstance(value, list) and "items" in schema:
        for at, item in enumerate(value):
            yield from _shape_faults(item, schema["items"], (*place, at))
    elif isinstance(value, dict) and "properties" in schema:
        yield from _object_faults(value, schema, place)


@cache
def _allowed(names: tuple[str, ...]) -> frozenset[type]:
    return frozenset(kind for name in names for kind in TYPES[name])


def _types(names: str | list[str]) -> Collection[type]:
    return _allowed((names,) if isinstance(names, str) else tuple(names))


def _text_faults(text: str, schema: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    if TURNS.search(text):
        yield Problem("bad_characters", _("Write the text without control characters."), pointer=place)
    if len(text) > schema.get("maxLength", len(text)):
        message = _("Enter at most %(limit)d characters.")
        yield Problem("too_long", message, {"limit": schema["maxLength"]}, place)
    pattern = schema.get("pattern")
    if pattern and not (re.fullmatch(pattern, text) and (pattern != MOMENT or read_moment(text))):
        yield Problem("wrong_format", _("This does not have the right format."), pointer=place)


def _object_faults(value: Mapping[str, Any], schema: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    known = schema["properties"]
    for name in schema["required"]:
        if name not in value:
            yield Problem("missing_field", _("This is missing."), pointer=(*place, name))
    for name, inner in value.items():
        if name not in known:
            yield Problem("unknown_field", _("The format has no such field."), pointer=(*place, name[:60]))
        else:
            yield from _shape_faults(inner, known[name], (*place, name))


def _other_digests(document: Document) -> Iterator[Problem]:
    """Yield a problem for each section whose digest differs from the one in the document."""
    for section in SECTIONS:
        rows = document[section.name]
        digest = hashlib.sha256()
        for row in rows if isinstance(rows, list) else [rows] if rows else []:
            digest.update(canonical(row) + b"\n")
        if digest.hexdigest() != document["digests"][section.name]:
            message = _("This section was changed after the export.")
            yield Problem("changed_section", message, pointer=(section.name,))


def _links_in_other_order(document: Document) -> Iterator[Problem]:
    """Yield a problem for the first ledger entry whose number is out of order."""
    for at, link in enumerate(document["ledger"]):
        if link["sequence"] != at + 1:
            message = _("The entries of the ledger are not in order, or one is missing.")
            yield Problem("not_in_order", message, pointer=("ledger", at, "sequence"))
            return


def _settings_out_of_range(document: Document) -> Iterator[Problem]:
    """Yield a problem for each setting with a number outside its range."""
    for name, setting in SETTINGS.items():
        value = document["tournament"][name]
        if type(value) is int and not setting.accepts(value):
            yield replace(setting.problem(value), pointer=("tournament", name))


def _references(document: Document) -> Iterator[Problem]:
    """Yield a problem for each row that refers to a row that is not in the document."""
    there = {section: _keys(document, section, columns) for section, columns in KEYS.items()}
    for section in SECTIONS:
        for columns, target in _named_by(section):
            for at, row in enumerate(document[section.name]):
                if tuple(row[name] for name in columns) not in there[target]:
                    message = _("This names a row that the file does not have.")
                    yield Problem("names_nothing", message, pointer=(section.name, at, columns[-1]))


HAND = ("round", "table", "number", "version")
KEYS: Mapping[str, tuple[str, ...]] = {
    "entries": ("id",),
    "players": ("id",),
    "rounds": ("number",),
    "tables": ("round", "number"),
    "seats": ("round", "entry"),
    "sit_outs": ("round", "entry"),
    "hands": HAND,
}
"""The sections to whose rows others refer, and the columns by which these are found."""
BY_SEVERAL = {
    "seat_players": (("round", "entry"), "seats"),
    "sit_out_players": (("round", "entry"), "sit_outs"),
    "rulings": (HAND, "hands"),
}
WITHOUT_ROUND = ("penalties", "decisions")
"""The sections that refer to a round only by its number: a decision remains if the round is drawn again."""


def _named_by(section: ExportSection) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the references in a section: the names of the columns, and the section of the rows to which they refer."""
    if section.is_one:
        return
    for name, kind in REFERENCES.items():
        if name in section.columns:
            yield (name,), "players" if kind == "player" else "entries"
    if "table" in section.columns:
        yield ("round", "table"), "tables"
    elif "round" in section.columns and section.name not in WITHOUT_ROUND:
        yield ("round",), "rounds"
    if section.name in BY_SEVERAL:
        yield BY_SEVERAL[section.name]


def _keys(document: Document, section: str, columns: tuple[str, ...]) -> set[tuple[Any, ...]]:
    return {tuple(row[name] for name in columns) for row in document[section]}


def _unknown_game(document: Document) -> Iterator[Problem]:
    slug = document["tournament"]["ruleset"]
    if registry.find(slug) is None:
        message = _("The game %(game)s is not among the games of this installation: a newer version may have it.")
        yield Problem("unknown_game", message, {"game": slug}, ("tournament", "ruleset"))


CHECKS = (_other_digests, _links_in_other_order, _references, _settings_out_of_range, _unknown_game, unreadable_values)
"""The checks of a document of the right shape; each yields the faults that it finds."""
