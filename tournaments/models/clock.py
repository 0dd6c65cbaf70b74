"""The clock of a round: how much time is left."""

from datetime import datetime, timedelta

from django.db import models

from .round import Round

MILLISECOND = timedelta(milliseconds=1)
MINUTE = 60_000


class Clock(models.Model):
    """The time left in a round, stored at the last change of its clock.

    The clock was started with `minutes`; `extra` is the sum of minutes added since. If it runs, `left` is how many
    milliseconds were left at the time `runs_since`, which can be in the future; if it is paused, how many are left.
    `tables` has the additional milliseconds of single tables, by number. `version` counts the changes.
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
        """Return the additional milliseconds of a table; 0 if `table` is None."""
        return int(self.tables.get(str(table), 0))

    def left_at(self, now: datetime, table: int | None = None) -> int:
        """Return the milliseconds left at this time: at a table, or in the round if `table` is None. 0 after `end`."""
        if self.ended_at is not None:
            return 0
        return max(0, self.left + self.beyond(table) - self._elapsed(now))

    def state_at(self, now: datetime, table: int | None = None) -> State:
        """Return the state of the clock at this time: at a table, or in the round if `table` is None."""
        if self.ended_at is None and self.runs_since is not None and self.runs_since > now:
            return self.State.WAITING
        if self.left_at(now, table) == 0:
            return self.State.OVER
        return self.State.PAUSED if self.runs_since is None else self.State.RUNNING

    def ends_at(self, table: int | None = None) -> datetime | None:
        """Return when the time of a table ends, or of the round if `table` is None; None while the clock is paused."""
        if self.runs_since is None:
            return self.ended_at
        return self.runs_since + (self.left + self.beyond(table)) * MILLISECOND

    def pause(self, now: datetime) -> None:
        """Stop the clock; `resume` starts it again with the time left."""
        self._settle(now)
        self.runs_since = None

    def resume(self, now: datetime) -> None:
        """Start the clock again with the time left."""
        self._settle(now)
        self.runs_since, self.ended_at = now, None

    def end(self, now: datetime) -> None:
        """End the time of all tables; `resume` starts the clock again."""
        self.pause(now)
        self.ended_at = now

    def give(self, minutes: int, table: int | None, now: datetime) -> None:
        """Add minutes for a table, or for all if `table` is None; negative minutes are subtracted.

        If the time has run out, minutes are added to zero.
        """
        self._settle(now)
        if table is None:
            self.left += minutes * MINUTE
            self.extra += minutes
        else:
            self.tables = {**self.tables, str(table): self.beyond(table) + minutes * MINUTE}
            self.tables = {number: beyond for number, beyond in self.tables.items() if beyond}

    def takes_off(self, table: int | None, now: datetime) -> int:
        """Return how many minutes can be removed from the time left in the round, or from a table's extra time."""
        if table is None:
            return self.left_at(now) // MINUTE
        return (self.left_at(now, table) - self.left_at(now)) // MINUTE

    def _settle(self, now: datetime) -> None:
        """Subtract the time that has passed; `left` does not become negative."""
        ran = self._elapsed(now)
        over = max(0, ran - self.left)
        self.left = max(0, self.left - ran)
        self.tables = {number: beyond - over for number, beyond in self.tables.items() if beyond > over}
        if self.runs_since is not None:
            self.runs_since += ran * MILLISECOND

    def _elapsed(self, now: datetime) -> int:
        """Return the milliseconds since `runs_since`.

        0 if it is None or, because a clock was set back, in the future.
        """
        return 0 if self.runs_since is None else max(0, (now - self.runs_since) // MILLISECOND)
