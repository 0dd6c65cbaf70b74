"""Finding and deleting texts that name a person.

A reason is stored in two places: with its penalty, ruling or hand, and in the personal part of the ledger entry. Both
are deleted; the hash chain contains only the commitment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, get_args

from django.db.models import Q, QuerySet

from tournaments.models import (
    Club,
    Decision,
    Entry,
    Hand,
    HelpCall,
    IdempotencyKey,
    LedgerDisclosure,
    LedgerEntry,
    Penalty,
    Player,
    Ruling,
    Screen,
    Tournament,
)

from ..core.names import fold_text
from ..core.rows import save_fields
from ..ledger_kinds.about_penalties import OfPenalties
from ..people.players import SUBSTITUTED

SHORTEST = 3
"""The least number of letters in a word that can identify a person; "de" cannot."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name to be found in texts: the whole name, or one of its words."""

    whole: str
    words: frozenset[str]

    @classmethod
    def of(cls, name: str) -> Name:
        """Return the name prepared for searching."""
        words = _words(name)
        return cls(fold_text(name), frozenset(word for word in words if len(word) >= SHORTEST))

    def occurs_in(self, text: str) -> bool:
        """Whether a text contains the name, or a word of it."""
        return self.whole in fold_text(text) or not self.words.isdisjoint(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold_text(text))


def hands_naming(club: Club, names: Collection[str]) -> list[int]:
    """Return the ids of versions of hands of the club's tournaments whose reason contains one of these names."""
    return _rows_naming(Hand.objects.filter(table__round__tournament__club=club), names)


def erase_texts(club: Club, names: Collection[str]) -> None:
    """Empty every text of the club's tournaments that contains one of these names."""
    texts: tuple[tuple[QuerySet[Any], str], ...] = (
        (Hand.objects.filter(table__round__tournament__club=club), "reason"),
        (HelpCall.objects.filter(table__round__tournament__club=club), "reason"),
        (Ruling.objects.filter(requested__table__round__tournament__club=club), "reason"),
        (Penalty.objects.filter(tournament__club=club), "reason"),
        (Decision.objects.filter(tournament__club=club), "reason"),
        (Screen.objects.filter(tournament__club=club), "message"),
        (Screen.objects.filter(tournament__club=club), "name"),
    )
    for rows, column in texts:
        rows.filter(pk__in=_rows_naming(rows, names, column)).update(**{column: ""})


def _rows_naming(rows: QuerySet[Any], names: Collection[str], column: str = "reason") -> list[int]:
    occurs = _occurs_in(names)
    return [pk for pk, text in rows.exclude(**{column: ""}).values_list("pk", column) if occurs(text)]


def _occurs_in(names: Collection[str]) -> Callable[[str], bool]:
    """Return a function that says whether a text contains one of these names."""
    erased = [Name.of(name) for name in names]
    return lambda text: any(name.occurs_in(text) for name in erased)


def disclosures_naming(club: Club, names: Collection[str]) -> list[int]:
    """Return the ids of disclosures whose text contains one of these names, including those of deleted tournaments."""
    occurs = _occurs_in(names)
    here = Q(entry__tournament_id__in=club.tournaments.values("pk"))
    deleted = ~Q(entry__tournament_id__in=Tournament.objects.values("pk"))
    texts = LedgerDisclosure.objects.filter(here | deleted, personal__has_key="text")
    return [each.pk for each in texts.iterator() if occurs(each.personal["text"])]


def replace_in_answers(name: str, *, by: str) -> None:
    """Replace a name in the responses stored for idempotency keys; if it still occurs, replace the whole body by `{}`.

    The key is kept, so that a repeated request still has no second effect.
    """
    for answer in IdempotencyKey.objects.iterator():
        body = bytes(answer.body).decode(errors="replace")
        if _names(body, name):
            for spelling in (json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(name)[1:-1]):
                body = re.sub(re.escape(spelling), lambda _found: by, body, flags=re.IGNORECASE)
            save_fields(answer, body=b"{}" if _names(body, name) else body.encode())


def empty_entries_in_answers(players: Set[int]) -> None:
    """Empty card number and home club of these players' entries in the responses stored for idempotency keys."""
    for answer in IdempotencyKey.objects.iterator():
        with suppress(ValueError):
            body = json.loads(bytes(answer.body))
            if _empty_entries(body, players):
                save_fields(answer, body=json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode())


def _empty_entries(part: object, players: Set[int]) -> int:
    """Empty card number and home club in every entry with one of these players; return the number of entries."""
    if isinstance(part, list):
        return sum(_empty_entries(each, players) for each in part)
    if not isinstance(part, dict):
        return 0
    if "card_number" in part and not players.isdisjoint(part.get("players", ())):
        part |= {"card_number": "", "home_club": ""}
        return 1
    return sum(_empty_entries(each, players) for each in part.values())


def _names(body: str, name: str) -> bool:
    """Whether a response body contains this name; if the body is JSON, its escapes are decoded first."""
    with suppress(ValueError):
        body = json.dumps(json.loads(body), ensure_ascii=False)
    return fold_text(name) in fold_text(body)


def erase_reasons(records: Sequence[Player], entries: Sequence[Entry]) -> None:
    """Delete the reasons of decisions and penalties on the person's entries.

    For an entry that the person has left, only reasons from before then are deleted.
    """
    about = Q(entry__in=entries)
    for link in _replacements_of(records):
        about |= Q(entry=link.facts["entry"], issued_at__lte=link.at)
    for decided in (Penalty, Decision):
        decided.objects.filter(about).update(reason="")


def links_deciding(records: Sequence[Player], entries: Sequence[Entry]) -> Q:
    """Return the condition for the disclosures of the penalties and decisions that `erase_reasons` clears."""
    tournaments = [entry.tournament_id for entry in entries]
    about = Q(entry__tournament__in=tournaments, entry__facts__entry__in=[entry.pk for entry in entries])
    for link in _replacements_of(records):
        of_entry = Q(entry__tournament=link.tournament_id, entry__facts__entry=link.facts["entry"])
        about |= of_entry & Q(entry__sequence__lt=link.sequence)
    return about & Q(entry__kind__in=get_args(OfPenalties))


def _replacements_of(records: Sequence[Player]) -> list[LedgerEntry]:
    """Return the ledger entries that record how another player replaced the person in an entry."""
    players = [record.pk for record in records]
    return list(LedgerEntry.objects.filter(kind=SUBSTITUTED, facts__player__in=players))
