"""Limits of the amounts that directors enter: the worth of a round, the cost of a penalty."""

from decimal import Decimal

LARGEST = Decimal(1_000_000)


def is_worth(amount: Decimal) -> bool:
    """Whether a round may be worth this amount: at most a million up or down, with two decimals."""
    return amount.is_finite() and abs(amount) <= LARGEST and amount == round(amount, 2)
