"""Requests and answers as lines of JSON, for any game."""

import json
import math
import os
import sys
from collections.abc import Callable, Iterable

from scoring.problems import Problem, Step
from scoring.problems import gettext_noop as _

Answer = dict[str, object]


def in_english(answer: Answer | list[Problem]) -> Answer:
    """Return an answer unchanged; return problems as an answer with English texts."""
    return {"problems": [as_json(problem) for problem in answer]} if isinstance(answer, list) else answer


def answer_line(line: bytes | str, answer: Callable[[object], Answer]) -> str:
    """Return the answer to one request as a line of JSON, in ASCII and without the newline."""
    try:
        request = read_json(line)
    except ValueError:
        return json.dumps(in_english([_UNREADABLE]))
    return json.dumps(answer(request))


_UNREADABLE = Problem(
    "bad_json", _("This is not valid JSON in UTF-8, repeats a name, or has a number that is too long")
)


def answer_lines(answer: Callable[[object], Answer]) -> None:
    """Answer every line of standard input in order, each at once, until the input ends.

    The program ends silently if its output is closed.
    """
    try:
        for line in sys.stdin.buffer:
            sys.stdout.write(answer_line(line, answer) + "\n")
            sys.stdout.flush()  # a program may wait for the answer before it sends the next request
    except BrokenPipeError:
        # Python flushes standard output once more at exit, which must not fail on the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


DEEPEST = 50
"""The greatest depth of nested lists and objects; no tally needs ten levels."""


class TooManyNamesError(ValueError):
    """Raised if an object has more names than any request needs."""


def read_json(text: bytes | str, *, most_names: int = sys.maxsize) -> object:
    """Return the document; bytes may begin with a byte order mark.

    Raises ValueError for text that is not JSON, NaN, infinity, a repeated name or deep nesting, and TooManyNamesError
    if an object has more than `most_names` names.
    """

    def read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(pairs) > most_names:
            raise TooManyNamesError
        named = dict(pairs)
        if len(named) < len(pairs):
            raise ValueError("a name is given twice")
        return named

    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        document = json.loads(decoded, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=read_object)
    except RecursionError:
        raise ValueError("nested too deep") from None
    _refuse_depth(document)
    return document


def _refuse_depth(document: object) -> None:
    layer: list[object] = [document]
    for _depth in range(DEEPEST):
        layer = [inner for outer in layer for inner in _items(outer)]
    if layer:
        raise ValueError("nested too deep")


def _items(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(text)
    return number


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def places(problem: Problem) -> dict[str, Step]:
    """Return the known parts of a problem's place: `hand` from 1, `side` from 0, and `field`."""
    path, place = problem.pointer, dict[str, Step]()
    if len(path) > 1 and path[0] == "hands":
        place["hand"], path = int(path[1]) + 1, path[2:]
    if len(path) > 1 and path[0] in ("lines", "piles"):
        place["side"], path = path[1], path[2:]
    names = [step for step in path if isinstance(step, str)]
    name = problem.params.get("field", names[-1] if names else None)
    return place if name is None else {**place, "field": str(name)}


def as_json(problem: Problem) -> dict[str, object]:
    """Return the problem with its English text, as JSON values of an answer."""
    return {"code": problem.code, "message": problem.text(), **places(problem)}
