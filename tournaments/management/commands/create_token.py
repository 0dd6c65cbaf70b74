"""Creates an API token for a program."""

from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from tournaments.actions.core.refusals import Refusal
from tournaments.actions.setup import signing_in
from tournaments.models import Scope, User

MOST_DAYS = 36_500


class Command(BaseCommand):
    """Creates a token and prints only its secret on standard output."""

    help = "Make a token for the API and print its secret, which is shown this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the user's name, the scope, and whether to create the user or make it a superuser."""
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

        parser.add_argument("--club", default="", help="the address of the only club that it opens")
        parser.add_argument("--tournament", default="", help="the address of the only tournament that it opens")
        parser.add_argument("--days", type=int, help="the number of days after which it stops (default: never)")

    def handle(self, *, name: str, create: bool, superuser: bool, scope: str, **options: Any) -> None:
        """Create the token."""
        reach = {"club": options["club"], "tournament": options["tournament"], "expires_at": _end(options["days"])}
        try:
            with transaction.atomic():
                user = _user(name, create=create)
                if superuser:
                    signing_in.promote(user)
                _token, secret = signing_in.create_token(
                    user=user, name=f"create_token {scope}", scope=Scope(scope), **reach
                )
        except Refusal as refused:
            raise CommandError(" ".join(map(str, refused.problems))) from refused
        self.stdout.write(secret)


def _end(days: int | None) -> datetime | None:
    if days is None:
        return None
    if not 1 <= days <= MOST_DAYS:
        raise CommandError(f"Write a number of days from 1 to {MOST_DAYS}.")
    return timezone.now() + timedelta(days=days)


def _user(name: str, *, create: bool) -> User:
    user = User.objects.named(name)
    if user is None and create:
        try:
            return signing_in.create_program(name)
        except ValidationError as fault:
            raise CommandError(f"{name!r} cannot be a user name: {fault.messages[0]}") from fault
    if user is None or not user.is_active:
        raise CommandError(f"Nobody with the name {name!r} can come in here (see --create).")
    return user
