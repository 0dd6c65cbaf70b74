"""Lasting PINs: a player's own PIN, valid in every tournament of the club until it is renewed or removed."""

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac

from tournaments.models import Player

from ..core.rows import locked, save_fields

PIN_LENGTH = 4


def derived(purpose: str, about: str) -> bytes:
    """Return 32 bytes derived from a purpose, a text and the installation's oldest secret key.

    Printed secrets stay valid after a change of the key, if the oldest key stays last among the fallbacks.
    """
    first_key = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS][-1]
    return salted_hmac(f"tavolo {purpose}", about, secret=first_key, algorithm="sha256").digest()


def four_digits(about: str) -> str:
    """Return the PIN derived from this text."""
    number = int.from_bytes(derived("seat pin", about)[:8])
    return f"{number % 10**PIN_LENGTH:0{PIN_LENGTH}}"


def lasting_pin(player: Player) -> str:
    """Return a player's lasting PIN; "" if there is none."""
    return four_digits(f"player/{player.pk}/{player.pin_generation}") if player.pin_generation > 0 else ""


def own_page_secret(player: Player) -> str:
    """Return the secret in the link to a player's own page, which changes with the PIN; "" without a lasting PIN."""
    if player.pin_generation <= 0 or player.erased_at is not None:
        return ""
    return derived("own page", f"{player.pk}/{player.pin_generation}")[:16].hex()


def own_page_link(player: Player) -> str:
    """Return the link to a player's own page; "" if the player is shown by the full name or has no lasting PIN."""
    secret = own_page_secret(player) if player.alias else ""
    return settings.TAVOLO_URL + reverse("own-page", args=[player.pk, secret]) if secret else ""


@transaction.atomic
def give_lasting_pin(player: Player, *, seen: str | None = None) -> Player:
    """Give a player a new lasting PIN and return the player.

    `seen` is the PIN that the user saw; if it is no longer valid, change nothing.
    """
    player = locked(Player.objects.all(), player.pk)
    if seen in (None, lasting_pin(player)):
        save_fields(player, pin_generation=abs(player.pin_generation) + 1)
    return player


@transaction.atomic
def remove_lasting_pin(player: Player) -> Player:
    """Remove a player's lasting PIN; return the player. From then on each tournament's own PIN is valid.

    The number of the PIN's generation is kept, negative, so that no PIN is used twice.
    """
    player = locked(Player.objects.all(), player.pk)
    if player.pin_generation > 0:
        save_fields(player, pin_generation=-player.pin_generation)
    return player
