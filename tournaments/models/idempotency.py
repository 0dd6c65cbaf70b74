"""What was answered to a request that its sender may repeat."""

from django.db import models


class IdempotencyKey(models.Model):
    """A key that a client gave a request, with the answer to it.

    `holder` is whose key it is, such as "user 5" or a device at a table: others may use the same
    key for something else. `request_digest` tells the request from others.
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
