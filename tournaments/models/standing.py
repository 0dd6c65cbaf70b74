"""Penalties, published standings, and the choice of the standings that pages show."""

import json
from dataclasses import dataclass
from typing import Any, Self, cast

from django.conf import settings
from django.db import models

from .entry import Entry
from .prepared import Param, Prepared
from .standing_bytes import count_placed, head_of, renamed, row_of, without_outlook
from .tournament import Tournament


class Standing(models.Model):
    """The published standings after a round, as bytes.

    Round 0 is before the first published round. `digest` covers the content without its revision, so that equal content
    has an equal digest.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings")
    after_round = models.PositiveIntegerField()
    revision = models.PositiveBigIntegerField()
    body = models.BinaryField()
    digest = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["after_round"]
        constraints = [models.UniqueConstraint(fields=["tournament", "after_round"], name="one_standing_per_round")]

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.after_round}"

    @property
    def head(self) -> dict[str, Any]:
        """The document without its rows, which are at its end and make up most of it."""
        return head_of(bytes(self.body))

    @property
    def is_in_play(self) -> bool:
        """Whether a table of the last round had not finished; in old documents, a table of any round."""
        head = self.head
        return bool(head.get("playing", head["outstanding_tables"]))

    @property
    def field(self) -> int:
        """How many entries have a place, counted without decoding the rows."""
        return count_placed(bytes(self.body))

    @property
    def document(self) -> dict[str, Any]:
        """The document in the format of the API."""
        return cast("dict[str, Any]", json.loads(bytes(self.body)))

    def row_of(self, entry: int) -> dict[str, Any] | None:
        """Return the row of an entry, or None; no other row is decoded."""
        return row_of(bytes(self.body), entry)

    def settle(self, tournament: Tournament, *, hidden_after: int | None) -> None:
        """Remove the outlooks of the rows, unsaved, if the tournament is archived: it gets no more rounds.

        The outlooks of earlier rounds stay as they were, also those of the last round that is not hidden.
        """
        is_settled = tournament.outlook and tournament.status == Tournament.Status.ARCHIVED and hidden_after is None
        if is_settled and self.after_round >= (tournament.first_open or (tournament.last_round or 0) + 1) - 1:
            self.body = without_outlook(bytes(self.body))

    def body_naming(self, entry: Entry) -> bytes:
        """Return the bytes with the entry's present name."""
        return renamed(bytes(self.body), entry.pk, entry.name)


class StoredResults(models.Model):
    """The results of a tournament's tables up to one entry of its ledger, as compressed JSON.

    A refresh begins with these results, and reads only tables that later ledger entries name. The results are derived
    from hands, and can be deleted. `made_by` is the digest of the code and rules that computed them.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="stored_results")
    ledger_length = models.PositiveBigIntegerField()
    ledger_digest = models.CharField(max_length=64)
    made_by = models.CharField(max_length=64)
    body = models.BinaryField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} at {self.ledger_length}"


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    """Penalties of a tournament."""

    def in_force(self) -> Self:
        """Penalties that are not cancelled."""
        return self.filter(cancelled_at=None)


class Penalty(models.Model):
    """A penalty, in the unit of the scoring; it always makes the score worse.

    It can be cancelled, but is never deleted.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    round_number = models.PositiveIntegerField(null=True)
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    reason = models.CharField(max_length=300)
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    issued_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=models.Q(amount__gt=0), name="penalty_is_positive")]

    def __str__(self) -> str:
        return f"{self.amount} ({self.reason})"


NOTHING_HIDDEN = 2**31 - 1
PUBLISHED = Prepared(
    lambda: Standing.objects.filter(
        tournament=Param("tournament"), after_round__gte=Param("first"), after_round__lte=Param("last")
    ).order_by("after_round")
)
LAST = Prepared(
    lambda: Standing.objects.filter(tournament=Param("tournament"), after_round__lte=Param("last")).order_by(
        "-after_round"
    )[:1]
)


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """The standings that pages show: after the last full round, and after rounds in play. Each can be None."""

    standing: Standing | None
    in_play: Standing | None

    @property
    def latest(self) -> Standing | None:
        """The standings after the latest round; None if there are none."""
        return self.in_play or self.standing

    @property
    def after_round(self) -> int:
        """The number of the last full round; 0 if there is none."""
        return self.standing.after_round if self.standing else 0


def leading(tournament: Tournament, hidden_after: int | None = None) -> ShownStandings:
    """Return the standings that pages show, up to round `hidden_after`; if they are settled, without outlooks.

    `tournament` must come from `with_last_round`.
    """
    shown = _stored(tournament, hidden_after)
    for standing in filter(None, (shown.standing, shown.in_play)):
        standing.settle(tournament, hidden_after=hidden_after)
    return shown


def _stored(tournament: Tournament, hidden_after: int | None) -> ShownStandings:
    first_open = tournament.first_open
    last = NOTHING_HIDDEN if hidden_after is None else hidden_after
    if first_open is None:
        return ShownStandings(LAST.first(tournament=tournament.pk, last=last), None)
    standings = PUBLISHED.all(tournament=tournament.pk, first=min(first_open - 1, last), last=last)
    full = None
    for standing in standings:
        if standing.after_round >= first_open and standing.is_in_play:
            break
        full = standing
    latest = standings[-1] if standings else None
    return ShownStandings(full, None if latest is full else latest)
