"""Parts of the registration page: its pages and search, check-in of new entries, and PINs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.actions.core.names import name_key
from tournaments.actions.people.family_names import listed_name
from tournaments.models import Club, Entry, Tournament
from tournaments.wording.names import filled

PER_PAGE = 250
LONGEST_QUERY = 100
LETTERS = 3
NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pages:
    """One page of the entries, or of the entries found by a search, and the titles of all pages.

    `others_here` is how many checked-in entries are on other pages.
    """

    entries: Sequence[Entry]
    query: str = ""
    titles: Sequence[str] = ()
    current: int = 1
    others_here: int = 0

    @property
    def is_long(self) -> bool:
        """Whether there is a search or more than one page."""
        return bool(self.query or self.titles)


def page_of(
    entries: Sequence[Entry], asked: Mapping[str, str], club: Club, full_names: Mapping[int, str] = NO_NAMES
) -> Pages:
    """Return the page with the entry `at`, or with the number `page`; a search `q` also looks in full names."""
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
    """Return the title of a page: the first letters of its first and last name."""
    first, last = (listed_name(entry.name, club)[:LETTERS].strip(" ,") for entry in (page[0], page[-1]))
    return f"{first}–{last}"


TICKED_AT = "ticked_at"
MOST_TICKED = 20


def ticks_at_once(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this director's last new entry of this tournament was checked in at once."""
    return tournament.pk in request.session.get(TICKED_AT, [])


def remember_ticks(request: HttpRequest, tournament: Tournament, *, here: bool) -> None:
    """Remember, in the session, whether new entries of this tournament are checked in at once.

    This is remembered for a limited number of tournaments.
    """
    if ticks_at_once(request, tournament) != here:
        others = [pk for pk in request.session.get(TICKED_AT, []) if pk != tournament.pk]
        request.session[TICKED_AT] = [*others, tournament.pk][-MOST_TICKED:] if here else others


def show_pin(request: HttpRequest, name: str, pin: str) -> None:
    """Show this player's PIN on the next page."""
    messages.success(request, filled(_("%(name)s: PIN %(pin)s"), {"name": name, "pin": pin}))
