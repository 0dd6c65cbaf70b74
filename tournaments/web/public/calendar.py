"""Tournaments by time: in play, to come, and finished, with winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.safestring import SafeString

from tournaments.actions.standings.winners import Row, podium_rows, with_beginning
from tournaments.models import Entry, Tournament
from tournaments.models.standing_bytes import entries_played

from ..pictures.podium import PodiumPlace, podium
from ..pictures.tournament_pictures import placed

A_PAIR = 2
MOST_NAMED = 6
"""The most names on a line of the calendar."""


@dataclass(frozen=True)
class Event:
    """A tournament in a calendar: its number of entries, and the first rows of final standings that everybody may see.

    In a finished tournament only entries that played are counted.
    """

    tournament: Tournament
    entries: int
    rows: Sequence[Row]

    @cached_property
    def first(self) -> list[PodiumPlace]:
        """The entries in the first three places; more than three if places are shared."""
        return placed(self.rows)

    @property
    def players(self) -> int:
        """How many people play."""
        return self.entries * self.tournament.entry_size

    @property
    def pairs(self) -> int:
        """How many pairs play; 0 if entries are not pairs."""
        return self.entries if self.tournament.entry_size == A_PAIR else 0

    @property
    def winners(self) -> list[str]:
        """The winners; several if they share first place."""
        return [each.name for each in self.first if each.place == 1]

    @property
    def winning(self) -> int:
        """How many people won."""
        return len(self.winners) * self.tournament.entry_size

    @property
    def named(self) -> list[str]:
        """The first `MOST_NAMED` winners."""
        return self.winners[:MOST_NAMED]

    @property
    def others(self) -> list[PodiumPlace]:
        """The entries on the podium, among the first `MOST_NAMED`, that did not win."""
        return [each for each in self.first[:MOST_NAMED] if each.place != 1]

    @property
    def unnamed(self) -> int:
        """How many entries are on the podium after the first `MOST_NAMED`."""
        return max(len(self.first) - MOST_NAMED, 0)

    @property
    def podium(self) -> SafeString:
        """The podium as SVG; "" if it has no room for all entries."""
        return podium(self.first, f"podium-{self.tournament.pk}")

    @property
    def is_today(self) -> bool:
        """Whether the tournament begins today in the club's time zone."""
        zone, starts_at = ZoneInfo(self.tournament.club.time_zone), self.tournament.starts_at
        return starts_at is not None and timezone.localdate(starts_at, zone) == timezone.localdate(timezone=zone)


def events(tournaments: QuerySet[Tournament]) -> list[Event]:
    """Return these tournaments as events; in one query, or two if the beginning of a snapshot was too short."""
    entered = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    counted = entered.annotate(count=Count("pk")).values("count")
    listed: list[Any] = list(with_beginning(tournaments).annotate(entered=Coalesce(Subquery(counted), 0)))
    rows = podium_rows(listed)
    return [Event(each, _entries(each), rows.get(each.pk, [])) for each in listed]


def _entries(tournament: Any) -> int:
    """Return how many entries a tournament has; when it is over, how many played, if the snapshot says so."""
    entered: int = tournament.entered
    if not (tournament.is_over and tournament.beginning):
        return entered
    played = entries_played(bytes(tournament.beginning))
    return entered if played is None else played
