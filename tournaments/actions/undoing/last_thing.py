"""The last big thing of a tournament, what undoing it would do or what stands in the way, and doing it."""

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
"""How many big things are looked through for one that was not undone."""
BY_FACT = (("entry_changed", "status"), ("tournament_changed", ENDED_FROM), ("tournament_changed", "undoes"))
"""Kinds that are big only where the ledger says this with them."""
BIG = Q(kind__in=[*(REVERSALS.keys() - dict(BY_FACT).keys()), *names_of(lambda kind: kind.only_undoes)])
for _kind, _fact in BY_FACT:
    BIG |= Q(kind=_kind, facts__has_key=_fact)


@dataclass(frozen=True, slots=True)
class LastThing:
    """What was done last and can be undone, or the reason why not; `effect` is what undoing does."""

    link: LedgerEntry
    effect: str
    obstacle: Problem | None


@dataclass(frozen=True, slots=True)
class Undone:
    """The link that says that something was undone; `again` where that was so before."""

    link: LedgerEntry
    again: bool


def last_thing(tournament: Tournament) -> LastThing | None:
    """The last big thing that was not undone; None where there is none."""
    recent = list(tournament.ledger.filter(BIG).select_related("disclosure").order_by("-sequence")[:LOOKED_AT])
    undone = {link.facts.get("undoes") for link in recent}
    for link in recent:
        if link.sequence not in undone and _is_big(link):
            reversal = reversal_of(link)
            return LastThing(link, reversal.effect, reversal.obstacle(tournament, link))
    return None


def _is_big(link: LedgerEntry) -> bool:
    """Whether it is a thing to undo: not an undoing, nor part of another thing, and no one who pauses or comes back."""
    withdrew = link.facts.get("status") == Entry.Status.WITHDRAWN
    if PART_OF in link.facts:
        return False
    return "undoes" not in link.facts and link.kind in REVERSALS and (link.kind != "entry_changed" or withdrew)


def undo(tournament: Tournament, sequence: int, *, by: Actor, decided: str = "") -> Undone:
    """What was done at this link of the ledger undone; where somebody was faster, what he did.

    `decided` says what becomes of the decisions on a draft that goes. Raises Conflict where something else was done
    since, or rests on it; Undecided where there are such decisions and it says nothing; Gone where there is no such
    link.
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
