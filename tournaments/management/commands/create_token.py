"""Creates an API token for a program."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.setup import tokens
from tournaments.models import Scope, User


class Command(BaseCommand):
    """Prints the secret of a new token alone on standard output."""

    help = "Make a token for the API and print its secret, which is shown this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the user's name and the token's scope."""
        parser.add_argument("name", help="the name of the user whose token it is")
        parser.add_argument(
            "--create", action="store_true", help="make the user where there is none: one who comes in by token alone"
        )
        parser.add_argument("--superuser", action="store_true", help="let this user do everything in every club")
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.READ,
            help="what the token opens; each opens what those before it do (default: read)",
        )

    def handle(self, *, name: str, create: bool, superuser: bool, scope: str, **_options: Any) -> None:
        """Create the token."""
        user = _user(name, create=create)
        if superuser:
            tokens.promote(user)
        _token, secret = tokens.create_token(user=user, name=f"create_token {scope}", scope=Scope(scope))
        self.stdout.write(secret)


def _user(name: str, *, create: bool) -> User:
    user = User.objects.named(name)
    if user is None and create:
        try:
            return tokens.create_program(name)
        except ValidationError as fault:
            raise CommandError(f"{name!r} is no name for a user: {fault.messages[0]}") from fault
    if user is None or not user.is_active:
        raise CommandError(f"Nobody with the name {name!r} can come in here (see --create).")
    return user
