"""The published standings, one snapshot a round."""

import json
from typing import Any, cast

from django.db import models

from .tournament import Tournament


class Standing(models.Model):
    """The standings after a round as everybody reads them: the bytes, plain and compressed.

    Round 0 stands for the time before the first published round. `digest` is of the content
    without its revision, so that what did not change is known again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings")
    after_round = models.PositiveIntegerField()
    revision = models.PositiveBigIntegerField()
    body = models.BinaryField()
    body_gzip = models.BinaryField()
    digest = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["after_round"]
        constraints = [models.UniqueConstraint(fields=["tournament", "after_round"], name="one_standing_per_round")]

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.after_round}"

    @property
    def etag(self) -> str:
        """What tells these bytes from any others of this standing."""
        return f"{self.digest[:32]}-{self.revision}"

    @property
    def head(self) -> dict[str, Any]:
        """The snapshot without its rows, which are most of it and stand last."""
        before, _rows, _rest = bytes(self.body).partition(b',"rows":')
        return cast("dict[str, Any]", json.loads(before + b"}"))

    @property
    def document(self) -> dict[str, Any]:
        """The snapshot as the API answers it."""
        return cast("dict[str, Any]", json.loads(bytes(self.body)))

    def row_of(self, entry: int) -> dict[str, Any] | None:
        """The row of an entry in the snapshot, None where it has none."""
        return next((row for row in self.document["rows"] if row["entry"] == entry), None)
