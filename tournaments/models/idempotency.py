"""What was answered to a request that its sender may repeat."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """A key that a client gave a request, with the answer once there is one.

    `request_digest` tells the request from others, `attempt` whoever is working on it now.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=255)
    request_digest = models.CharField(max_length=64)
    attempt = models.CharField(max_length=32)
    started_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    location = models.CharField(max_length=300, blank=True)
    body = models.BinaryField(default=bytes)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["user", "started_at"], name="idempotency_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_per_user")
        ]

    def __str__(self) -> str:
        return self.key
