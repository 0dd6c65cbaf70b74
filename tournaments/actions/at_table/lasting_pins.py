"""A player's own PIN, the same in every tournament of the club until it is renewed or given up."""

from django.db import transaction
from django.utils.crypto import salted_hmac

from tournaments.models import Player

from ..core.rows import locked, save_fields

PIN_LENGTH = 4


def four_digits(about: str) -> str:
    """The PIN that is derived from this, and from the installation's own secret."""
    number = int.from_bytes(salted_hmac("tavolo seat pin", about, algorithm="sha256").digest()[:8])
    return f"{number % 10**PIN_LENGTH:0{PIN_LENGTH}}"


def lasting_pin(player: Player) -> str:
    """The four digits that are the player's in every tournament; empty where the player has none."""
    return four_digits(f"player/{player.pk}/{player.pin_generation}") if player.pin_generation > 0 else ""


@transaction.atomic
def give_lasting_pin(player: Player, *, seen: str | None = None) -> Player:
    """The player with a new lasting PIN; unchanged where another one than that `seen` stands by now."""
    player = locked(Player.objects.all(), player.pk)
    if seen in (None, lasting_pin(player)):
        save_fields(player, pin_generation=abs(player.pin_generation) + 1)
    return player


@transaction.atomic
def remove_lasting_pin(player: Player) -> Player:
    """The player without a lasting PIN: each tournament has one of its own again.

    How many there were is kept, as a negative number, so that no PIN comes back.
    """
    player = locked(Player.objects.all(), player.pk)
    if player.pin_generation > 0:
        save_fields(player, pin_generation=-player.pin_generation)
    return player
