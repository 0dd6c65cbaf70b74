"""Somebody who signs in."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account: a director, a scorer, an owner or the host of the installation."""
