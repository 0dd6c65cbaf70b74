"""The clock of a round: how much of its time is left."""

from datetime import datetime, timedelta

from django.db import models

from .round import Round

MILLISECOND = timedelta(milliseconds=1)
MINUTE = 60_000


class Clock(models.Model):
    """The time left in a round, as of the last change of its clock.

    It was set to so many `minutes` and was given `extra` ones since. While it runs, `left` milliseconds were left at
    `runs_since`, which may be still to come; else they are left now. `tables` has what single tables have beyond it, by
    their numbers. `version` counts what was done.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        PAUSED = "paused"
        OVER = "over"

    round = models.OneToOneField(Round, models.CASCADE, related_name="clock")
    minutes = models.PositiveIntegerField()
    extra = models.IntegerField(default=0)
    left = models.PositiveBigIntegerField()
    runs_since = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    tables = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"round {self.round_id}: {self.left} ms"

    def beyond(self, table: int | None) -> int:
        """The milliseconds that a table has beyond the others; for None, of those that have none."""
        return int(self.tables.get(str(table), 0))

    def left_at(self, now: datetime, table: int | None = None) -> int:
        """The milliseconds left at a moment, at this table or at all others; 0 once the director has ended it."""
        if self.ended_at is not None:
            return 0
        return max(0, self.left + self.beyond(table) - self._ran(now))

    def state_at(self, now: datetime, table: int | None = None) -> State:
        """What the clock is doing at a moment, at this table or at all others."""
        if self.ended_at is None and self.runs_since is not None and self.runs_since > now:
            return self.State.WAITING
        if self.left_at(now, table) == 0:
            return self.State.OVER
        return self.State.PAUSED if self.runs_since is None else self.State.RUNNING

    def ends_at(self, table: int | None = None) -> datetime | None:
        """When the time is over, at this table or at all others; None while it stands still."""
        if self.runs_since is None:
            return self.ended_at
        return self.runs_since + (self.left + self.beyond(table)) * MILLISECOND

    def pause(self, now: datetime) -> None:
        """Let it stand still."""
        self._settle(now)
        self.runs_since = None

    def resume(self, now: datetime) -> None:
        """Let it go on with what is left."""
        self._settle(now)
        self.runs_since, self.ended_at = now, None

    def end(self, now: datetime) -> None:
        """Let nothing be left for any table until it goes on."""
        self.pause(now)
        self.ended_at = now

    def give(self, minutes: int, table: int | None, now: datetime) -> None:
        """Give this table, or all, so many minutes more or less; what ran beyond the end is not taken off them."""
        self._settle(now)
        if table is None:
            self.left += minutes * MINUTE
            self.extra += minutes
        else:
            self.tables = {**self.tables, str(table): self.beyond(table) + minutes * MINUTE}
            self.tables = {number: beyond for number, beyond in self.tables.items() if beyond}

    def takes_off(self, table: int | None, now: datetime) -> int:
        """How many minutes may be taken from this table, or from all: no more than it has, beyond the others."""
        if table is None:
            return self.left_at(now) // MINUTE
        return (self.left_at(now, table) - self.left_at(now)) // MINUTE

    def _settle(self, now: datetime) -> None:
        """Count what ran until now; of what is over nothing is left."""
        ran = self._ran(now)
        over = max(0, ran - self.left)
        self.left = max(0, self.left - ran)
        self.tables = {number: beyond - over for number, beyond in self.tables.items() if beyond > over}
        if self.runs_since is not None:
            self.runs_since += ran * MILLISECOND

    def _ran(self, now: datetime) -> int:
        """Nothing before it starts, nor when the machine's clock was set back."""
        return 0 if self.runs_since is None else max(0, (now - self.runs_since) // MILLISECOND)
