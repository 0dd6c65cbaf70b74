"""Actors (a user and an interface), and the secrets that identify phones and programs."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import User

from .refusals import AgreementNeeded, Problem


@dataclass(frozen=True, slots=True)
class Actor:
    """A user, or None for a table, a command or the clock; with the interface: web, api, table, command or clock.

    `agreed` is the user's confirmation of changes of published standings, `reason` the reason for these.
    """

    user: User | None
    source: str
    device: str = ""
    agreed: str = ""
    reason: str = ""

    @property
    def personal(self) -> dict[str, object]:
        """The personal data of the actor for a ledger entry: the user's id and the device, if known.

        It can be erased.
        """
        about = {"user": self.user.pk if self.user else None, "device": self.device}
        return {key: value for key, value in about.items() if value}

    def require_agreement(self, problems: Iterable[Problem], agreement: str, words: str) -> None:
        """Raise AgreementNeeded with these problems unless `agreed` contains this confirmation."""
        sent = self.agreed.split()
        if agreement not in sent:
            raise AgreementNeeded(problems, " ".join([*sent, agreement]), words)


CLOCK = Actor(user=None, source="clock")


def new_secret() -> str:
    """Return a new random secret of 256 bits, safe in a URL."""
    return secrets.token_urlsafe(32)


def secret_digest(secret: str) -> str:
    """Return the digest of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
