"""Readers for the JSON documents that directors write: objects, texts, and ids of entries."""

from collections.abc import Collection, Iterator

from scoring.problems import gettext_noop as _
from scoring.reader import NOT_STORED, Reader, is_integer, is_string

MAX_LISTS, MAX_ENTRIES = 50, 10_000
AN_OBJECT = _("Write an object of names and values.")


def refuse_unknown(part: Reader, fields: tuple[str, ...]) -> None:
    """Report every field of an object that is not among `fields`."""
    for name in [name for name in part.raw if name not in fields]:
        message = _("There is no field of this name; the fields are %(fields)s.")
        part.at(str(name)[:60]).report("unknown_field", message, fields=", ".join(fields))


def read_objects(part: Reader, fields: tuple[str, ...], *, most: int = MAX_LISTS) -> Iterator[Reader]:
    """Yield the objects of a list of at most `most` objects."""
    message = _("List up to %(most)d of these.")
    for each in part.entries("wrong_type", message, counts=range(most + 1), most=most):
        read = each.as_object("wrong_type", AN_OBJECT)
        refuse_unknown(read, fields)
        yield read


def read_text(part: Reader, most: int) -> str:
    """Return a text of 1 to `most` characters; report any other value and return ""."""
    text = part.raw.strip() if is_string(part.raw) else ""
    if not text or len(text) > most:
        part.report("wrong_length", _("Write 1 to %(most)d characters."), most=most)
    elif NOT_STORED.search(text):
        part.report("bad_characters", _("Write the text without control characters."))
    return text


def read_entry_ids(part: Reader, entries: Collection[int] | None) -> Iterator[tuple[Reader, int]]:
    """Yield each id in a list with its reader; report ids that are not in `entries`, unless this is None."""
    message = _("List the ids of entries.")
    for each in part.entries("wrong_type", message, counts=range(MAX_ENTRIES)):
        if is_integer(each.raw) and (entries is None or each.raw in entries):
            yield each, each.raw
        else:
            each.report("not_found", _("The tournament has no such entry."))
