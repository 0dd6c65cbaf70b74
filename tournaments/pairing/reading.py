"""Reading a draw request from a JSON document; all its problems are returned at once."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from typing import Any

from scoring.problems import Problem
from scoring.reader import Reader, is_boolean, is_integer, is_object, is_string
from tournaments.pairing.values import (
    ALL_ROUNDS,
    FACE_TO_FACE,
    DrawRequest,
    EntrantId,
    PairMeetings,
    Participant,
    Table,
    Tables,
)

KEYS = (
    "method", "seed", "entrants", "history", "meetings", "rounds", "sizes", "past_sizes", "short_tables",
    "low_wins", "forbidden", "fixed", "avoid_same_club", "tables", "sit_out", "going_on",
)  # fmt: skip
BAD = "bad_option"
SHORT = 3  # the seats of the tables that `short_tables` permits besides those of four
SCORE = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,5})?")
MAX_SCORE, MAX_PARTS, MAX_COUNT = 10**12, 10**6, 10**6


def read_request(document: object) -> DrawRequest | list[Problem]:
    """Return the request in a document, or all its problems."""
    if not is_object(document):
        return [Problem("bad_request", "The request must be an object: {...}")]
    reader = Reader(document)
    request = _request(reader)
    return reader.problems or request


def _request(reader: Reader) -> DrawRequest:
    """Return the request in the document; problems are recorded in the reader."""
    _refuse_unknown(reader, KEYS)
    method = reader.at("method").take(is_string, BAD, "Name the method by which tables are made.")
    entrants = _entrants(reader)
    return DrawRequest(
        method=method,
        seed=_whole_number(reader, "seed", default=0),
        entrants=entrants,
        history=tuple(_tables(tables) for tables in _list(reader, "history")),
        meetings=_meetings(reader),
        rounds=_rounds(reader, method),
        sizes=_sizes(reader, method),
        past_sizes=_numbers(reader, "past_sizes"),
        low_wins=_flag(reader, "low_wins"),
        forbidden=_pairs(reader),
        fixed=_fixed(reader, entrants),
        avoid_same_club=_flag(reader, "avoid_same_club"),
        tables=_tables(reader.at("tables", default=[])),
        sit_out=_ids(reader.at("sit_out", default=[])),
        going_on=_whole_number(reader, "going_on", default=0),
    )


def _take(part: Reader, accepts: Callable[[Any], bool], what: str) -> Any:
    """Return the raw value if `accepts` is true for it.

    Otherwise record a problem with `what` and return the default.
    """
    return part.take(accepts, BAD, f"“{part.place[0]}” {what}")


def _refuse_unknown(part: Reader, allowed: Sequence[str]) -> None:
    for name in part.raw:
        if name not in allowed:
            message = f"There is no “{name}” here; there are {', '.join(allowed)}."
            part.at(name).report(BAD, message)


def _rounds(reader: Reader, method: str) -> int:
    if method in ALL_ROUNDS and "rounds" not in reader.raw:
        reader.at("rounds").report(BAD, "Say how many rounds are to be drawn.")
    return _whole_number(reader, "rounds", default=1)


def _whole_number(reader: Reader, name: str, *, default: int) -> int:
    return int(_take(reader.at(name, default=default), is_integer, "is a whole number."))


def _flag(reader: Reader, name: str) -> bool:
    return bool(_take(reader.at(name, default=False), is_boolean, "is true or false."))


def _list(reader: Reader, name: str) -> list[Reader]:
    return reader.at(name, default=[]).entries(BAD, f"“{name}” is a list: [...]")


def _sizes(reader: Reader, method: str) -> tuple[int, ...]:
    usual = (2,) if method in FACE_TO_FACE else (4,)
    sizes = _numbers(reader, "sizes") if "sizes" in reader.raw else usual
    short = (SHORT,) if _flag(reader, "short_tables") else ()
    return tuple(dict.fromkeys((*sizes, *short)))


def _numbers(reader: Reader, name: str) -> tuple[int, ...]:
    numbers = [entry.raw for entry in _list(reader, name)]
    if all(map(is_integer, numbers)):
        return tuple(dict.fromkeys(numbers))
    reader.at(name).report(BAD, f"“{name}” holds whole numbers.")
    return ()


def _ids(part: Reader) -> Table:
    what = "holds lists of entrants' ids, which are whole numbers or texts."
    return tuple(_take(part, lambda raw: isinstance(raw, list) and all(map(_is_id, raw)), what) or ())


def _tables(part: Reader) -> Tables:
    tables = part.entries(BAD, "A round is a list of tables: [[...], ...]")
    return tuple(_ids(table) for table in tables)


def _pairs(reader: Reader) -> tuple[tuple[EntrantId, EntrantId], ...]:
    what = "holds pairs of entrants' ids."
    pairs = [_take(pair, _is_pair, what) for pair in _list(reader, "forbidden")]
    return tuple((pair[0], pair[1]) for pair in pairs if pair)


def _meetings(reader: Reader) -> tuple[PairMeetings, ...]:
    what = "holds lists of two ids, how often they met, how often as partners, and whether in the last round."
    pairs = [_take(pair, _is_meetings, what) for pair in _list(reader, "meetings")]
    return tuple(PairMeetings(*pair) for pair in pairs if pair)


def _is_meetings(raw: object) -> bool:
    if not isinstance(raw, list) or len(raw) != len(PairMeetings._fields):
        return False
    *pair, times, as_partners, in_last_round = raw
    counts = all(is_integer(count) and 0 <= count <= MAX_COUNT for count in (times, as_partners))
    return _is_pair(pair) and pair[0] != pair[1] and counts and is_boolean(in_last_round)


def _is_pair(raw: object) -> bool:
    return isinstance(raw, list) and len(raw) == 2 and all(map(_is_id, raw))


def _fixed(reader: Reader, entrants: Sequence[Participant]) -> dict[EntrantId, int]:
    """Return the table number of each fixed entrant. Ids that are numbers are restored: keys in JSON are text."""
    what = "holds the number of a table for each entrant in it."
    part = reader.at("fixed", default={})
    tables = _take(part, lambda raw: isinstance(raw, dict) and all(map(is_integer, raw.values())), what)
    texts_last = sorted((entrant.id for entrant in entrants), key=is_string)
    by_text: dict[str, EntrantId] = {str(id_): id_ for id_ in texts_last}
    return {by_text.get(str(name), str(name)): table for name, table in tables.items()}


def _is_id(value: object) -> bool:
    """Whether a value can be an entrant's id; a boolean cannot, although it is an `int`."""
    return is_integer(value) or is_string(value)


