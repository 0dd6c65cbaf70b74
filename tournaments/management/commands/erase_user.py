"""Deletes an account; the actions of its user remain in the ledgers."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from tournaments.actions.core.refusals import Refusal
from tournaments.actions.erasing.people import erase_user
from tournaments.models import User


class Command(BaseCommand):
    """Deletes the account and prints a confirmation. Fails if the user is the only owner of a club."""

    help = "Delete this user's account, and with it who did what in the ledgers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the user's name."""
        parser.add_argument("username")

    def handle(self, *, username: str, **_options: Any) -> None:
        """Delete the account."""
        user = User.objects.named(username)
        if user is None:
            raise CommandError(f"There is no user {username!r}.")
        try:
            erase_user(user)
        except Refusal as refusal:
            raise CommandError(" ".join(p.text(gettext) for p in refusal.problems)) from refusal
        self.stdout.write(f"{user.username} is erased.")
