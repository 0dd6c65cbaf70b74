"""Appending to a tournament's ledger: facts in its chain, and what is personal as a salted commitment to it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from tournaments.hints import hint
from tournaments.models import Entry, LedgerDisclosure, LedgerEntry, Tournament
from tournaments.models.prepared import Param, Prepared, insert, update

from ..ledger_kinds import ERASED, LedgerKind
from .actor import Actor
from .changed_tables import first_touched
from .rows import gone, save_fields

REFRESH = "tournaments.tasks.refresh_standings"
HEAD_COLUMNS = ("ledger_length", "ledger_head", "revision", "standings_due_at", "settled_round")
"""What is read of a tournament to add a link to its ledger."""
HEAD = Prepared(
    lambda: (
        Tournament.objects.filter(pk=Param("pk"))
        .only("id", *HEAD_COLUMNS)
        .order_by()
        .select_for_update(of=("self",), no_key=True)
    )
)
WORDS = ("name", "card_number", "home_club")
"""What an entry is called, of which the ledger holds a commitment; its salt stands with the entry."""


def digest(value: object) -> str:
    """The SHA-256, in hexadecimal, of the one JSON spelling of a value."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def moment(at: datetime | None) -> str | None:
    """A point in time as facts tell it, in UTC; None for never."""
    return at.astimezone(UTC).isoformat(timespec="microseconds") if at else None


def entry_digest(entry: LedgerEntry) -> str:
    """The digest that an entry must have, from all that it says and its predecessor's digest."""
    return digest(
        {
            "tournament": entry.tournament_id,
            "sequence": entry.sequence,
            "kind": entry.kind,
            "at": moment(entry.at),
            "facts": entry.facts,
            "commitment": entry.commitment,
            "previous": entry.previous,
        }
    )


def commitment(salt: str, personal: Mapping[str, object]) -> str:
    """What the chain holds of free text, user and device: nothing to be read without the salt."""
    return digest([salt, personal])


def new_salt() -> str:
    """A salt of 128 bits."""
    return secrets.token_hex(16)


def words_commitment(entry: Entry) -> str:
    """The commitment to the words that an entry has now, by the salt that it has."""
    return commitment(entry.salt, {name: getattr(entry, name) for name in WORDS})


def commit_to_words(entry: Entry) -> str:
    """The commitment to an entry's words; one that has no salt yet is given it and saved."""
    if not entry.salt:
        save_fields(entry, salt=new_salt())
    return words_commitment(entry)


@dataclass(slots=True)
class Link:
    """An entry that has no place in the chain yet, with who made it and what stands beside the chain."""

    entry: LedgerEntry
    by: Actor
    text: str
    words: Mapping[str, str] | None
    changes_standings: bool

    def disclose(self) -> LedgerDisclosure | None:
        """Commit the entry to what is personal; return that, where there is anything."""
        beside = {"text": self.text, "words": self.words}
        personal = {**self.by.personal, **{name: value for name, value in beside.items() if value}}
        if not personal:
            return None
        salt = new_salt()
        self.entry.commitment = commitment(salt, personal)
        return LedgerDisclosure(salt=salt, personal=personal)


Check = Callable[[Link, Tournament], None]
CHECKS: list[Check] = []
"""Called for each link before it is in the chain: a check may complete the link, or raise a refusal."""


def check(checked: Check) -> Check:
    """Have every link pass this check."""
    CHECKS.append(checked)
    return checked


def append(
    tournament_id: int,
    kind: LedgerKind,
    *,
    by: Actor,
    facts: Mapping[str, object],
    text: str = "",
    words: Mapping[str, str] | None = None,
    changes_standings: bool = True,
    head: Tournament | None = None,
) -> LedgerEntry:
    """Add an entry to the chain; where the standings change with it, raise the revision.

    On commit the worker is then asked for fresh standings: a hint, for the sweep finds them too.
    Call it last in a transaction: it takes the tournament's row lock, which everybody waits for.
    `text` and `words` stand beside the chain and can be erased.
    `head` is the tournament as it was read in this transaction with nothing appended since. Raises Gone
    where the tournament was deleted meanwhile, and ChangesPublished where published standings of rounds before the one
    in play would change and `by` has not agreed to exactly that.
    """
    entry = LedgerEntry(tournament_id=tournament_id, kind=kind, facts={**facts, "source": by.source})
    new = Link(entry, by, text, words, changes_standings)
    _link(new, _lock_head(tournament_id, head))
    return entry


def _link(new: Link, head: Tournament) -> None:
    """Add a link to the chain after its head, and raise the revision where it changes standings."""
    settled = head.settled_round
    for checked in CHECKS:
        checked(new, head)
    entry, beside = new.entry, new.disclose()
    entry.sequence, entry.previous, entry.at = head.ledger_length + 1, head.ledger_head, timezone.now()
    entry.digest = entry_digest(entry)
    insert(entry)
    if beside:
        beside.entry = entry
        insert(beside)
    _advance(new, head, settled=settled)


def _lock_head(tournament_id: int, read: Tournament | None) -> Tournament:
    """The tournament as it stands under its lock: on SQLite the transaction is one, and what it has read stands."""
    if read and not connection.features.has_select_for_update:
        return read
    head = HEAD.first(pk=tournament_id)
    if head is None:
        raise gone()
    return head


def tells_since(tournament: Tournament, kinds: Collection[str], *, settled: int) -> bool:
    """Whether there is a link after those that the tournament had when it was read that is of these kinds or can change
    a standing up to the `settled` round.
    """
    later = LedgerEntry.objects.filter(tournament=tournament, sequence__gt=tournament.ledger_length)
    return any(
        kind in kinds or ((first := first_touched(kind, facts)) is not None and first <= settled)
        for kind, facts in later.values_list("kind", "facts")
    )


def erase_disclosures(disclosed: Collection[LedgerDisclosure], *, by: Actor) -> None:
    """Delete what these links disclose, and tell each chain which of its links say less now.

    Of a deleted tournament the chain stays as it is: nobody can ask whether it holds.
    """
    LedgerDisclosure.objects.filter(pk__in=[one.pk for one in disclosed]).delete()
    by_tournament: dict[int, set[int]] = defaultdict(set)
    for one in disclosed:
        by_tournament[one.entry.tournament_id].add(one.entry.sequence)
    for tournament, links in sorted(by_tournament.items()):
        if Tournament.objects.filter(pk=tournament).exists():
            facts = {"links": sorted(links)}
            append(tournament, ERASED, by=by, facts=facts, changes_standings=False)


def _advance(new: Link, head: Tournament, *, settled: int) -> None:
    changes: dict[str, Any] = {"ledger_length": new.entry.sequence, "ledger_head": new.entry.digest}
    if head.settled_round != settled:
        changes["settled_round"] = head.settled_round
    if new.changes_standings:
        changes["revision"] = head.revision + 1
        changes["standings_due_at"] = head.standings_due_at or timezone.now()
        if head.standings_due_at is None:  # else somebody was asked, and looks once more when done
            hint(REFRESH, head.pk)
    update(head, **changes)
