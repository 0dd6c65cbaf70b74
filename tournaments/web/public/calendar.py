"""Tournaments by time: in play, to come, played with winners."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Extract, Substr
from django.utils import timezone
from django.utils.safestring import SafeString

from tournaments.models import Entry, Player, Standing, Tournament
from tournaments.models.entry import EntryPlayer
from tournaments.models.standing_bytes import entries_played, rows_until
from tournaments.models.tournament import TournamentQuerySet

from ..pictures.of_tournament import placed
from ..pictures.podium import Placed, podium

BEGINNING = 8_000
"""Bytes of a snapshot in which its first rows mostly stand."""
ON_THE_PODIUM = 3
"""Places of which everybody is told who has them."""
A_PAIR = 2
MOST_NAMED = 6
"""Names on a line of a calendar that so many share a place of."""
STATUS = Tournament.Status
OVER = (STATUS.FINISHED, STATUS.ARCHIVED)
LAST = Standing.objects.filter(tournament=OuterRef("pk"), after_round__gt=0).order_by("-after_round")
Row = dict[str, Any]


@dataclass(frozen=True)
class Event:
    """A tournament in a calendar: its number of entries, and the first of visible final standings.

    For a finished one, only entries that played are counted.
    """

    tournament: Tournament
    entries: int
    rows: Sequence[Row]

    @cached_property
    def first(self) -> list[Placed]:
        """All entries on the first three places, more than three if some are shared."""
        return placed(self.rows)

    @property
    def players(self) -> int:
        """How many people play in it."""
        return self.entries * self.tournament.entry_size

    @property
    def pairs(self) -> int:
        """The number of pairs where two play together, else None."""
        return self.entries if self.tournament.entry_size == A_PAIR else 0

    @property
    def winners(self) -> list[str]:
        """The winners; several if the first place is shared."""
        return [each.name for each in self.first if each.place == 1]

    @property
    def winning(self) -> int:
        """How many people won."""
        return len(self.winners) * self.tournament.entry_size

    @property
    def named(self) -> list[str]:
        """The winners whose names fit on a line."""
        return self.winners[:MOST_NAMED]

    @property
    def others(self) -> list[Placed]:
        """The entries beside the winners, whose names the picture may shorten."""
        return [each for each in self.first[:MOST_NAMED] if each.place != 1]

    @property
    def unnamed(self) -> int:
        """How many of them are not named."""
        return max(len(self.first) - MOST_NAMED, 0)

    @property
    def podium(self) -> SafeString:
        """The picture of them; empty where more share a place than there is room for."""
        return podium(self.first, f"podium-{self.tournament.pk}")

    @property
    def is_today(self) -> bool:
        """Whether it begins today, where its club is."""
        zone, starts_at = ZoneInfo(self.tournament.club.time_zone), self.tournament.starts_at
        return starts_at is not None and timezone.localdate(starts_at, zone) == timezone.localdate(timezone=zone)


def events(tournaments: QuerySet[Tournament]) -> list[Event]:
    """These tournaments, in one query; `with_last_round`, as a line of a calendar shows them."""
    entered = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    counted = entered.annotate(count=Count("pk")).values("count")
    listed: list[Any] = list(with_beginning(tournaments).annotate(entered=Coalesce(Subquery(counted), 0)))
    rows = foremost(listed)
    return [Event(each, _entries(each), rows.get(each.pk, [])) for each in listed]


def _entries(tournament: Any) -> int:
    """How many entries a tournament has; once it is over, how many have played."""
    entered: int = tournament.entered
    if not (tournament.is_over and tournament.beginning):
        return entered
    played = entries_played(bytes(tournament.beginning))
    return entered if played is None else played


def with_beginning(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """These with the `beginning` of their last standings."""
    return tournaments.annotate(beginning=Subquery(LAST.values(start=Substr("body", 1, BEGINNING))[:1]))


def foremost(tournaments: Iterable[Any]) -> dict[int, list[Row]]:
    """Return by tournament the rows of the first three places in visible final standings.

    Where places are shared or rounds are many, the start of the snapshot is too short, and all of it is read.
    """
    shown = [each for each in tournaments if each.is_over and each.standings_hidden_after is None and each.beginning]
    found = {each.pk: rows_until(bytes(each.beginning), ON_THE_PODIUM) for each in shown}
    short = [pk for pk, rows in found.items() if rows is None]
    if short:
        whole = Tournament.objects.filter(pk__in=short).values_list("pk", Subquery(LAST.values("body")[:1]))
        found |= {pk: rows_until(bytes(body), ON_THE_PODIUM) for pk, body in whole}
    return {pk: rows or [] for pk, rows in found.items()}


def years_of(tournaments: QuerySet[Tournament]) -> list[int]:
    """The years in which any of these that are over began, where their club is, the latest first."""
    began = Extract(Coalesce("starts_at", "created_at"), "year")
    years = tournaments.filter(status__in=OVER).order_by().values_list(began, flat=True).distinct()
    return sorted(years, reverse=True)


def played_in(tournaments: TournamentQuerySet, year: int) -> TournamentQuerySet:
    """Those that are over and began in this year, where their club is."""
    began = Q(starts_at__year=year) | Q(starts_at=None, created_at__year=year)
    return tournaments.filter(began, status__in=OVER)


@dataclass(frozen=True, slots=True)
class Champion:
    """A player with the tournaments won, the latest first."""

    player: Player
    won: Sequence[Tournament]


def champions(tournaments: QuerySet[Tournament]) -> list[Champion]:
    """Return the winners of these tournaments, the most wins first; partners and equal firsts all won."""
    listed = list(with_beginning(tournaments))
    rows = foremost(listed)
    won_by = {row["entry"]: each for each in listed for row in rows.get(each.pk, ()) if row["place"] == 1}
    people: dict[Player, list[Tournament]] = defaultdict(list)
    for place in EntryPlayer.objects.filter(entry__in=list(won_by)).select_related("player"):
        people[place.player].append(won_by[place.entry_id])
    order = {tournament: at for at, tournament in enumerate(dict.fromkeys(won_by.values()))}
    found = [Champion(player, sorted(won, key=order.__getitem__)) for player, won in people.items()]
    return sorted(found, key=lambda each: (-len(each.won), order[each.won[0]], each.player.shown_name))
