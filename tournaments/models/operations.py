"""Operational records: heartbeats, idempotency keys, and counts of failed attempts."""

from datetime import datetime, timedelta

from django.db import models


class Heartbeat(models.Model):
    """The last heartbeat of a program, by the database's clock."""

    program = models.CharField(max_length=10, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.program


class IdempotencyKey(models.Model):
    """A client's idempotency key, with the response to its request.

    `holder` is the owner of the key, such as "user 5" or a device at a table; another holder may use the same key for
    another request. `request_digest` identifies the request.
    """

    holder = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    request_digest = models.CharField(max_length=64)
    answered_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField()
    location = models.CharField(max_length=300, blank=True)
    body = models.BinaryField(default=bytes)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["holder", "answered_at"], name="idempotency_by_age")]
        constraints = [models.UniqueConstraint(fields=["holder", "key"], name="idempotency_key_once_per_holder")]

    def __str__(self) -> str:
        return self.key


class SignInTries(models.Model):
    """A count of failed attempts to sign in, and the time of the first.

    `tried_by` is a keyed digest of what is counted: a user's name, or an address.
    """

    tried_by = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tried_by[:8]}: {self.tries}"


class CodeTries(models.Model):
    """A count of recent wrong codes: from a browser or address, at a tournament, or by a user who adds screens."""

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament"
        ADDRESS = "address"
        DEVICE = "device"
        SCREEN = "screen"

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
        """Return the seconds until the next attempt: 0 below `free` failures, then 1, 2, 4 … up to `longest`."""
        over = self.failures - free
        if over < 0:
            return 0
        pause = timedelta(seconds=min(longest, 2 ** min(over, 10)))
        return max(0.0, (pause - abs(now - self.last_at)).total_seconds())
