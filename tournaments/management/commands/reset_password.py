"""Creates a link for a user who has lost the password; it needs no e-mail."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournaments.models import User


class Command(BaseCommand):
    """Prints a one-time link with which a user sets a new password."""

    help = "Print a link, good once, at which this user chooses a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the user's name."""
        parser.add_argument("username")

    def handle(self, *, username: str, **_options: Any) -> None:
        """Print the link to standard output, and what it does to standard error."""
        user = User.objects.named(username)
        if user is None or not user.is_active:
            raise CommandError(f"Nobody with the name {username!r} can sign in here.")
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        address = reverse("new-password", kwargs={"uidb64": uid, "token": default_token_generator.make_token(user)})
        self.stdout.write(f"{settings.TAVOLO_URL}{address}")
        self.stderr.write(f"A new password signs {user.username} out everywhere and ends the account's tokens.")
