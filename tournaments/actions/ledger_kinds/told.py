"""What a link of the ledger tells one reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.bidi import marked
from tournaments.ranking import decimal

UNKNOWN = "?"
FEW = 5
"""How many of those who were entered together are named."""


class Values(dict[str, object]):
    """The values of a sentence; what an older link does not say is a question mark."""

    def __missing__(self, _name: str) -> str:
        return UNKNOWN


@dataclass(frozen=True, slots=True)
class Told:
    """A link's kind and facts, the text disclosed with it, and what the entries are called now.

    `in_full` is for directors; `hides` where results are kept from the reader.
    """

    kind: str
    facts: Mapping[str, Any]
    text: str
    names: Mapping[int, str]
    in_full: bool
    hides: bool

    @property
    def name(self) -> str:
        """What the entry is called that this is about; one that is gone as it was called then."""
        gone = self.text if self.in_full and self.kind == "entry_removed" else ""
        name = self.names.get(self.facts.get("entry", 0)) or gone
        return marked(name) if name else _("an entry that was struck off")

    @property
    def values(self) -> Values:
        """What a sentence may name."""
        named = {
            "name": self.name,
            "former": marked(self.text) if self.text else UNKNOWN,
            "points": self.points("amount"),
        }
        return Values({**self.facts, **named})

    def points(self, field: str) -> str:
        """A number of points as the standings write it."""
        if self.facts.get(field) is None:
            return UNKNOWN
        return number_format(Decimal(decimal(Fraction(self.facts[field]))))

    def amount(self, field: str) -> str:
        """A sum of money as the reader writes it, with cents where there are any."""
        if self.facts.get(field) is None:
            return UNKNOWN
        amount = Decimal(self.facts[field])
        return number_format(amount, 0 if amount == int(amount) else 2)

    def several(self, entries: list[int]) -> str:
        """The names of these entries, of many the first."""
        names = [marked(self.names.get(entry, UNKNOWN)) for entry in entries[:FEW]]
        return ", ".join(names) + (" …" if len(entries) > FEW else ".")
