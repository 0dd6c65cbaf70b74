"""Numbers as they are shown and as they are read."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking import decimal
from tournaments.ranking.numbers import parse_number


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(12), "12"),
        (Fraction(100), "100"),
        (Fraction(5, 2), "2.5"),
        (Fraction(8, 3), "2.67"),
        (Fraction(1, 3), "0.33"),
        (Fraction(1, 8), "0.13"),
        (Fraction(1, 200), "0.01"),
        (Fraction(1, 201), "0"),
        (Fraction(199, 200), "1"),
        (Fraction(-8, 3), "-2.67"),
        (Fraction(-1, 8), "-0.13"),
        (Fraction(-1, 201), "0"),
        (Fraction(10), "10"),
        (Fraction(-7), "-7"),
    ],
)
def test_a_decimal_has_at_most_two_places_and_rounds_a_half_away_from_zero(value, shown):
    assert decimal(value) == shown


@given(st.fractions())
def test_a_decimal_is_within_half_a_hundredth(value):
    assert abs(Fraction(decimal(value)) - value) <= Fraction(1, 200)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (3, Fraction(3)),
        (-2, Fraction(-2)),
        (2.5, Fraction(5, 2)),
        (0.1, Fraction(1, 10)),
        ("8/3", Fraction(8, 3)),
        ("2.50", Fraction(5, 2)),
        (1_000_000, Fraction(1_000_000)),
    ],
)
def test_numbers_are_read_exactly(written, number):
    assert parse_number(written) == number


@pytest.mark.parametrize(
    "written",
    [
        None, True, [], {}, "", "1e9", "1/0", " 1", "٣", "1,5", 1e300, 1e-9, 10**400,
        1_000_001, "9999999", float("nan"), float("inf"), "1" * 5000,
    ],
)  # fmt: skip
def test_anything_else_is_no_number(written):
    assert parse_number(written) is None
