"""What a club may choose for a tournament: who sees it, what confirms a hand, when a PIN is asked for."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Visibility(models.TextChoices):
    """The visibility of a tournament's published data."""

    PUBLIC = "public", _("Everybody")
    LINK = "link", _("Whoever has the link")
    PRIVATE = "private", _("Members of the club")


class ConfirmationPolicy(models.TextChoices):
    """The policy by which a player's entry of a hand counts."""

    EVERY_HAND = "every-hand", _("Another player at the table, hand by hand")
    TABLE_END = "table-end", _("The table, when it has played its last hand")
    DIRECTOR = "director", _("The director alone")


class PinPolicy(models.TextChoices):
    """The policy by which claiming a seat needs its PIN."""

    NONE = "none", _("Never, unless another phone has the seat")
    FIRST = "first-claim", _("The first time that a phone is used for a player")
    ALWAYS = "always", _("Each time")
