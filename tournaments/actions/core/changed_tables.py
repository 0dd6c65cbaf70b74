"""The tables that changed since an earlier ledger entry, read from the later entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import LedgerEntry, Tournament

from ..ledger_kinds import ENTERING, NAMES_ALONE, names_of

ChainPosition = tuple[int, str]
"""The number of a ledger entry and its salted digest; a different digest means a different history."""
STANDINGS_UNTOUCHED = names_of(lambda kind: kind.changes in ("nothing", "closing"))
"""The kinds of ledger entries that leave existing standings unchanged."""
CLOSING = names_of(lambda kind: kind.changes == "closing")
"""The kinds that decide how a round's unfinished tables count; they change no earlier standings."""
TABLES_UNTOUCHED = names_of(lambda kind: kind.changes != "tables")
"""The kinds that leave each table's result unchanged as long as the rules are the same; standings may change."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes since a ledger entry: the changed tables, and the kinds of all other later entries.

    The numbers of the changed tables are grouped by round. `rounds` are the rounds that were closed or reopened.
    """

    tables: dict[int, set[int]]
    others: frozenset[str]
    rounds: frozenset[int]


def changes_since(tournament: Tournament, link: ChainPosition) -> Changes | None:
    """Return the changes after a ledger entry; None if the entry is not in the ledger, as after a restored backup."""
    sequence, digest = link
    links = LedgerEntry.objects.filter(tournament=tournament, sequence__gte=sequence).order_by("sequence")
    later = list(links.values_list("digest", "kind", "facts"))
    if not later or later[0][0] != digest:
        return None
    tables: dict[int, set[int]] = {}
    others, rounds = set(), set()
    for _digest, kind, facts in later[1:]:
        if "table" in facts and "round" in facts:
            tables.setdefault(facts["round"], set()).add(facts["table"])
        else:
            others.add(kind)
            rounds |= {facts["round"]} if kind in CLOSING else set()
    return Changes(tables, frozenset(others), frozenset(rounds))


def first_touched(kind: str, facts: Mapping[str, Any]) -> int | None:
    """Return the number of the first round whose standings a ledger entry can change; None if it changes none.

    The facts name that round, or the first rounds of new entries. Otherwise return 1: all standings may change.
    """
    if kind in NAMES_ALONE or (kind in STANDINGS_UNTOUCHED and kind not in CLOSING):
        return None
    if kind in ENTERING:
        return min((int(entry["from_round"]) for entry in facts["entries"]), default=None)
    number = facts.get("round")
    return number if isinstance(number, int) else 1
