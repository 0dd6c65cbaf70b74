"""Which tables changed since something was read, as the later links of the ledger tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import LedgerEntry, Tournament

from ..ledger_kinds import NAMES_ALONE, names_of

Link = tuple[int, str]
"""A link of a ledger by its number and its salted digest, which tells whether this is still the same history."""
STANDINGS_UNTOUCHED = names_of(lambda kind: kind.changes in ("nothing", "closing"))
"""What the ledger tells of that leaves each standing as it was; a round that is published has another."""
CLOSING = names_of(lambda kind: kind.changes == "closing")
"""What changes how the unfinished tables of a round count, and no standing before that."""
TABLES_UNTOUCHED = names_of(lambda kind: kind.changes != "tables")
"""The same with what changes standings, and leaves the result of each table as it was by the same rules."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What the ledger tells of since a link: tables by the number of their round, and the kinds of all else.

    `rounds` are the numbers of those that were closed or reopened.
    """

    tables: dict[int, set[int]]
    others: frozenset[str]
    rounds: frozenset[int]


def changes_since(tournament: Tournament, link: Link) -> Changes | None:
    """What changed since; None in another history, as after a restored backup."""
    sequence, digest = link
    links = LedgerEntry.objects.filter(tournament=tournament, sequence__gte=sequence).order_by("sequence")
    told = list(links.values_list("digest", "kind", "facts"))
    if not told or told[0][0] != digest:
        return None
    tables: dict[int, set[int]] = {}
    others, rounds = set(), set()
    for _digest, kind, facts in told[1:]:
        if "table" in facts and "round" in facts:
            tables.setdefault(facts["round"], set()).add(facts["table"])
        else:
            others.add(kind)
            rounds |= {facts["round"]} if kind in CLOSING else set()
    return Changes(tables, frozenset(others), frozenset(rounds))


def first_touched(kind: str, facts: Mapping[str, Any]) -> int | None:
    """Return the first round whose standing an act can change, by its link; None where it changes none.

    An act on a round says which; new entries say from which round they play. Of any other nothing is taken for granted.
    """
    if kind in NAMES_ALONE or (kind in STANDINGS_UNTOUCHED and kind not in CLOSING):
        return None
    if kind == "entries_registered":
        return min((int(entry["from_round"]) for entry in facts["entries"]), default=None)
    number = facts.get("round")
    return number if isinstance(number, int) else 1
