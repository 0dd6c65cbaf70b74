"""Finds and deletes texts that name a person.

A reason stands with what it was given for and in the personal part of the ledger's link; both go,
and the chain keeps the commitment alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Club,
    Decision,
    Hand,
    HelpCall,
    IdempotencyKey,
    LedgerDisclosure,
    Penalty,
    Ruling,
    Screen,
    Tournament,
)

from ..core.names import fold_text
from ..core.rows import save_fields

SHORTEST = 3
"""Shorter words, such as "de", tell nobody's name."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it may occur in a text: whole, or one of its words."""

    whole: str
    words: frozenset[str]

    @classmethod
    def of(cls, name: str) -> Name:
        """This name."""
        words = _words(name)
        return cls(fold_text(name), frozenset(word for word in words if len(word) >= SHORTEST))

    def occurs_in(self, text: str) -> bool:
        """Whether the text says it, or a word of it."""
        return self.whole in fold_text(text) or not self.words.isdisjoint(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold_text(text))


def hands_naming(club: Club, names: Collection[str]) -> list[int]:
    """The versions of hands in the club's tournaments whose reason says one of these names."""
    return _naming(Hand.objects.filter(table__round__tournament__club=club), names)


def erase_texts(club: Club, names: Collection[str]) -> None:
    """Take every text of the club's tournaments away that says one of these names."""
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
    """What tells whether a text says one of these names."""
    erased = [Name.of(name) for name in names]
    return lambda text: any(name.occurs_in(text) for name in erased)


def disclosures_naming(club: Club, names: Collection[str]) -> list[int]:
    """The links' disclosures whose text says one of these names, of tournaments deleted since too."""
    said = _occurs_in(names)
    here = Q(entry__tournament_id__in=club.tournaments.values("pk"))
    deleted = ~Q(entry__tournament_id__in=Tournament.objects.values("pk"))
    texts = LedgerDisclosure.objects.filter(here | deleted, personal__has_key="text")
    return [each.pk for each in texts.iterator() if said(each.personal["text"])]


def replace_in_answers(name: str, *, by: str) -> None:
    """Let every answer that is kept for who asks twice say another name; one that cannot be mended is emptied.

    The answer itself is kept: asking again still has no second effect.
    """
    for answer in IdempotencyKey.objects.iterator():
        body = bytes(answer.body).decode(errors="replace")
        if _names(body, name):
            for spelling in (json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(name)[1:-1]):
                body = re.sub(re.escape(spelling), lambda _found: by, body, flags=re.IGNORECASE)
            save_fields(answer, body=b"{}" if _names(body, name) else body.encode())


def _names(body: str, name: str) -> bool:
    """Whether a body of JSON, its escapes read, or any other says this name."""
    with suppress(ValueError):
        body = json.dumps(json.loads(body), ensure_ascii=False)
    return fold_text(name) in fold_text(body)
