"""A PIN shown to a director, for the player."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.wording.names import filled


def tell_pin(request: HttpRequest, name: str, pin: str) -> None:
    """Show this player's PIN on the next page."""
    messages.success(request, filled(_("%(name)s: PIN %(pin)s"), {"name": name, "pin": pin}))
