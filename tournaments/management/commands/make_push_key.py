"""Creates the key that signs push messages about a player's next table."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.actions.push.encryption import make_key

WHERE = """\
# Put both lines where Tavolo's other settings are (its environment, or docker/.env), with an address of yours that is
# read: push services write to it when something is wrong. Keep the key secret, and the same: with another one every
# phone has to be asked again."""


class Command(BaseCommand):
    """Prints a new key as a setting, and says where to put it."""

    help = "Make the key for push messages about next tables, and print the settings that use it."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Create and print the key; store nothing."""
        self.stdout.write(f"{WHERE}\nTAVOLO_PUSH_KEY={make_key()}\nTAVOLO_PUSH_CONTACT=mailto:you@example.org")
