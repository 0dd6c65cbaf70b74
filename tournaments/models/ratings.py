"""The ratings of a club's players in one game."""

from typing import Any, Self

from django.db import models
from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from .club import Club
from .setting_columns import Visibility
from .tournament import Tournament


def rated_tournaments(club: Any, game: Any) -> models.QuerySet[Tournament]:
    """Return the tournaments that count for ratings: public, over, and of this game; arguments as for a filter."""
    over = (Tournament.Status.FINISHED, Tournament.Status.ARCHIVED)
    of_game = Q(game__slug=game) | Q(game=None, ruleset=game)
    return Tournament.objects.filter(of_game, club=club, status__in=over, visibility=Visibility.PUBLIC)


class ClubRatingsQuerySet(models.QuerySet["ClubRatings"]):
    """Ratings by the results that they lack."""

    def stale(self) -> Self:
        """Ratings that were computed before the latest published results."""
        counted = rated_tournaments(OuterRef("club"), OuterRef("game")).order_by().values("club")
        progress = counted.annotate(progress=Sum(F("published_revision") + 1)).values("progress")
        return self.annotate(progress=Coalesce(Subquery(progress), 0)).exclude(basis=F("progress"))


class ClubRatings(models.Model):
    """The ratings of a game that a club wants, derived from hands; the club wants them while the row exists.

    `results` are the tables of each tournament, compressed, with the revision at which they were read. `basis` is the
    sum of these revisions, -1 before the first computation. `body` is what pages show.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="ratings")
    game = models.SlugField(max_length=40)
    basis = models.BigIntegerField(default=-1)
    results = models.BinaryField(default=bytes)
    body = models.JSONField(default=dict)

    progress: int  # where a query asks for it

    objects = ClubRatingsQuerySet.as_manager()

    class Meta:
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["club", "game"], name="ratings_once_per_game")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.game}"
