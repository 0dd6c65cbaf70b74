"""A ledger entry as one reader may see it, with the values for its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.bidi import marked
from tournaments.ranking import decimal

UNKNOWN = "?"
FEW = 5
"""The most entries that a sentence names."""


class Values(dict[str, object]):
    """The values of a sentence. A value that is missing in an older ledger entry becomes a question mark."""

    def __missing__(self, _name: str) -> str:
        return UNKNOWN


@dataclass(frozen=True, slots=True)
class DisclosedEvent:
    """A ledger entry for one reader: its kind and facts, the text that was given with it, and present names of entries.

    `in_full` is true for directors. `hides` is true if results are hidden from the reader.
    """

    kind: str
    facts: Mapping[str, Any]
    text: str
    names: Mapping[int, str]
    in_full: bool
    hides: bool

    @property
    def known_name(self) -> str:
        """The name of the tournament entry concerned; for directors the former name of a removed one. "" if unknown."""
        gone = self.text if self.in_full and self.kind == "entry_removed" else ""
        return self.names.get(self.facts.get("entry", 0)) or gone

    @property
    def name(self) -> str:
        """The known name of the entry, or a phrase."""
        return marked(self.known_name) if self.known_name else _("an entry that was removed")

    @property
    def values(self) -> Values:
        """The values that a sentence may use."""
        named = {
            "name": self.name,
            "former": marked(self.text) if self.text else UNKNOWN,
            "points": self.points("amount"),
        }
        return Values({**self.facts, **named})

    def points(self, field: str) -> str:
        """Return a fact with points, formatted as in the standings; `UNKNOWN` if it is missing."""
        if self.facts.get(field) is None:
            return UNKNOWN
        return number_format(Decimal(decimal(Fraction(self.facts[field]))))

    def amount(self, field: str) -> str:
        """Return a fact with money in the reader's format, with cents if there are any; `UNKNOWN` if it is missing."""
        if self.facts.get(field) is None:
            return UNKNOWN
        amount = Decimal(self.facts[field])
        return number_format(amount, 0 if amount == int(amount) else 2)

    def several(self, entries: list[int]) -> str:
        """Return the names of these entries; only of the first few if there are many.

        A phrase stands for all of these that were removed, after the others.
        """
        names = [marked(self.names[entry]) for entry in entries[:FEW] if entry in self.names]
        gone = len(entries[:FEW]) - len(names)
        if gone:
            removed = ngettext("an entry that was removed", "%(number)d entries that were removed", gone)
            names.append(removed % {"number": gone})
        return ", ".join(names) + (" …" if len(entries) > FEW else ".")
