"""Signs of life of the programs that work behind the pages."""

from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models.functions import Now


class HeartbeatQuerySet(models.QuerySet["Heartbeat"]):
    """Signs of life by how old they are."""

    def heard_within(self, age: timedelta) -> Self:
        """Those of this age at most; one from the future is as old as it is ahead."""
        return self.filter(at__range=(Now() - age, Now() + age))


class Heartbeat(models.Model):
    """When a program was last heard, by the database's clock, which all of them share."""

    program = models.CharField(max_length=10, primary_key=True)
    at = models.DateTimeField()

    objects = HeartbeatQuerySet.as_manager()

    def __str__(self) -> str:
        return self.program
