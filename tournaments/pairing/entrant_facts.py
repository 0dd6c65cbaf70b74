"""What a document may say of an entrant."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isfinite

from scoring.reader import is_boolean, is_integer, is_string

SCORE = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,5})?")
MAX_SCORE, MAX_PARTS, MAX_COUNT = 10**12, 10**6, 10**6


def is_id(value: object) -> bool:
    """Whether an entrant may be called so; true and false are no numbers."""
    return is_integer(value) or is_string(value)


def _is_count(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value <= MAX_COUNT)


def exact(score: object) -> int | Fraction | None:
    """The number without any rounding, or None for what is no score."""
    if score is None:
        return 0
    if type(score) is int:
        return score if abs(score) <= MAX_SCORE else None
    if isinstance(score, float) and isfinite(score):
        exact = Fraction(repr(score))
        fits = abs(exact) <= MAX_SCORE and exact.denominator <= MAX_PARTS
        return exact if fits else None
    if isinstance(score, str) and SCORE.fullmatch(score):
        return Fraction(score)
    return None


ABOUT: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "score": (lambda value: exact(value) is not None, 'The score of {} is a number, or a fraction such as "7/2".'),
    "club": (lambda value: value is None or is_string(value), "The club of {} is a text."),
    "sit_outs": (_is_count, "How often {} has sat out is a number from 0."),
    "short_tables": (_is_count, "How often {} had an unusual table is a number from 0."),
    "active": (lambda value: value is None or is_boolean(value), "“active” is true or false for {}."),
}
"""What may be said of an entrant: null, or what each test accepts."""
