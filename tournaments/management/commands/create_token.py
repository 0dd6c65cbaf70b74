"""Creates an API token for a program."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.setup import signing_in
from tournaments.models import Scope, User


class Command(BaseCommand):
    """Prints the secret of a new token alone on standard output."""

    help = "Make a token for the API and print its secret, which is shown this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the user's name, the token's scope, and whether to create the user or make it a superuser."""
        parser.add_argument("name", help="the name of the user whose token it is")
        parser.add_argument(
            "--create", action="store_true", help="create the user if there is none; it can only sign in by token"
        )
        parser.add_argument("--superuser", action="store_true", help="give this user every permission in every club")
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.READ,
            help="the scope of the token; each includes those before it (default: read)",
        )

    def handle(self, *, name: str, create: bool, superuser: bool, scope: str, **_options: Any) -> None:
        """Create the token."""
        user = _user(name, create=create)
        if superuser:
            signing_in.promote(user)
        _token, secret = signing_in.create_token(user=user, name=f"create_token {scope}", scope=Scope(scope))
        self.stdout.write(secret)


def _user(name: str, *, create: bool) -> User:
    user = User.objects.named(name)
    if user is None and create:
        try:
            return signing_in.create_program(name)
        except ValidationError as fault:
            raise CommandError(f"{name!r} is no name for a user: {fault.messages[0]}") from fault
    if user is None or not user.is_active:
        raise CommandError(f"Nobody with the name {name!r} can come in here (see --create).")
    return user
