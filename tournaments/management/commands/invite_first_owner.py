"""Let the first owner in, where `serve` does not print the link."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.setup.invitations import invite_first_owner


class Command(BaseCommand):
    """Prints the one link that makes the first account; those printed before are void."""

    help = "Print a link that makes the first owner's account, as long as nobody has one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the link alone."""
        secret = invite_first_owner()
        if secret is None:
            raise CommandError("Somebody has an account already: owners invite others.")
        self.stdout.write(f"{settings.TAVOLO_URL}/welcome/{secret}/")
