"""Prints the link to create the first account, for installations without `serve`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.setup.memberships import invite_first_owner


class Command(BaseCommand):
    """Prints a one-time link to create the first account; earlier links become invalid."""

    help = "Print a link that makes the first owner's account, as long as nobody has one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print only the link. Raise CommandError if an account exists already."""
        secret = invite_first_owner()
        if secret is None:
            raise CommandError("Somebody has an account already: owners invite others.")
        self.stdout.write(f"{settings.TAVOLO_URL}/welcome/{secret}/")
