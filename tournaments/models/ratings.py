"""The ratings of a club's players in one game."""

from typing import Any, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from .club import Club
from .setting_columns import Visibility
from .tournament import Tournament

BEGAN = Coalesce("starts_at", "created_at")
"""The expression for the time by which evenings are ordered."""


def rated_tournaments(club: Any, game: Any) -> models.QuerySet[Tournament]:
    """Return the tournaments of a game that count for a club's ratings: public and over.

    Arguments may be expressions.
    """
    over = (Tournament.Status.FINISHED, Tournament.Status.ARCHIVED)
    of_game = Q(game__slug=game) | Q(game=None, ruleset=game)
    return Tournament.objects.filter(of_game, club=club, status__in=over, visibility=Visibility.PUBLIC)


class ClubRatingsQuerySet(models.QuerySet["ClubRatings"]):
    """Ratings of games, by whether they are up to date."""

    def stale(self) -> Self:
        """Ratings that were computed from other results, or in another order of evenings, than those that count now."""
        read = RatedResults.objects.filter(ratings=OuterRef(OuterRef("pk")), tournament=OuterRef("pk"))
        as_now = read.filter(revision=OuterRef("published_revision"), began=OuterRef("since"))
        unread = rated_tournaments(OuterRef("club"), OuterRef("game")).annotate(since=BEGAN).filter(~Exists(as_now))
        counts = rated_tournaments(OuterRef("ratings__club"), OuterRef("ratings__game")).filter(
            pk=OuterRef("tournament")
        )
        left = RatedResults.objects.filter(~Exists(counts), ratings=OuterRef("pk"))
        return self.filter(Exists(unread) | Exists(left))


class ClubRatings(models.Model):
    """The ratings of a game in a club, computed from hands. The row exists while the club wants these ratings.

    `body` is the content that pages show.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="ratings")
    game = models.SlugField(max_length=40)
    body = models.JSONField(default=dict)

    objects = ClubRatingsQuerySet.as_manager()

    class Meta:
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["club", "game"], name="ratings_once_per_game")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.game}"


class RatedResults(models.Model):
    """The tables of a tournament from which ratings were computed, compressed, as they were at this revision."""

    ratings = models.ForeignKey(ClubRatings, models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    revision = models.PositiveBigIntegerField()
    began = models.DateTimeField()
    results = models.BinaryField()

    class Meta:
        ordering = ["began", "tournament"]
        constraints = [models.UniqueConstraint(fields=["ratings", "tournament"], name="rated_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} in {self.ratings_id}"
