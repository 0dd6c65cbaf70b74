"""Django's command `changepassword`, which here also ends the account's sessions and tokens."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from tournaments.actions.setup.signing_in import revoke_tokens_of
from tournaments.models import User


class Command(changepassword.Command):
    """Asks for a user's new password, which signs the account out everywhere and ends its tokens."""

    help = "Change a user's password; this signs the account out everywhere and ends its tokens."

    def handle(self, *args: Any, **options: Any) -> str:
        """Change the password, then end the tokens; return a message.

        No transaction stays open while the new password is typed.
        """
        changed = super().handle(*args, **options)
        user = User.objects.get(username=options["username"] or getpass.getuser())
        return f"{changed}: signed out everywhere, tokens ended: {revoke_tokens_of(user)}"
