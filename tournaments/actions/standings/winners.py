"""The winners of a club's tournaments, by year and by player, from published final standings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Extract, Substr

from tournaments.models import Player, Round, Season, Standing, Tournament
from tournaments.models.entry import EntryPlayer
from tournaments.models.standing_bytes import rows_until
from tournaments.models.tournament import TournamentQuerySet

from ..seasons.champions import Champions

BEGINNING = 8_000
"""How many bytes at the start of a snapshot usually contain its first rows."""
ON_THE_PODIUM = 3
"""The number of places whose entries are shown."""
STATUS = Tournament.Status
OVER = (STATUS.FINISHED, STATUS.ARCHIVED)
IN_PLAY = Round.objects.in_play().filter(tournament=OuterRef("tournament"))
LAST = (
    Standing.objects.filter(tournament=OuterRef("pk"), after_round__gt=0)
    .exclude(Exists(IN_PLAY))
    .order_by("-after_round")
)
"""The last standings of a tournament; none while a round is in play, as it can be in an archived tournament."""
Row = dict[str, Any]


def with_beginning(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate these tournaments with `beginning`: the first bytes of their last standings."""
    return tournaments.annotate(beginning=Subquery(LAST.values(start=Substr("body", 1, BEGINNING))[:1]))


def podium_rows(tournaments: Iterable[Any]) -> dict[int, list[Row]]:
    """Return, by tournament, the rows of the first three places in final standings that everybody may see.

    The rows are read from the beginning of a snapshot; if it is too short, because of shared places or many rounds, the
    whole snapshot is read.
    """
    shown = [each for each in tournaments if each.is_over and each.standings_hidden_after is None and each.beginning]
    found = {each.pk: rows_until(bytes(each.beginning), ON_THE_PODIUM) for each in shown}
    short = [pk for pk, rows in found.items() if rows is None]
    if short:
        whole = Tournament.objects.filter(pk__in=short).values_list("pk", Subquery(LAST.values("body")[:1]))
        found |= {pk: rows_until(bytes(body), ON_THE_PODIUM) for pk, body in whole}
    return {pk: rows or [] for pk, rows in found.items()}


def years_of(tournaments: QuerySet[Tournament]) -> list[int]:
    """Return the years of the finished and archived tournaments, latest first.

    The year is that of the start or, without a start, of the creation.
    """
    began = Extract(Coalesce("starts_at", "created_at"), "year")
    years = tournaments.filter(status__in=OVER).order_by().values_list(began, flat=True).distinct()
    return sorted(years, reverse=True)


def played_in(tournaments: TournamentQuerySet, year: int) -> TournamentQuerySet:
    """Return the finished and archived tournaments that began in this year or, without a start, were created in it."""
    if not MINYEAR < year < MAXYEAR:  # in the other time zones, the first and last days have no date
        return tournaments.none()
    began = Q(starts_at__year=year) | Q(starts_at=None, created_at__year=year)
    return tournaments.filter(began, status__in=OVER)


@dataclass(frozen=True, slots=True)
class Champion:
    """A player with the tournaments and seasons won, latest first."""

    player: Player
    won: Sequence[Tournament]
    seasons: Sequence[Season]

    @property
    def wins(self) -> int:
        """The number of tournaments and seasons won."""
        return len(self.won) + len(self.seasons)


def champions(tournaments: QuerySet[Tournament], seasons: Iterable[tuple[Season, Champions]]) -> list[Champion]:
    """Return the winners of these tournaments and seasons, most wins first. Partners and shared first places count."""
    listed = list(with_beginning(tournaments))
    rows = podium_rows(listed)
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
