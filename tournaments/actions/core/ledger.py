"""Append entries to a tournament's ledger.

The hash chain contains the facts of an entry, and a commitment (a salted digest) to its personal data. The personal
data is stored beside the chain, in a disclosure that can be deleted.
"""

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
from .origin import OriginIds, renumbered
from .rows import gone, save_fields

REFRESH = "tournaments.tasks.refresh_standings"
HEAD_COLUMNS = ("ledger_length", "ledger_head", "revision", "standings_due_at", "settled_round", "origin")
"""The columns of a tournament that are read before an entry is appended to its ledger."""
HEAD = Prepared(
    lambda: (
        Tournament.objects.filter(pk=Param("pk"))
        .only("id", *HEAD_COLUMNS)
        .order_by()
        .select_for_update(of=("self",), no_key=True)
    )
)
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
WORDS = ("name", "card_number", "home_club")
"""The columns of an entry that hold names.

The ledger has only a commitment to them; the salt is stored with the entry.
"""


def canonical(value: object) -> bytes:
    """Return a value's canonical JSON: ASCII, sorted keys, no spaces."""
    return CANONICAL.encode(value).encode()


def digest(value: object) -> str:
    """Return the SHA-256, in hexadecimal, of a value's canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def moment(at: datetime | None) -> str | None:
    """Return a time as facts store it: ISO 8601 in UTC with microseconds; None for None."""
    return at.astimezone(UTC).isoformat(timespec="microseconds") if at else None


def entry_digest(entry: LedgerEntry, origin: OriginIds | None = None) -> str:
    """Return the digest that a ledger entry must have: over its content and the previous entry's digest.

    For an imported tournament, `origin` gives the original ids, which are hashed.
    """
    return digest(
        {
            "tournament": origin.original("tournament", entry.tournament_id) if origin else entry.tournament_id,
            "sequence": entry.sequence,
            "kind": entry.kind,
            "at": moment(entry.at),
            "facts": renumbered(entry.facts, origin.original) if origin else entry.facts,
            "commitment": entry.commitment,
            "previous": entry.previous,
        }
    )


def commitment(salt: str, personal: Mapping[str, object]) -> str:
    """Return the salted digest of personal data (free text, user, device); the chain has only this digest."""
    return digest([salt, personal])


def new_salt() -> str:
    """Return a new random salt of 128 bits."""
    return secrets.token_hex(16)


def words_commitment(entry: Entry) -> str:
    """Return the commitment to an entry's current names, made with the salt stored for the entry."""
    return commitment(entry.salt, {name: getattr(entry, name) for name in WORDS})


def commit_to_words(entry: Entry) -> str:
    """Return the commitment to an entry's names; create and save a salt if the entry has none."""
    if not entry.salt:
        save_fields(entry, salt=new_salt())
    return words_commitment(entry)


@dataclass(slots=True)
class UnchainedEntry:
    """A new ledger entry before it is appended, with its actor and the personal data to be stored beside the chain."""

    entry: LedgerEntry
    by: Actor
    text: str
    words: Mapping[str, str] | None
    changes_standings: bool

    def disclose(self) -> LedgerDisclosure | None:
        """Set the entry's commitment and return its disclosure, not yet saved; None if there is no personal data."""
        beside = {"text": self.text, "words": self.words}
        personal = {**self.by.personal, **{name: value for name, value in beside.items() if value}}
        if not personal:
            return None
        salt = new_salt()
        self.entry.commitment = commitment(salt, personal)
        return LedgerDisclosure(salt=salt, personal=personal)


BeforeAppend = Callable[[UnchainedEntry, Tournament], None]
BEFORE_APPEND: list[BeforeAppend] = []
"""Functions called with each link before it enters the chain; each may complete the link, or raise a refusal."""


def before_append(checked: BeforeAppend) -> BeforeAppend:
    """Decorate a function that is called before each ledger entry is appended. If it raises, nothing is appended."""
    BEFORE_APPEND.append(checked)
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
    """Append an entry to the ledger and return it; with `changes_standings`, raise the revision.

    If the standings now need a refresh, the worker gets a hint on commit; the sweep finds them even without the hint.
    Call this last in a transaction, because it locks the tournament's row, for which all other writers wait. `text` and
    `words` are stored beside the chain and can be erased. `head` is the tournament if it was read in this transaction
    and no entry was appended since. Raises Gone if the tournament was deleted. Raises ChangesPublished if published
    standings of rounds before the one in play would change and `by` has not confirmed exactly these changes.
    """
    entry = LedgerEntry(tournament_id=tournament_id, kind=kind, facts={**facts, "source": by.source})
    new = UnchainedEntry(entry, by, text, words, changes_standings)
    _link(new, _lock_head(tournament_id, head))
    return entry


def _link(new: UnchainedEntry, head: Tournament) -> None:
    """Append the entry to the ledger of `head`, and raise the revision if standings change."""
    settled = head.settled_round
    for checked in BEFORE_APPEND:
        checked(new, head)
    entry, beside = new.entry, new.disclose()
    entry.sequence, entry.previous, entry.at = head.ledger_length + 1, head.ledger_head, timezone.now()
    entry.digest = entry_digest(entry, OriginIds.of(head))
    insert(entry)
    if beside:
        beside.entry = entry
        insert(beside)
    _advance(new, head, settled=settled)


def _lock_head(tournament_id: int, read: Tournament | None) -> Tournament:
    """Return the tournament, locked. On SQLite return `read`, which is current, because the transaction is the lock."""
    if read and not connection.features.has_select_for_update:
        return read
    head = HEAD.first(pk=tournament_id)
    if head is None:
        raise gone()
    return head


def is_overtaken(tournament: Tournament, kinds: Collection[str], *, settled: int) -> bool:
    """Whether the ledger has relevant entries that are newer than this tournament object.

    An entry is relevant if its kind is among `kinds`, or if it can change standings up to the round `settled`.
    """
    later = LedgerEntry.objects.filter(tournament=tournament, sequence__gt=tournament.ledger_length)
    return any(
        kind in kinds or ((first := first_touched(kind, facts)) is not None and first <= settled)
        for kind, facts in later.values_list("kind", "facts")
    )


def erase_disclosures(disclosed: Collection[LedgerDisclosure], *, by: Actor) -> None:
    """Delete these disclosures; append to each tournament's ledger an entry with the numbers of the erased ones.

    The ledger of a deleted tournament gets no such entry, because it can no longer be verified.
    """
    LedgerDisclosure.objects.filter(pk__in=[one.pk for one in disclosed]).delete()
    by_tournament: dict[int, set[int]] = defaultdict(set)
    for one in disclosed:
        by_tournament[one.entry.tournament_id].add(one.entry.sequence)
    for tournament, links in sorted(by_tournament.items()):
        if Tournament.objects.filter(pk=tournament).exists():
            facts = {"links": sorted(links)}
            append(tournament, ERASED, by=by, facts=facts, changes_standings=False)


def _advance(new: UnchainedEntry, head: Tournament, *, settled: int) -> None:
    changes: dict[str, Any] = {"ledger_length": new.entry.sequence, "ledger_head": new.entry.digest}
    if head.settled_round != settled:
        changes["settled_round"] = head.settled_round
    if new.changes_standings:
        changes["revision"] = head.revision + 1
        changes["standings_due_at"] = head.standings_due_at or timezone.now()
        if head.standings_due_at is None:  # a queued refresh checks for later changes at its end
            hint(REFRESH, head.pk)
    update(head, **changes)
