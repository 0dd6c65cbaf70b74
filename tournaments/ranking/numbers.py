"""Exact numbers, and how people write them."""

import re
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm

LARGEST = 1_000_000
_WRITTEN = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?")
ZERO = Fraction(0)
SCALE = lcm(*range(1, 41))


@lru_cache(maxsize=4096)
def whole(number: int) -> Fraction:
    """Return an integer as a fraction; cached, since most scores are small integers."""
    return Fraction(number)


def total(values: Iterable[int | Fraction]) -> Fraction:
    """Return the exact sum."""
    return Fraction(*_added(values))


def mean(values: Collection[int | Fraction]) -> Fraction:
    """Return the exact average of one or more numbers."""
    numerator, denominator = _added(values)
    return Fraction(numerator, denominator * len(values))


def _added(values: Iterable[int | Fraction]) -> tuple[int, int]:
    """Return the sum as numerator and denominator, which may have a common factor.

    Numerators are added for each denominator, because there are few different ones. Adding fractions one after another,
    with each sum reduced, takes several times as long.
    """
    whole, numerators = 0, dict[int, int]()
    for value in values:
        if type(value) is int:
            whole += value
        else:
            denominator = value.denominator
            numerators[denominator] = numerators.get(denominator, 0) + value.numerator
    common = lcm(*numerators)
    return whole * common + sum(number * (common // part) for part, number in numerators.items()), common


def scaled(value: int | Fraction, scale: int = SCALE) -> int | Fraction:
    """Return the value times `scale`, which is nearly always an integer; comparing integers is ten times faster."""
    if type(value) is int:
        return value * scale
    times, rest = divmod(scale, value.denominator)
    return value * scale if rest else value.numerator * times


def decimal(value: int | Fraction) -> str:
    """Return a number as a decimal with at most two places; halves are rounded away from zero.

    >>> decimal(Fraction(8, 3)), decimal(Fraction(5, 2)), decimal(Fraction(-1, 200))
    ('2.67', '2.5', '-0.01')
    """
    numerator, denominator = value.numerator, value.denominator
    if denominator == 1:
        return str(numerator)
    hundredths = (abs(numerator) * 200 + denominator) // (2 * denominator)
    whole, part = divmod(hundredths, 100)
    text = f"{whole}.{part:02}".rstrip("0").rstrip(".")
    return f"-{text}" if numerator < 0 and hundredths else text


def parse_number(value: object) -> Fraction | None:
    """Return the exact value of a JSON number, or of a string with a decimal or a fraction; None for any other value.

    Return None also for a number beyond `LARGEST` or with more than six decimals.

    >>> parse_number(2.1), parse_number("8/3"), parse_number("1e9")
    (Fraction(21, 10), Fraction(8, 3), None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int) and abs(value) > LARGEST:
        return None
    written = str(value)
    if not _WRITTEN.fullmatch(written):
        return None
    number = Fraction(written)
    return number if abs(number) <= LARGEST else None
