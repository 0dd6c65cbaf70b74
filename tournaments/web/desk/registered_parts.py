"""The parts of the registration page, updated live for several users."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.people.shown_names import full_names
from tournaments.models import Entry, Round, Table, Tournament

from .live_parts import Part, PartRenderer, mark_of
from .registered_list import page_of

GROUP = 20
"""The number of entries in one part."""


class RegistrationList:
    """The entries of a tournament as its registration page lists them."""

    def __init__(self, tournament: Tournament, asked: Mapping[str, str]) -> None:
        """Read all entries; `asked` has the requested page or search."""
        self.tournament = tournament
        self.entries = in_list_order(tournament.entries.with_aliases().order_by("name"), tournament.club)
        self.full_names = full_names(self.entries)
        self.listed = page_of(self.entries, asked, tournament.club, self.full_names)
        self._rounds = list(tournament.rounds.values("number", "state", "created_at"))

    def parts(self, request: HttpRequest, framed: Mapping[str, Any]) -> Iterator[Part]:
        """Every part in the order of the page."""
        part = PartRenderer(request, {**framed, "registered": self}).part
        yield part("came", "registration/_came_since.html")
        yield part("entered", "registration/_entered.html")
        yield part("everybody", "registration/_everybody.html")
        common = {"club": self.tournament.club, "drawn": bool(self._rounds), "full_names": self.full_names}
        for first in range(0, len(self.listed.entries), GROUP):
            entries = self.listed.entries[first : first + GROUP]
            name, template = f"list-{first // GROUP + 1}", "long/_registered.html"
            listed = part(name, template, without=_unticked, entries=entries, **common)
            yield replace(listed, digest=listed.digest + _check_in_digits(entries))
        yield part("absent", "registration/_absent.html")

    @cached_property
    def _playing(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.ACTIVE]

    @cached_property
    def here(self) -> int:
        """The number of active entries that are checked in."""
        return sum(entry.checked_in for entry in self._playing)

    @property
    def playing(self) -> int:
        """The number of active entries."""
        return len(self._playing)

    @property
    def absent(self) -> int:
        """The number of active entries that are not checked in."""
        return self.playing - self.here

    @property
    def lacks_check_ins(self) -> bool:
        """Whether an active entry is not checked in."""
        return self.absent > 0

    @property
    def may_draw(self) -> bool:
        """Whether the next round can be drawn: every active entry is checked in, and there are enough for a table.

        The last round must be closed, the method must not be by hand, and the tournament must be planned or running.
        """
        done = not self._rounds or self._rounds[-1]["state"] == Round.State.CLOSED
        enough = self.playing >= min(self.tournament.table_sizes)
        by_itself = self.tournament.pairing != Tournament.Pairing.SCRIPTED
        open_ = self.tournament.status in (Tournament.Status.PLANNED, Tournament.Status.RUNNING)
        return done and enough and by_itself and open_ and not self.lacks_check_ins

    @property
    def counts(self) -> dict[str, str]:
        """The text that says how many entries are checked in, with its forms for 1 and 0.

        A script updates the text with these forms.
        """
        return {name: _here(number) for name, number in (("now", self.here), ("one", 1), ("many", 0))}

    @property
    def draft(self) -> int:
        """The number of the round that is a draft, or 0 without a draft."""
        return int(self._draft["number"]) if self._draft else 0

    @property
    def registered_since_draft(self) -> list[Entry]:
        """Entries that were registered after the draft was drawn; [] without a draft."""
        drawn_at = self._draft["created_at"] if self._draft else None
        return [entry for entry in self.entries if drawn_at and entry.created_at > drawn_at]

    @property
    def in_play(self) -> int:
        """The number of the last round if it is in play, otherwise 0."""
        last = self._rounds[-1] if self._rounds else None
        return int(last["number"]) if last and last["state"] == Round.State.PUBLISHED else 0

    @property
    def late_entries(self) -> list[Entry]:
        """Active entries whose first round is after the round in play; [] if no round is in play."""
        return [entry for entry in self._playing if 0 < self.in_play < entry.from_round]

    @cached_property
    def stranded(self) -> list[Entry]:
        """Inactive entries that have a seat in the round in play, at a table without a hand."""
        away = {entry.pk for entry in self.entries if entry.status != Entry.Status.ACTIVE}
        if not self.in_play or not away:
            return []
        unplayed = self.tournament.rounds.get(number=self.in_play).tables.exclude(pk__in=Table.objects.playing())
        seated = set(unplayed.filter(seats__entry__in=away).values_list("seats__entry", flat=True))
        return [entry for entry in self.entries if entry.pk in seated]

    @property
    def room_address(self) -> str:
        """The URL of the page on which late entries are seated in the round in play."""
        address = reverse("repair-round", args=[self.tournament.slug, self.in_play])
        return f"{address}?{urlencode([('joining', entry.pk) for entry in self.late_entries])}#proposal"

    @cached_property
    def _draft(self) -> Mapping[str, Any] | None:
        return next((each for each in self._rounds if each["state"] == Round.State.DRAFT), None)


def _unticked(html: str) -> str:
    """Return the HTML of the list with all check-in marks removed.

    Names are not affected, because their quotes and brackets are escaped.
    """
    replaced = {f">{_('is here')}<": f">{_('not here yet')}<", 'aria-pressed="true"': 'aria-pressed="false"'}
    for ticked, before in (replaced | {'/check-out/"': '/check-in/"'}).items():
        html = html.replace(ticked, before)
    return html


def _check_in_digits(entries: Iterable[Entry]) -> str:
    """Return 1 or 0 for each active entry in order: whether it is checked in. The browser computes the same digest."""
    return "".join(str(int(entry.checked_in)) for entry in entries if entry.status == Entry.Status.ACTIVE)


def _here(number: int) -> str:
    return ngettext("%(number)s here", "%(number)s here", number) % {"number": number}


def registered_mark(request: HttpRequest, tournament: Tournament) -> str:
    """Return a digest of everything on the registration page, in one query."""
    rounds = list(tournament.rounds.values_list("pk", "state", "created_at"))
    return mark_of(request, tournament.ledger_length, tournament.revision, rounds)
