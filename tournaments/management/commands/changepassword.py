"""Django's command `changepassword`; in Tavolo it also ends the sessions and revokes the tokens of the account."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from tournaments.actions.setup.signing_in import revoke_tokens_of
from tournaments.models import User


class Command(changepassword.Command):
    """Asks for a new password of a user, ends all sessions of the account and revokes its tokens."""

    help = "Change a user's password; this signs the account out everywhere and ends its tokens."

    def handle(self, *args: Any, **options: Any) -> str:
        """Change the password, then revoke the tokens; return a message.

        No transaction is open while the user types the password.
        """
        changed = super().handle(*args, **options)
        user = User.objects.get(username=options["username"] or getpass.getuser())
        return f"{changed}: signed out everywhere, tokens ended: {revoke_tokens_of(user)}"
