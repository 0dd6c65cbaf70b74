"""What the ledger holds of an entry's words: a digest that says nothing without its salt.

The salt stands with the entry. Erasing a person deletes it, and the words with it.
"""

import secrets

from tournaments.models import Entry

from . import ledger

WORDS = ("name", "card_number", "home_club")


def new_salt() -> str:
    """A salt of 128 bits."""
    return secrets.token_hex(16)


def seal(entry: Entry) -> str:
    """The commitment to an entry's words; one that has no salt yet is given it and saved."""
    if not entry.salt:
        entry.salt = new_salt()
        entry.save(update_fields=["salt"])
    return seal_of(entry)


def seal_of(entry: Entry) -> str:
    """The commitment to the words that an entry has now, by the salt that it has."""
    return ledger.commitment(entry.salt, {name: getattr(entry, name) for name in WORDS})
