"""The last large action of a tournament: what undoing it would change, why it is not possible, and undoing it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, LedgerEntry, Tournament

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from ..core.rows import locked
from ..event_log.actor_names import NOBODY
from ..event_log.reading import DIRECTOR, Line, lines_of
from ..ledger_kinds import IMPORTED, kind_of, names_of
from ..ledger_kinds.disclosed_event import Values
from ..rounds.departures import PART_OF
from ..setup.tournaments import ENDED_FROM
from .earlier import superseded
from .reversals import REVERSALS, reversal_of

LOOKED_AT = 40
"""How many of the latest large actions are searched for one that was not undone."""
BY_FACT = (("entry_changed", "status"), ("tournament_changed", ENDED_FROM), ("tournament_changed", "undoes"))
"""Ledger kinds that are large actions only if the ledger entry has this fact."""
BIG = Q(kind__in=[*(REVERSALS.keys() - dict(BY_FACT).keys()), *names_of(lambda kind: kind.only_undoes), IMPORTED])
for _kind, _fact in BY_FACT:
    BIG |= Q(kind=_kind, facts__has_key=_fact)


@dataclass(frozen=True, slots=True)
class LastAction:
    """The last large action: `effect` says what undoing it changes, `obstacle` why this is not possible, or is None."""

    link: LedgerEntry
    effect: str
    obstacle: Problem | None


@dataclass(frozen=True, slots=True)
class Undone:
    """The ledger entry of an undo; `again` is true if an earlier request had undone the action."""

    link: LedgerEntry
    again: bool


def last_action(tournament: Tournament) -> LastAction | None:
    """Return the last large action that was not undone; None if there is none. Imported actions are not considered."""
    recent = list(tournament.ledger.filter(BIG).select_related("disclosure").order_by("-sequence")[:LOOKED_AT])
    undone = {link.facts.get("undoes") for link in recent}
    for link in recent:
        if link.kind == IMPORTED:
            return None
        if link.sequence not in undone and _is_big(link):
            reversal = reversal_of(link)
            return LastAction(link, reversal.effect or kind_of(link.kind).undone, reversal.obstacle(tournament, link))
    return None


def _is_big(link: LedgerEntry) -> bool:
    """Whether a ledger entry is a large action that can be undone by itself.

    An undo is not, nor a part of another action, nor a change of an entry other than its withdrawal.
    """
    withdrew = link.facts.get("status") == Entry.Status.WITHDRAWN
    if PART_OF in link.facts:
        return False
    return "undoes" not in link.facts and link.kind in REVERSALS and (link.kind != "entry_changed" or withdrew)


def undo(tournament: Tournament, sequence: int, *, by: Actor, decided: str = "") -> Undone:
    """Undo the action of this ledger entry; return the ledger entry of the undo.

    If the action is undone already, return the earlier undo. `decided` is a DecisionHandling, for decisions on a draft
    that is deleted. Raises Conflict if there was a later action or it cannot be undone. Raises Undecided if there are
    such decisions and `decided` is empty. Raises Gone if there is no such ledger entry.
    """
    with transaction.atomic():
        pk = tournament.ledger.filter(sequence=sequence).values_list("pk", flat=True).first()
        link = locked(tournament.ledger.all(), pk or 0)
        if before := _undoing(tournament, sequence):
            return Undone(before, again=True)
        last = last_action(tournament)
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


def _undoing(tournament: Tournament, sequence: int) -> LedgerEntry | None:
    return tournament.ledger.filter(sequence__gt=sequence, facts__undoes=sequence).first()


@dataclass(frozen=True, slots=True)
class Offer:
    """The last large action as a line of the log, with the effect of undoing it, and the obstacle or None."""

    line: Line
    effect: str
    obstacle: Problem | None


def undo_line(tournament: Tournament) -> Line | None:
    """Return the last large action as a line without its actor; None if there is none or it cannot be undone."""
    last = last_action(tournament)
    if last is None or last.obstacle:
        return None
    return next(lines_of(tournament, [last.link], DIRECTOR, NOBODY))


def read_offer(tournament: Tournament) -> Offer | None:
    """Return the last large action, with an obstacle if it cannot be undone; None if there is none."""
    last = last_action(tournament)
    if last is None:
        return None
    (line,) = lines_of(tournament, [last.link], DIRECTOR)
    return Offer(line, gettext(last.effect) % Values(last.link.facts), last.obstacle)
