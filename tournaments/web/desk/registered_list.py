"""The list of those registered, a page of it at a time where it is long; a search goes through all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.actions.core.names import name_key
from tournaments.actions.people.family_names import listed_name
from tournaments.models import Club, Entry

PER_PAGE = 250
LONGEST_QUERY = 100
LETTERS = 3
NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pages:
    """One page of a list of entries, or the results of a query; and the names of the other pages."""

    entries: Sequence[Entry]
    query: str = ""
    titles: Sequence[str] = ()
    current: int = 1
    others_here: int = 0

    @property
    def is_long(self) -> bool:
        """Whether there is more than a page."""
        return bool(self.query or self.titles)


def page_of(
    entries: Sequence[Entry], asked: Mapping[str, str], club: Club, full_names: Mapping[int, str] = NO_NAMES
) -> Pages:
    """Return the page with this number, with this entry, or the results of a query; full names help to find entries."""
    query = name_key(asked.get("q", "")[:LONGEST_QUERY])
    called = {entry.pk: f"{entry.name} {full_names.get(entry.pk, '')}" for entry in entries} if query else {}
    found = [entry for entry in entries if query in name_key(called[entry.pk])] if query else entries
    pages = [found[at : at + PER_PAGE] for at in range(0, max(1, len(found)), PER_PAGE)]
    current = _current(pages, asked)
    shown = pages[current - 1]
    here = sum(_is_here(entry) for entry in entries) - sum(_is_here(entry) for entry in shown)
    titles = [_title(page, club) for page in pages] if len(pages) > 1 else []
    return Pages(shown, asked.get("q", "")[:LONGEST_QUERY], titles, current, here)


def _current(pages: Sequence[Sequence[Entry]], asked: Mapping[str, str]) -> int:
    at, number = asked.get("at", ""), asked.get("page", "")
    for place, page in enumerate(pages, start=1):
        if at in {str(entry.pk) for entry in page}:
            return place
    return max(1, min(int(number), len(pages))) if number.isdecimal() and len(number) <= LETTERS else 1


def _is_here(entry: Entry) -> bool:
    return entry.checked_in and entry.status == Entry.Status.ACTIVE


def _title(page: Sequence[Entry], club: Club) -> str:
    """The beginnings of the first and of the last name."""
    first, last = (listed_name(entry.name, club)[:LETTERS].strip(" ,") for entry in (page[0], page[-1]))
    return f"{first}–{last}"
