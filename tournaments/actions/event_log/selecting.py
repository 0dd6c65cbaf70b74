"""Selecting ledger entries by kind, round, table and player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import LedgerEntry, Seat, Tournament

from ..core.names import name_key
from ..ledger_kinds import ABOUT_DRAFTS, GROUPS, LISTS

NOTHING = Q(pk__in=())
UNNAMED = "fee_changed"
"""The kind whose entry only directors know."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """A filter of the log: a group of kinds (a key of `GROUPS`), a round, a table, and part of a player's name."""

    kind: str = ""
    round: int | None = None
    table: int | None = None
    player: str = ""


def select(tournament: Tournament, wanted: LogFilter, public: frozenset[int] | None) -> QuerySet[LedgerEntry]:
    """Return the ledger entries that match the filter, newest first.

    `public` has the numbers of the public rounds. If it is given, a filter by round, table or player finds no others,
    and a filter by player finds no fees.
    """
    links = tournament.ledger.order_by("-sequence")
    if wanted.kind in GROUPS:
        links = links.filter(kind__in=GROUPS[wanted.kind])
    if wanted.round is not None:
        is_shown = public is None or wanted.round in public
        links = links.filter(Q(facts__round=wanted.round) if is_shown else NOTHING)
    if wanted.table is not None:
        links = links.filter(facts__table=wanted.table)
    if name_key(wanted.player):
        links = links.filter(_about_player(tournament, wanted.player, public))
    return links


def _about_player(tournament: Tournament, player: str, public: frozenset[int] | None) -> Q:
    """Return the condition for ledger entries about players whose names contain this text, or about their tables."""
    key = name_key(player)
    entries = {pk for pk, name in tournament.entries.values_list("pk", "name") if key in name_key(name)}
    if not entries:
        return NOTHING
    about = Q(facts__entry__in=sorted(entries))
    if public is not None:
        about &= ~Q(kind=UNNAMED)
    for number, tables in _tables_of(entries, public).items():
        about |= Q(facts__round=number, facts__table__in=sorted(tables))
    return about | Q(sequence__in=_lists_with(tournament, entries, public))


def _tables_of(entries: set[int], public: frozenset[int] | None) -> dict[int, set[int]]:
    tables: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(entry__in=entries).values_list("table__round__number", "table__number")
    for number, table in seats:
        if public is None or number in public:
            tables[number].add(table)
    return tables


def _lists_with(tournament: Tournament, entries: set[int], public: frozenset[int] | None) -> list[int]:
    """Return the sequence numbers of the ledger entries that list one of these tournament entries.

    If `public` is given, those about rounds that are not public are left out, because a filter shows whom they list.
    """
    links = tournament.ledger.filter(kind__in=LISTS).values_list("sequence", "kind", "facts")
    return [
        sequence
        for sequence, kind, facts in links
        if not entries.isdisjoint(entries_in(facts))
        and (public is None or kind not in ABOUT_DRAFTS or facts.get("round") in public)
    ]


def entries_in(facts: Mapping[str, Any]) -> list[int]:
    """Return the ids of the entries that a ledger entry lists."""
    together = [*facts.get("entries", ()), *facts.get("exchanged", ())]
    return [each if isinstance(each, int) else each["entry"] for each in together]
