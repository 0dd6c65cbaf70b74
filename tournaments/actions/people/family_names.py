"""Lists in order of family name, as clubs print them.

The family name is the last word of a name, with its particles.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

from tournaments.models import Club, Entry

from ..core.names import fold_text

BETWEEN, MORE_THAN_ONE = " – ", 2
PARTICLES = frozenset(
    {
        *("da", "dal", "dalla", "dalle", "dallo", "d", "de", "dei", "del", "della", "dello", "delle", "degli", "di"),
        *("la", "lo", "le", "li", "los", "las", "dos", "das", "do", "du", "san", "santa", "el", "al", "bin", "ben"),
        *("van", "von", "der", "den", "het", "ten", "ter", "te", "op"),
    }
)
"""Words that belong to the family name that follows them."""


class Named(Protocol):
    """An object with a name: an entry, of one player or of partners."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def by_family_name(named: Iterable[N]) -> list[N]:
    """Return these objects in order of family name, or of the whole name if no family name is recognised."""
    return sorted(named, key=lambda each: fold_text(family_first(each.name)))


def in_list_order(named: Iterable[N], club: Club) -> list[N]:
    """Return these objects in order of family name if the club prefers this, else of name; É is sorted as E."""
    return by_family_name(named) if club.by_family_name else sorted(named, key=lambda each: fold_text(each.name))


def sharing_names(entries: Collection[Entry]) -> set[int]:
    """Return the ids of those entries whose name is also that of another one: lists show their numbers."""
    used = Counter(entry.name for entry in entries)
    return {entry.pk for entry in entries if used[entry.name] > 1}


def listed_name(name: str, club: Club) -> str:
    """Return a name as the club's lists show it, with the family name first or last."""
    return family_first(name) if club.by_family_name else name


def family_first(name: str) -> str:
    """Return "Rossi, Maria" for "Maria Rossi"; each partner's name is changed separately.

    A single word is unchanged.
    """
    return BETWEEN.join(_family_first(one) for one in name.split(BETWEEN))


def _family_first(name: str) -> str:
    words = name.split()
    if "," in name or len(words) < MORE_THAN_ONE:
        return name
    last = len(words) - 1
    while last and not _is_name(words[last]):
        last -= 1
    start = last
    while start > 1 and is_particle(words[start - 1]):
        start -= 1
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}" if start else name


def given_first(name: str) -> str:
    """Return "Maria Rossi" for "Rossi Maria"; the first word, with its particles, is the family name."""
    words = name.split()
    end = 1
    while end < len(words) and is_particle(words[end - 1]):
        end += 1
    return " ".join([*words[end:], *words[:end]])


def is_particle(word: str) -> bool:
    """Whether a word belongs to the family name that follows it."""
    return fold_text(word).rstrip("'’") in PARTICLES


def _is_name(word: str) -> bool:
    """Whether a word can be a family name: it is neither a number nor an initial."""
    letters = [letter for letter in word if letter.isalpha()]
    return len(letters) > 1 or (bool(letters) and not letters[0].isascii())
