"""Reasons for penalties and decisions about a person who is erased."""

from collections.abc import Sequence
from typing import get_args

from django.db.models import Q

from tournaments.models import Decision, Entry, LedgerEntry, Penalty, Player

from ..ledger_kinds.about_penalties import OfPenalties
from ..people.players import SUBSTITUTED


def erase_reasons(records: Sequence[Player], entries: Sequence[Entry]) -> None:
    """Delete the reasons for penalties and decisions on the person's entries, and on others until he left them."""
    about = Q(entry__in=entries)
    for link in _left(records):
        about |= Q(entry=link.facts["entry"], issued_at__lte=link.at)
    for decided in (Penalty, Decision):
        decided.objects.filter(about).update(reason="")


def links_deciding(records: Sequence[Player], entries: Sequence[Entry]) -> Q:
    """Return the condition for disclosures of the ledger entries about these penalties and decisions."""
    tournaments = [entry.tournament_id for entry in entries]
    about = Q(entry__tournament__in=tournaments, entry__facts__entry__in=[entry.pk for entry in entries])
    for link in _left(records):
        of_entry = Q(entry__tournament=link.tournament_id, entry__facts__entry=link.facts["entry"])
        about |= of_entry & Q(entry__sequence__lt=link.sequence)
    return about & Q(entry__kind__in=get_args(OfPenalties))


def _left(records: Sequence[Player]) -> list[LedgerEntry]:
    """Return the ledger entries by which another player took the person's place in an entry."""
    players = [record.pk for record in records]
    return list(LedgerEntry.objects.filter(kind=SUBSTITUTED, facts__player__in=players))
