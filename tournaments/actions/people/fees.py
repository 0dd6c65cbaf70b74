"""Entry fees: the amounts due and paid, and their sums."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryFee, Tournament, TournamentFee
from tournaments.models.entry import EntryQuerySet

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Problem, refuse
from ..core.rows import locked, save_fields
from .family_names import in_list_order

LARGEST = Decimal(100_000)
NOTHING = Decimal("0.00")
DECIMALS = 2


@dataclass(frozen=True, slots=True)
class AmountDue:
    """The amounts due and paid of an entry; `is_own` is true if a director has set the amount due."""

    entry: Entry
    owed: Decimal
    paid: Decimal
    is_own: bool

    @property
    def left(self) -> Decimal:
        """The amount still to be paid; negative if too much was paid."""
        return self.owed - self.paid


@dataclass(frozen=True, slots=True)
class FeeList:
    """The usual fee, the amounts of all entries in order of name, and the sums."""

    amount: Decimal
    rows: tuple[AmountDue, ...]

    @property
    def owed(self) -> Decimal:
        """The sum that all entries owe."""
        return sum((row.owed for row in self.rows), NOTHING)

    @property
    def paid(self) -> Decimal:
        """The sum that all entries have paid."""
        return sum((row.paid for row in self.rows), NOTHING)

    @property
    def left(self) -> Decimal:
        """The sum still to be paid."""
        return self.owed - self.paid


def read_fees(tournament: Tournament) -> FeeList:
    """Return the amounts due and paid of all entries."""
    fee = TournamentFee.objects.filter(tournament=tournament).first()
    usual = fee.amount if fee else NOTHING
    entries = in_list_order(tournament.entries.select_related("fee").order_by("name", "number"), tournament.club)
    exempt = _exempt(tournament.entries.all())
    return FeeList(usual, tuple(_due(entry, NOTHING if entry.pk in exempt else usual) for entry in entries))


def _exempt(entries: EntryQuerySet) -> set[int]:
    """Return the ids of withdrawn entries that never had a seat.

    They owe no fee unless one is set for the entry itself.
    """
    return set(entries.filter(status=Entry.Status.WITHDRAWN, seats=None).values_list("pk", flat=True))


def _due(entry: Entry, usual: Decimal) -> AmountDue:
    own: EntryFee | None = getattr(entry, "fee", None)
    if own is None:
        return AmountDue(entry, usual, NOTHING, is_own=False)
    return AmountDue(entry, usual if own.owed is None else own.owed, own.paid, is_own=own.owed is not None)


def set_fee(tournament: Tournament, amount: Decimal, *, by: Actor) -> None:
    """Set the usual fee for an entry. Raises Invalid unless it is from 0 to 100,000 with at most two decimals."""
    refuse(_problems(amount, "amount"))
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)
        if TournamentFee.objects.filter(tournament=tournament, amount=amount).exists():
            return
        TournamentFee.objects.update_or_create(tournament=tournament, defaults={"amount": amount})
        facts = {"amount": f"{amount:.2f}"}
        ledger.append(tournament.pk, "fee_set", by=by, facts=facts, changes_standings=False)


def change_fee(entry: Entry, changes: Mapping[str, Decimal | None], *, by: Actor) -> AmountDue:
    """Set the amounts `owed` (None for the usual fee) or `paid` of an entry; return its amounts.

    Raises Invalid as `set_fee` does.
    """
    refuse(problem for field, amount in changes.items() if amount is not None for problem in _problems(amount, field))
    with transaction.atomic():
        entry = locked(Entry.objects.select_related("tournament"), entry.pk)
        fee, _created = EntryFee.objects.get_or_create(entry=entry)
        changes = {field: amount for field, amount in changes.items() if getattr(fee, field) != amount}
        if changes:
            save_fields(fee, **changes)
            extra_facts = {field: None if amount is None else f"{amount:.2f}" for field, amount in changes.items()}
            facts = {"entry": entry.pk, **extra_facts}
            ledger.append(entry.tournament_id, "fee_changed", by=by, facts=facts, changes_standings=False)
    fee_of_all = TournamentFee.objects.filter(tournament=entry.tournament).first()
    is_exempt = bool(_exempt(Entry.objects.filter(pk=entry.pk)))
    usual = fee_of_all.amount if fee_of_all and not is_exempt else NOTHING
    return _due(Entry.objects.select_related("fee").get(pk=entry.pk), usual)


def pay_in_full(entry: Entry, *, by: Actor) -> AmountDue:
    """Set the amount paid to the amount due; return the entry's amounts."""
    with transaction.atomic():
        entry = locked(Entry.objects.select_related("tournament"), entry.pk)
        return change_fee(entry, {"paid": change_fee(entry, {}, by=by).owed}, by=by)


def _problems(amount: Decimal, field: str) -> list[Problem]:
    """Return the problems of an amount; three decimals are refused even if the last is 0: 1.000 may mean a thousand."""
    exponent = amount.as_tuple().exponent
    if isinstance(exponent, int) and exponent >= -DECIMALS and 0 <= amount <= LARGEST:
        return []
    return [Problem("out_of_range", _("Enter an amount of 0 or more, with at most two decimals."), pointer=(field,))]
