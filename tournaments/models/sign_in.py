"""Who could not sign in, counted."""

from django.db import models


class SignInTries(models.Model):
    """How often somebody tried to sign in and could not, since the first of these tries.

    `tried_by` is a keyed digest of whom the tries are counted for.
    """

    tried_by = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tried_by[:8]}: {self.tries}"
