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

from tournaments.actions.seasons.champions import Champions
from tournaments.models import Entry, Player, Season, Standing, Tournament
from tournaments.models.entry import EntryPlayer
from tournaments.models.standing_bytes import entries_played, rows_until
from tournaments.models.tournament import TournamentQuerySet

from ..pictures.podium import PodiumPlace, podium
from ..pictures.tournament_pictures import placed

BEGINNING = 8_000
"""The bytes at the start of a snapshot that usually contain its first rows."""
ON_THE_PODIUM = 3
"""The number of places whose entries are shown."""
A_PAIR = 2
MOST_NAMED = 6
"""The most names on a line of a calendar."""
STATUS = Tournament.Status
OVER = (STATUS.FINISHED, STATUS.ARCHIVED)
LAST = Standing.objects.filter(tournament=OuterRef("pk"), after_round__gt=0).order_by("-after_round")
Row = dict[str, Any]


@dataclass(frozen=True)
class Event:
    """A tournament in a calendar: its number of entries, and the first rows of visible final standings.

    For a finished tournament, only entries that played are counted.
    """

    tournament: Tournament
    entries: int
    rows: Sequence[Row]

    @cached_property
    def first(self) -> list[PodiumPlace]:
        """The entries on the first three places; more than three if places are shared."""
        return placed(self.rows)

    @property
    def players(self) -> int:
        """The number of people who play."""
        return self.entries * self.tournament.entry_size

    @property
    def pairs(self) -> int:
        """The number of pairs if two play together, else 0."""
        return self.entries if self.tournament.entry_size == A_PAIR else 0

    @property
    def winners(self) -> list[str]:
        """The winners; several if the first place is shared."""
        return [each.name for each in self.first if each.place == 1]

    @property
    def winning(self) -> int:
        """The number of people who won."""
        return len(self.winners) * self.tournament.entry_size

    @property
    def named(self) -> list[str]:
        """The first `MOST_NAMED` winners."""
        return self.winners[:MOST_NAMED]

    @property
    def others(self) -> list[PodiumPlace]:
        """The entries that did not win, among the first `MOST_NAMED` on the podium."""
        return [each for each in self.first[:MOST_NAMED] if each.place != 1]

    @property
    def unnamed(self) -> int:
        """The number of entries on the podium after the first `MOST_NAMED`."""
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
    """Return these tournaments as events, in one query, with one more if a snapshot's beginning is too short."""
    entered = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    counted = entered.annotate(count=Count("pk")).values("count")
    listed: list[Any] = list(with_beginning(tournaments).annotate(entered=Coalesce(Subquery(counted), 0)))
    rows = foremost(listed)
    return [Event(each, _entries(each), rows.get(each.pk, [])) for each in listed]


def _entries(tournament: Any) -> int:
    """The number of a tournament's entries; once it is over, of the entries that played, if the snapshot says so."""
    entered: int = tournament.entered
    if not (tournament.is_over and tournament.beginning):
        return entered
    played = entries_played(bytes(tournament.beginning))
    return entered if played is None else played


def with_beginning(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate these tournaments with the `beginning` of their last standings, in bytes."""
    return tournaments.annotate(beginning=Subquery(LAST.values(start=Substr("body", 1, BEGINNING))[:1]))


def foremost(tournaments: Iterable[Any]) -> dict[int, list[Row]]:
    """Return by tournament the rows of the first three places in visible final standings.

    If the beginning of a snapshot is too short, because of shared places or many rounds, the whole is read.
    """
    shown = [each for each in tournaments if each.is_over and each.standings_hidden_after is None and each.beginning]
    found = {each.pk: rows_until(bytes(each.beginning), ON_THE_PODIUM) for each in shown}
    short = [pk for pk, rows in found.items() if rows is None]
    if short:
        whole = Tournament.objects.filter(pk__in=short).values_list("pk", Subquery(LAST.values("body")[:1]))
        found |= {pk: rows_until(bytes(body), ON_THE_PODIUM) for pk, body in whole}
    return {pk: rows or [] for pk, rows in found.items()}


def years_of(tournaments: QuerySet[Tournament]) -> list[int]:
    """The years in which the finished and archived tournaments began, or else were created, the latest first."""
    began = Extract(Coalesce("starts_at", "created_at"), "year")
    years = tournaments.filter(status__in=OVER).order_by().values_list(began, flat=True).distinct()
    return sorted(years, reverse=True)


def played_in(tournaments: TournamentQuerySet, year: int) -> TournamentQuerySet:
    """The finished and archived tournaments that began in this year, or without a start were created in it."""
    began = Q(starts_at__year=year) | Q(starts_at=None, created_at__year=year)
    return tournaments.filter(began, status__in=OVER)


@dataclass(frozen=True, slots=True)
class Champion:
    """A player with the tournaments and the seasons won, the latest first."""

    player: Player
    won: Sequence[Tournament]
    seasons: Sequence[Season]

    @property
    def wins(self) -> int:
        """The number of tournaments and seasons won."""
        return len(self.won) + len(self.seasons)


def champions(tournaments: QuerySet[Tournament], seasons: Iterable[tuple[Season, Champions]]) -> list[Champion]:
    """Return the winners of these tournaments and seasons, the most wins first; partners and shared winners count."""
    listed = list(with_beginning(tournaments))
    rows = foremost(listed)
    won_by = {row["entry"]: each for each in listed for row in rows.get(each.pk, ()) if row["place"] == 1}
    people: dict[Player, list[Tournament]] = defaultdict(list)
    for place in EntryPlayer.objects.filter(entry__in=list(won_by)).select_related("player"):
        people[place.player].append(won_by[place.entry_id])
    years: dict[int, list[Season]] = defaultdict(list)
    for season, won in seasons:
        for pk in won.players:
            years[pk].append(season)
    missing = years.keys() - {player.pk for player in people}
    people |= {player: [] for player in Player.objects.filter(pk__in=missing)} if missing else {}
    order = {tournament: at for at, tournament in enumerate(dict.fromkeys(won_by.values()))}
    found = [Champion(each, sorted(won, key=order.__getitem__), years[each.pk]) for each, won in people.items()]
    latest = {each.player: order[each.won[0]] if each.won else len(order) for each in found}
    return sorted(found, key=lambda each: (-each.wins, latest[each.player], each.player.shown_name))
