"""Seasons: a club's series of evenings with overall standings, their published snapshot, and the log of changes."""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from typing import Any, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce

from tournaments.ranking.seasons import Declaration, read_declaration

from .club import NAME_LENGTH, Club, PlayerMerge
from .round import Round
from .setting_columns import Visibility
from .standing import Standing
from .tournament import Tournament


class SeasonQuerySet(models.QuerySet["Season"]):
    """Seasons, by what is due and by tournament."""

    def stale(self) -> Self:
        """Seasons whose published standings are older than their revision."""
        return self.filter(revision__gt=F("published_revision"))

    def of_evening(self, tournament: Tournament) -> Self:
        """Seasons that include this tournament as an evening."""
        return self.filter(evenings__tournament=tournament).order_by("pk")

    def listed_by(self, club: Club) -> Self:
        """The club's seasons, and those of other clubs that include its public tournaments; each with its club."""
        public = SeasonEvening.objects.filter(tournament__club=club, tournament__visibility=Visibility.PUBLIC)
        return self.filter(Q(club=club) | Exists(public.filter(season=OuterRef("pk")))).select_related("club")

    def of_record(self, tournaments: Collection[int], records: Collection[int]) -> Self:
        """Seasons that have one of these evenings, or that name one of these players' records.

        They name it in their category, or as joined to another record.
        """
        joined = [
            pk
            for pk, persons in self.exclude(persons={}).values_list("pk", "persons")
            if not {*map(int, persons), *persons.values()}.isdisjoint(records)
        ]
        found = self.filter(Q(evenings__tournament__in=tournaments) | Q(pk__in=[*joined, *self._listing(records)]))
        return found.distinct().order_by("pk")

    def _listing(self, records: Collection[int]) -> list[int]:
        """Return the ids of the seasons whose category has one of these records, or a record merged into one."""
        declared = self.filter(declaration__listed="category").values_list("pk", "declaration")
        categories = {pk: {*declaration["category"]["players"]} for pk, declaration in declared}
        merged = PlayerMerge.objects.persons({player for players in categories.values() for player in players})
        return [
            pk
            for pk, players in categories.items()
            if not {*players, *(merged.get(player, player) for player in players)}.isdisjoint(records)
        ]


class Season(models.Model):
    """A club's season: its declaration in the format of the API, and the state of its standings.

    `version` counts the declarations, all of which are in the log. `log_length` and `log_head` are those of the hash
    chain of `SeasonChange`. `persons` maps the id of a player's record on another club's list to the record for which
    its results count.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    declaration = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    lot_seed = models.BigIntegerField()
    persons = models.JSONField(default=dict)
    revision = models.PositiveBigIntegerField(default=1)
    published_revision = models.PositiveBigIntegerField(default=0)
    log_length = models.PositiveIntegerField(default=0)
    log_head = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(F("id"), name="stale_seasons", condition=Q(revision__gt=F("published_revision")))]

    def __str__(self) -> str:
        return self.name

    @property
    def declared(self) -> Declaration:
        """The declaration of the season. Raises ValueError if the stored one is not valid."""
        declared = read_declaration(self.declaration)
        if isinstance(declared, list):
            raise ValueError(f"season {self.pk} has no declaration: {declared}")
        return declared

    def joined(self) -> dict[int, int]:
        """Return, for each joined record, the record for which its results count, as `joined_pairs` does."""
        return dict(self.joined_pairs())

    def joined_pairs(self) -> set[tuple[int, int]]:
        """Return each joined record with the record for which its results count.

        A record that was merged is replaced by the one that it was merged into.
        """
        pairs = [(int(player), into) for player, into in self.persons.items()]
        merged = PlayerMerge.objects.persons(pk for pair in pairs for pk in pair) if pairs else {}
        return {(merged.get(player, player), merged.get(into, into)) for player, into in pairs}


class SeasonEveningQuerySet(models.QuerySet["SeasonEvening"]):
    """Evenings of seasons."""

    def in_order(self) -> Self:
        """The evenings in order of time, joined with their tournaments."""
        when = Coalesce("tournament__starts_at", "tournament__created_at")
        return self.select_related("tournament").order_by(when, "tournament_id")

    def counting(self) -> Self:
        """The evenings that count at present, in order.

        They are over and public, no round is in play, their results are not hidden, and these have been read.
        """
        in_play = Round.objects.in_play().filter(tournament=OuterRef("tournament"))
        over = self.filter(tournament__status__in=(Tournament.Status.FINISHED, Tournament.Status.ARCHIVED))
        over = over.exclude(Exists(in_play))  # a tournament can be archived before its round is closed
        shown = over.filter(tournament__visibility=Visibility.PUBLIC, tournament__standings_hidden_after=None)
        return shown.exclude(results=b"").in_order()

    def numbers_of(self, tournament: Tournament) -> list[tuple[str, str, int]]:
        """Return (slug, name, number) of each season of a tournament.

        The number is that of this evening, in order of time. Evenings that are not public, or that ended without a
        result, are not counted.
        """
        result = Standing.objects.filter(tournament=OuterRef("tournament"), after_round__gt=0)
        over = Q(tournament__status__in=(Tournament.Status.FINISHED, Tournament.Status.ARCHIVED))
        public = self.filter(season__evenings__tournament=tournament, tournament__visibility=Visibility.PUBLIC)
        listed = public.exclude(over & ~Exists(result)).in_order()
        seasons: dict[tuple[str, str], list[int]] = defaultdict(list)
        for slug, name, pk in listed.values_list("season__slug", "season__name", "tournament_id"):
            seasons[slug, name].append(pk)
        return [(*about, pks.index(tournament.pk) + 1) for about, pks in seasons.items() if tournament.pk in pks]


class SeasonEvening(models.Model):
    """A tournament that is an evening of a season, with its factor and the number of its part, from 0.

    `results` are the results in the tournament's last standings, as compressed JSON; they were read at its revision
    `read_revision`. They are derived, and have ids in place of names.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="season_evenings")
    part = models.PositiveSmallIntegerField(default=0)
    factor = models.DecimalField(max_digits=5, decimal_places=2, default=1)
    results = models.BinaryField(default=bytes)
    read_revision = models.PositiveBigIntegerField(default=0)

    objects = SeasonEveningQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="evening_once_per_season"),
            models.CheckConstraint(condition=Q(factor__gt=0), name="factor_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} in {self.season_id}"

    @property
    def weight(self) -> Fraction:
        """The factor of the evening as an exact number."""
        return Fraction(self.factor)


class SeasonStanding(models.Model):
    """The published standings of a season: JSON without names. Names are added when it is sent.

    `evenings` are the ids of the evenings that count, in order. `basis` is the digest of everything from which the
    standings were computed.
    """

    season = models.OneToOneField(Season, models.CASCADE, related_name="standing")
    evenings = models.JSONField()
    basis = models.CharField(max_length=64)
    body = models.BinaryField()
    published_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.season_id} after {len(self.evenings)}"


class SeasonChange(models.Model):
    """An entry of a season's log, which is a hash chain. Triggers refuse to change or delete it.

    It has no foreign key to the season, because the log of a deleted season remains.
    """

    season = models.ForeignKey(Season, models.DO_NOTHING, db_constraint=False, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    at = models.DateTimeField()
    facts = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_change_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    @property
    def content(self) -> dict[str, Any]:
        """What the digest covers, apart from the time."""
        names = ("season_id", "number", "kind", "facts", "previous")
        return {name: getattr(self, name) for name in names}
