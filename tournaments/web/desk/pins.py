"""A PIN that a director is told, to be handed on to the player."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.wording.names import filled


def tell_pin(request: HttpRequest, name: str, pin: str) -> None:
    """Have the next page show whose PIN this is."""
    messages.success(request, filled(_("%(name)s: PIN %(pin)s"), {"name": name, "pin": pin}))