def _is_count(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value <= MAX_COUNT)


def _exact(score: object) -> int | Fraction | None:
    """Return a score as an exact number, 0 for None; return None for a value that is not a score."""
    if score is None:
        return 0
    if type(score) is int:
        return score if abs(score) <= MAX_SCORE else None
    if isinstance(score, float) and isfinite(score):
        exact = Fraction(repr(score))
        return exact if abs(exact) <= MAX_SCORE and exact.denominator <= MAX_PARTS else None
    if isinstance(score, str) and SCORE.fullmatch(score):
        return Fraction(score)
    return None


ABOUT: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "score": (lambda value: _exact(value) is not None, 'The score of {} is a number, or a fraction such as "7/2".'),
    "club": (lambda value: value is None or is_string(value), "The club of {} is a text."),
    "sit_outs": (_is_count, "How often {} has sat out is a number from 0."),
    "short_tables": (_is_count, "How often {} had an unusual table is a number from 0."),
    "active": (lambda value: value is None or is_boolean(value), "“active” is true or false for {}."),
}
"""For each field of an entrant, a test of its value (null always passes) and the message if it fails."""


def _entrants(reader: Reader) -> tuple[Participant, ...]:
    if "entrants" not in reader.raw:
        reader.at("entrants").report(BAD, "Say who is to be seated.")
    return tuple(_entrant(part) for part in _list(reader, "entrants"))


def _entrant(part: Reader) -> Participant:
    fields = {"id": part.raw} if _is_id(part.raw) else part.raw
    if not is_object(fields) or not _is_id(fields.get("id")):
        number = int(part.place[-1]) + 1
        message = f'Entrant {number} is an id, or an object with one: {{"id": 1, ...}}'
        part.report(BAD, message)
        return Participant(0)
    reader = replace(part, raw=fields)
    _refuse_unknown(reader, ("id", *ABOUT))
    for name, (accepts, message) in ABOUT.items():
        reader.at(name).take(accepts, BAD, message.format(fields["id"]))
    return Participant(
        id=fields["id"],
        score=_exact(fields.get("score")) or 0,
        club=fields.get("club") or "",
        sit_outs=fields.get("sit_outs"),
        short_tables=fields.get("short_tables"),
        active=fields.get("active") is not False,
    )
