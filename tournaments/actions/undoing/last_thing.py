"""The last big action of a tournament: finding it, the effect of undoing it, obstacles to that, and undoing it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, LedgerEntry, Tournament

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from ..core.rows import locked
from ..ledger_kinds import names_of
from ..rounds.departures import PART_OF
from ..setup.tournaments import ENDED_FROM
from .reversals import REVERSALS, reversal_of
from .undo_problems import superseded

LOOKED_AT = 40
"""The number of big actions searched for one that was not undone."""
BY_FACT = (("entry_changed", "status"), ("tournament_changed", ENDED_FROM), ("tournament_changed", "undoes"))
"""Ledger kinds that are big actions only if the ledger entry has this fact."""
BIG = Q(kind__in=[*(REVERSALS.keys() - dict(BY_FACT).keys()), *names_of(lambda kind: kind.only_undoes)])
for _kind, _fact in BY_FACT:
    BIG |= Q(kind=_kind, facts__has_key=_fact)


@dataclass(frozen=True, slots=True)
class LastThing:
    """The last big action: the `effect` of undoing it, and the `obstacle` if it cannot be undone."""

    link: LedgerEntry
    effect: str
    obstacle: Problem | None


@dataclass(frozen=True, slots=True)
class Undone:
    """The ledger entry of an undo; `again` if it was undone before this request."""

    link: LedgerEntry
    again: bool


def last_thing(tournament: Tournament) -> LastThing | None:
    """Return the last big action that was not undone; None if there is none."""
    recent = list(tournament.ledger.filter(BIG).select_related("disclosure").order_by("-sequence")[:LOOKED_AT])
    undone = {link.facts.get("undoes") for link in recent}
    for link in recent:
        if link.sequence not in undone and _is_big(link):
            reversal = reversal_of(link)
            return LastThing(link, reversal.effect, reversal.obstacle(tournament, link))
    return None


def _is_big(link: LedgerEntry) -> bool:
    """Whether a ledger entry is a big action: no undo, no part of another action, no pause or return of an entry."""
    withdrew = link.facts.get("status") == Entry.Status.WITHDRAWN
    if PART_OF in link.facts:
        return False
    return "undoes" not in link.facts and link.kind in REVERSALS and (link.kind != "entry_changed" or withdrew)


def undo(tournament: Tournament, sequence: int, *, by: Actor, decided: str = "") -> Undone:
    """Undo the action of this ledger entry; return the entry of the undo, or of an earlier one.

    `decided` says what happens to the decisions on a draft that is dropped. Raises Conflict if another action came
    since or depends on it; Undecided if there are such decisions and `decided` is empty; Gone if there is no such
    ledger entry.
    """
    with transaction.atomic():
        link = locked(tournament.ledger.all(), _pk_of(tournament, sequence))
        if before := _undoing(tournament, sequence):
            return Undone(before, again=True)
        last = last_thing(tournament)
        if last is None or last.link.pk != link.pk:
            raise Conflict(Problem("not_the_last", _("Something else was done since: undo that first.")))
        if last.obstacle:
            raise Conflict(last.obstacle)
        reversal = reversal_of(link)
        reversal.perform(tournament, link, by, **({"decided": decided} if reversal.round_goes else {}))
        done = _undoing(tournament, sequence)
        if done is None:
            raise Conflict(superseded())
    return Undone(done, again=False)


def _pk_of(tournament: Tournament, sequence: int) -> int:
    return tournament.ledger.filter(sequence=sequence).values_list("pk", flat=True).first() or 0


def _undoing(tournament: Tournament, sequence: int) -> LedgerEntry | None:
    return tournament.ledger.filter(sequence__gt=sequence, facts__undoes=sequence).first()
