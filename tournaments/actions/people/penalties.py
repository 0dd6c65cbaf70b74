"""Penalties: given with a reason; cancelled, never deleted."""

from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Entry, Penalty, Round

from ..core import ledger
from ..core.actor import Actor
from ..core.reasons import LARGEST, reason_problems
from ..core.refusals import Problem, refuse
from ..core.rows import locked, save_fields
from ..ledger_kinds import LedgerKind


def penalise(entry: Entry, *, amount: Decimal, reason: str, by: Actor, round_: Round | None = None) -> Penalty:
    """Give a penalty and return it.

    It counts in the standings from `round_` on; without a round, in all standings. Raises Invalid unless the amount is
    positive with at most two decimals and there is a reason.
    """
    refuse([*penalty_problems(amount), *reason_problems(reason)])
    with transaction.atomic():
        entry = locked(Entry.objects.all(), entry.pk)
        penalty = Penalty.objects.create(
            tournament_id=entry.tournament_id,
            entry=entry,
            round_number=round_.number if round_ else None,
            amount=amount,
            reason=normalise_text(reason),
            issued_by=by.user,
            issued_at=timezone.now(),
        )
        issued_at = ledger.moment(penalty.issued_at)
        _log(penalty, "penalty_given", by=by, round=penalty.round_number, issued_at=issued_at)
    return penalty


def penalty_problems(amount: Decimal | None) -> list[Problem]:
    """The problems of a penalty's amount."""
    if amount is not None and amount.is_finite() and 0 < amount <= LARGEST and amount == round(amount, 2):
        return []
    message = _("Enter an amount above 0 with at most two decimals.")
    return [Problem("out_of_range", message, pointer=("amount",))]


def cancel_penalty(penalty: Penalty, *, by: Actor) -> Penalty:
    """Cancel a penalty and return it. It stays on record and no longer counts."""
    with transaction.atomic():
        penalty = locked(Penalty.objects.all(), penalty.pk)
        if penalty.cancelled_at:
            return penalty
        save_fields(penalty, cancelled_at=timezone.now(), cancelled_by=by.user)
        _log(penalty, "penalty_cancelled", by=by, cancelled_at=ledger.moment(penalty.cancelled_at))
    return penalty


def reinstate(penalty: Penalty, *, by: Actor) -> Penalty:
    """Put a cancelled penalty into force again and return it."""
    with transaction.atomic():
        penalty = locked(Penalty.objects.all(), penalty.pk)
        if penalty.cancelled_at:
            save_fields(penalty, cancelled_at=None, cancelled_by=None)
            _log(penalty, "penalty_reinstated", by=by)
    return penalty


def _log(penalty: Penalty, kind: LedgerKind, *, by: Actor, **more: object) -> None:
    facts = {"penalty": penalty.pk, "entry": penalty.entry_id, "amount": str(penalty.amount)}
    ledger.append(penalty.tournament_id, kind, by=by, facts=facts | more, text=penalty.reason)
