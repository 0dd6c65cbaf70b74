"""The entry that a line of a list describes."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from scoring.fields import normalise_text

from ...core.names import read_name
from ..family_names import given_first, is_particle

NUMBER = r"(?:[nN]\s*[.°º]\s*)?\d{1,5}(?:\s*[.):°º]+\s*|\s*[-–]\s+|\s+)(?=[^\d\s])"
TICK = r"[✓✔✅☑☒☐□■▪▫◻◼⬜⬛➡→▶►➤⁃‣◦●>]\ufe0f?"
IN_FRONT = re.compile(rf"\A\s*(?:{NUMBER}|[-–—•*·]\s+|{TICK}\s*)+")
BEHIND = re.compile(rf"\s*{TICK}\s*\Z")
NO_NAME = re.compile(r"[\d\s.,:°º()#/+–-]*|\S+@\S+|[xX✓✔☐-]")
PARTNERS, CLUB = " / ", "; "


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry on a list: its players' names and their club. `str()` gives the line that the page shows.

    `club_is_sure` is true if the list marks the club as such, by a title or brackets.
    """

    names: tuple[str, ...]
    club: str = ""
    club_is_sure: bool = False

    def __str__(self) -> str:
        return PARTNERS.join(self.names) + (CLUB + self.club if self.club else "")

    def turned(self) -> Self:
        """Return a copy with first names in front of surnames, for a list that has surnames first."""
        return replace(self, names=tuple(given_first(name) for name in self.names))


def listed(names: Iterable[str], club: str = "", *, club_is_sure: bool = False) -> Listed:
    """Return an entry with these names, after removing numbers, ticks, and cells that are not names."""
    given = tidied(name for name in names if not NO_NAME.fullmatch(name.strip()))
    return Listed(given, normalise_text(club), club_is_sure)


def tidied(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without numbers and ticks before or after them."""
    return tuple(filter(None, (read_name(BEHIND.sub("", IN_FRONT.sub("", name))) for name in names)))


def read_line(line: str, size: int) -> Listed:
    """Return the entry in a line of the page; the user may have corrected the line."""
    names, _semicolon, club = line.partition(CLUB.strip())
    parts = re.split(r"\s*/\s*", names) if size > 1 else [names]
    return Listed(tidied(parts), normalise_text(club))


WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
TURNED, JOINED = "turned", "joined"


def may_be_halves(listed: Listed) -> bool:
    """Whether the entry may be one person's name: a name of one word, and an unmarked club of one word."""
    return (
        len(listed.names) == 1
        and not listed.club_is_sure
        and _is_single_word(listed.names[0])
        and _is_single_word(listed.club)
    )


def as_one_name(listed: Listed) -> Mapping[str, str]:
    """Return both names that the two words may form: with the surname first, and with the surname last."""
    (name,) = listed.names
    return {TURNED: f"{listed.club} {name}", JOINED: f"{name} {listed.club}"}


def _is_single_word(text: str) -> bool:
    words = [word for word in text.split() if not is_particle(word)]
    return len(words) == 1 and WORD.fullmatch(words[0]) is not None
