"""Finding and deleting texts that name a person.

A reason is stored with its penalty, ruling or hand and in the personal part of the ledger entry; both are deleted, and
the hash chain keeps only the commitment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Sequence
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
    """A name as it may occur in a text, whole or as one of its words."""

    whole: str
    words: frozenset[str]

    @classmethod
    def of(cls, name: str) -> Name:
        """Return the search terms of a name."""
        words = _words(name)
        return cls(fold_text(name), frozenset(word for word in words if len(word) >= SHORTEST))

    def occurs_in(self, text: str) -> bool:
        """Whether a text contains the name, or a word of it."""
        return self.whole in fold_text(text) or not self.words.isdisjoint(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold_text(text))


def hands_naming(club: Club, names: Collection[str]) -> list[int]:
    """Return the ids of the versions of hands in the club's tournaments whose reason contains one of these names."""
    return _naming(Hand.objects.filter(table__round__tournament__club=club), names)


def erase_texts(club: Club, names: Collection[str]) -> None:
    """Empty every text in the club's tournaments that contains one of these names."""
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
        rows.filter(pk__in=_naming(rows, names, column)).update(**{column: ""})


def _naming(rows: QuerySet[Any], names: Collection[str], column: str = "reason") -> list[int]:
    said = _occurs_in(names)
    return [pk for pk, text in rows.exclude(**{column: ""}).values_list("pk", column) if said(text)]


def _occurs_in(names: Collection[str]) -> Callable[[str], bool]:
    """Return a function that returns whether a text contains one of these names."""
    erased = [Name.of(name) for name in names]
    return lambda text: any(name.occurs_in(text) for name in erased)


def disclosures_naming(club: Club, names: Collection[str]) -> list[int]:
    """Return the ids of disclosures whose text contains one of these names, including those of deleted tournaments."""
    said = _occurs_in(names)
    here = Q(entry__tournament_id__in=club.tournaments.values("pk"))
    deleted = ~Q(entry__tournament_id__in=Tournament.objects.values("pk"))
    texts = LedgerDisclosure.objects.filter(here | deleted, personal__has_key="text")
    return [each.pk for each in texts.iterator() if said(each.personal["text"])]


def replace_in_answers(name: str, *, by: str) -> None:
    """Replace a name in the responses stored for idempotency keys; if the name remains, replace the body by `{}`.

    The key is kept, so that a repeated request still has no second effect.
    """
    for answer in IdempotencyKey.objects.iterator():
        body = bytes(answer.body).decode(errors="replace")
        if _names(body, name):
            for spelling in (json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(name)[1:-1]):
                body = re.sub(re.escape(spelling), lambda _found: by, body, flags=re.IGNORECASE)
            save_fields(answer, body=b"{}" if _names(body, name) else body.encode())


def _names(body: str, name: str) -> bool:
    """Whether a body contains this name; in JSON, escapes are decoded first."""
    with suppress(ValueError):
        body = json.dumps(json.loads(body), ensure_ascii=False)
    return fold_text(name) in fold_text(body)


def erase_reasons(records: Sequence[Player], entries: Sequence[Entry]) -> None:
    """Delete the reasons for decisions and penalties on the person's entries.

    For an entry that the person has left, only reasons given before then are deleted.
    """
    about = Q(entry__in=entries)
    for link in _left(records):
        about |= Q(entry=link.facts["entry"], issued_at__lte=link.at)
    for decided in (Penalty, Decision):
        decided.objects.filter(about).update(reason="")


def links_deciding(records: Sequence[Player], entries: Sequence[Entry]) -> Q:
    """Return the condition for disclosures of the penalties and decisions that `erase_reasons` selects."""
    tournaments = [entry.tournament_id for entry in entries]
    about = Q(entry__tournament__in=tournaments, entry__facts__entry__in=[entry.pk for entry in entries])
    for link in _left(records):
        of_entry = Q(entry__tournament=link.tournament_id, entry__facts__entry=link.facts["entry"])
        about |= of_entry & Q(entry__sequence__lt=link.sequence)
    return about & Q(entry__kind__in=get_args(OfPenalties))


def _left(records: Sequence[Player]) -> list[LedgerEntry]:
    """Return the ledger entries by which a different player took the person's place in an entry."""
    players = [record.pk for record in records]
    return list(LedgerEntry.objects.filter(kind=SUBSTITUTED, facts__player__in=players))
