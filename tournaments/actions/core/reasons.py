"""Checks of the reasons and amounts that directors give with their decisions."""

from decimal import Decimal

from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text

from .refusals import Problem

AGREED, AGREED_REASON = "agreed", "agreed_reason"
"""Fields of a request: the confirmation of a change of published standings, and the reason for it."""
MOST = 300


def reason_problems(reason: str, field: str = "reason") -> list[Problem]:
    """Return the problems of a reason: missing, or longer than 300 characters."""
    problems = []
    if not normalise_text(reason):
        problems.append(Problem("missing_field", _("Enter the reason."), pointer=(field,)))
    if len(reason) > MOST:
        message = _("Shorten the reason to %(limit)d characters.")
        problems.append(Problem("too_long", message, {"limit": MOST}, (field,)))
    return problems


LARGEST = Decimal(1_000_000)


def is_valid_award(amount: Decimal) -> bool:
    """Whether a decision may award this score for a round: at most a million, up or down, with at most two decimals."""
    return amount.is_finite() and abs(amount) <= LARGEST and amount == round(amount, 2)
