"""Wrong codes, counted so that nobody guesses the right one."""

from datetime import datetime, timedelta

from django.db import models


class CodeTries(models.Model):
    """The wrong codes of late from one browser, from one address, or at one tournament.

    `who` is a digest. `slug` is where the last one was typed; there may be no such tournament.
    """

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament"
        ADDRESS = "address"
        DEVICE = "device"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    who = models.CharField(max_length=64)
    slug = models.CharField(max_length=80, db_index=True)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "who"], name="one_count_of_codes")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.failures}"

    def seconds_to_wait(self, now: datetime, *, free: int, longest: int) -> float:
        """How long the next code has to wait: not at all for the first, then twice as long each."""
        over = self.failures - free
        if over < 0:
            return 0
        pause = timedelta(seconds=min(longest, 2 ** min(over, 10)))
        return max(0.0, (pause - abs(now - self.last_at)).total_seconds())
