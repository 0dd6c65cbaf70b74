"""Texts that name somebody: found by the words of the name, and taken away.

A reason stands with what it was given for and in the personal part of the ledger's link; both go,
and the chain keeps the commitment alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Club, Entry, Hand, HelpCall, LedgerDisclosure, Penalty, Ruling, Table, Tournament

from ..names import fold_text

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


def hands_naming(club: Club, name: str) -> set[int]:
    """The versions of hands in the club's tournaments whose reason says this name."""
    hands = Hand.objects.filter(table__round__tournament__club=club)
    return set(_naming(hands, Name.of(name)))


def forget_texts(club: Club, name: str) -> None:
    """Take every text of the club's tournaments away that says this name."""
    wanted = Name.of(name)
    tables = Table.objects.filter(round__tournament__club=club)
    _clear(Hand.objects.filter(table__in=tables), wanted)
    _clear(HelpCall.objects.filter(table__in=tables), wanted)
    _clear(Ruling.objects.filter(requested__table__in=tables), wanted)
    _clear(Penalty.objects.filter(tournament__club=club), wanted)


def _clear(rows: QuerySet[Any], name: Name) -> None:
    rows.filter(pk__in=_naming(rows, name)).update(reason="")


def _naming(rows: QuerySet[Any], name: Name) -> list[int]:
    """Those of these rows whose reason says the name."""
    told = rows.exclude(reason="").values_list("pk", "reason")
    return [pk for pk, reason in told if name.occurs_in(reason)]


def disclosed_naming(club: Club, name: str) -> QuerySet[LedgerDisclosure]:
    """What links say in words that name somebody, of tournaments deleted since too."""
    wanted = Name.of(name)
    here = Q(entry__tournament_id__in=club.tournaments.values("pk"))
    deleted = ~Q(entry__tournament_id__in=Tournament.objects.values("pk"))
    told = LedgerDisclosure.objects.filter(here | deleted, personal__has_key="text")
    naming = [each.pk for each in told.iterator() if wanted.occurs_in(each.personal["text"])]
    return LedgerDisclosure.objects.filter(pk__in=naming)


def forget_penalties(entries: Sequence[Entry]) -> None:
    """Take away why these entries were penalised; that they were, and by how much, stays."""
    Penalty.objects.filter(entry__in=entries).update(reason="")


def disclosed_penalties(entries: Sequence[Entry]) -> QuerySet[LedgerDisclosure]:
    """What links say of why these entries were penalised, and by whom."""
    return LedgerDisclosure.objects.filter(
        entry__tournament_id__in=[entry.tournament_id for entry in entries],
        entry__kind__startswith="penalty_",
        entry__facts__entry__in=[entry.pk for entry in entries],
    )
