"""Tournaments as people look for them: in play, today, to come, played, and of these who won."""

import json
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
from tournaments.models.tournament import TournamentQuerySet
from tournaments.web.pictures.of_tournament import placed
from tournaments.web.pictures.podium import Placed, podium

BEGINNING = 8_000
"""Bytes of a snapshot in which its first rows stand."""
ON_THE_PODIUM = 3
STATUS = Tournament.Status
OVER = (STATUS.FINISHED, STATUS.ARCHIVED)


@dataclass(frozen=True)
class Event:
    """A tournament in a calendar: how many are in it, and the first of its final standings where nobody hid them."""

    tournament: Tournament
    players: int
    rows: Sequence[dict[str, Any]]

    @cached_property
    def first(self) -> list[Placed]:
        """The first three."""
        return placed(self.rows)

    @property
    def winners(self) -> list[str]:
        """Who won; more than one where the first place is shared."""
        return [each.name for each in self.first if each.place == 1]

    @property
    def others(self) -> list[Placed]:
        """Who stands beside the winners, whose names the picture may shorten."""
        return [each for each in self.first if each.place != 1]

    @property
    def podium(self) -> SafeString:
        """The picture of the first three."""
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
    listed: Iterable[Any] = with_beginning(tournaments).annotate(players=Coalesce(Subquery(counted), 0))
    return [Event(each, each.players, _first_rows(each)) for each in listed]


def with_beginning(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """These with the `beginning` of their last standings."""
    last = Standing.objects.filter(tournament=OuterRef("pk"), after_round__gt=0).order_by("-after_round")
    return tournaments.annotate(beginning=Subquery(last.values(start=Substr("body", 1, BEGINNING))[:1]))


def _first_rows(tournament: Any) -> list[dict[str, Any]]:
    """The first rows of final standings that nobody has hidden; none of any others."""
    if not tournament.is_over or tournament.standings_hidden_after is not None or not tournament.beginning:
        return []
    return first_rows(bytes(tournament.beginning), ON_THE_PODIUM)


def first_rows(beginning: bytes, most: int) -> list[dict[str, Any]]:
    """The first rows of a snapshot of which this is the beginning, as many as are whole in it."""
    rest = beginning.decode(errors="ignore").partition('"rows":[')[2]
    decoder, rows = json.JSONDecoder(), list[dict[str, Any]]()
    while rest.startswith("{") and len(rows) < most:
        try:
            row, end = decoder.raw_decode(rest)
        except ValueError:
            break
        rows.append(row)
        rest = rest[end + 1 :]
    return rows


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
    """A player with the tournaments that he won, the latest first."""

    player: Player
    won: Sequence[Tournament]


def champions(tournaments: QuerySet[Tournament]) -> list[Champion]:
    """Who won any of these how often, the most often first; partners and who shares a first place all won."""
    won_by: dict[int, Tournament] = {}
    for tournament in with_beginning(tournaments):
        first = [row for row in _first_rows(tournament) if row["place"] == 1]
        won_by |= {row["entry"]: tournament for row in first}
    people: dict[Player, list[Tournament]] = defaultdict(list)
    for place in EntryPlayer.objects.filter(entry__in=list(won_by)).select_related("player"):
        people[place.player].append(won_by[place.entry_id])
    order = {tournament: at for at, tournament in enumerate(dict.fromkeys(won_by.values()))}
    found = [Champion(player, sorted(won, key=order.__getitem__)) for player, won in people.items()]
    return sorted(found, key=lambda each: (-len(each.won), order[each.won[0]], each.player.shown_name))
