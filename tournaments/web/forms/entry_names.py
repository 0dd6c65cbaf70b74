"""Reading typed lists of entries."""

import re
from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.actions.core.names import name_key
from tournaments.models import Entry

SEPARATORS = re.compile(r"[;,\t]+")


class EntryNames:
    """The entries of a tournament by number and by name. A name that several entries have counts as unknown."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        keys = [name_key(entry.name) for entry in entries]
        self.by_number = {str(entry.number): entry.pk for entry in entries}
        bearers = Counter(keys)
        self.by_name = {key: entry.pk for key, entry in zip(keys, entries, strict=True) if bearers[key] == 1}
        self.unknown: list[str] = []

    def read(self, line: str) -> tuple[int, ...]:
        """Return the ids of the entries in a line; add words that name no entry to `unknown`."""
        words = [word.strip() for word in SEPARATORS.split(line) if word.strip()]
        found = {word: self.by_number.get(word) or self.by_name.get(name_key(word)) for word in words}
        self.unknown += [word[:60] for word in words if not found[word]]
        return tuple(entry for word in words if (entry := found[word]))

    def faults(self) -> list[str]:
        """Return a fault for each word that named no entry."""
        return [_("Nobody here is called “%s”.") % word for word in self.unknown]
