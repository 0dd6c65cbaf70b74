"""The consent of clubs to let their evenings count in another club's season."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .club import Club
from .season import Season


class Consent(models.TextChoices):
    """The answer of a club to the request of a season; a consent that was taken back is refused."""

    ASKED = "asked", _("Asked")
    GIVEN = "given", _("Agreed")
    REFUSED = "refused", _("Refused")


class SeasonConsent(models.Model):
    """A club's answer to the request to add its evenings to another club's season. A refusal removes no evening."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="consents")
    club = models.ForeignKey(Club, models.CASCADE, related_name="season_consents")
    consent = models.CharField(max_length=10, choices=Consent.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "club"], name="one_consent_per_club"),
            models.CheckConstraint(condition=Q(consent__in=Consent.values), name="known_consent"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} in {self.season_id}: {self.consent}"
