"""Reading typed lists of entries."""

import re
from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.actions.core.names import name_key
from tournaments.models import Entry

SEPARATORS = re.compile(r"[;,\t]+")


class EntryNames:
    """The entries of a tournament by number and by name; it collects the words that do not name exactly one entry."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.by_number = {str(entry.number): entry.pk for entry in entries}
        self.by_name = defaultdict[str, list[Entry]](list)
        for entry in entries:
            self.by_name[name_key(entry.name)].append(entry)
        self.unclear: list[str] = []

    def read(self, line: str) -> tuple[int, ...]:
        """Return the ids of the entries in a line; add words that do not name exactly one entry to `unclear`."""
        words = [word.strip() for word in SEPARATORS.split(line) if word.strip()]
        found = {word: self._find(word) for word in words}
        self.unclear += [word for word in words if not found[word]]
        return tuple(entry for word in words if (entry := found[word]))

    def faults(self) -> list[str]:
        """Return a fault for each word that named no entry, or several."""
        return [self._fault(word) for word in self.unclear]

    def _find(self, word: str) -> int | None:
        named = self.by_name.get(name_key(word), [])
        return self.by_number.get(word) or (named[0].pk if len(named) == 1 else None)

    def _fault(self, word: str) -> str:
        named = self.by_name.get(name_key(word), [])
        if not named:
            return _("Nobody here is called “%s”.") % word[:60]
        listed = " · ".join(f"{entry.number} {entry.name}" for entry in named)
        return _("Which of them? Write the number: %(names)s") % {"names": listed}
