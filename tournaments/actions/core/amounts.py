"""Numbers that directors give: what a round is worth, what a penalty costs."""

from decimal import Decimal

LARGEST = Decimal(1_000_000)


def is_worth(amount: Decimal) -> bool:
    """Whether a round may be worth this number."""
    return amount.is_finite() and abs(amount) <= LARGEST and amount == round(amount, 2)
