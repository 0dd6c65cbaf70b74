"""What a seat locks for its table before a hand is played, such as everybody's bids."""

from django.db import transaction

from tournaments.models import Announcement

from ..announcements import Announced, write
from ..locks import locked_table
from .pins import wrong_pin
from .seats import entry_at
from .table_sessions import refuse_closed
from .voices import Voice, is_heard


def announce(announced: Announced, voice: Voice, *, pin: str = "") -> tuple[Announcement, bool]:
    """What is locked after a seat has entered it, and whether it is new.

    Every phone at the table sees the same; any seat may change it by naming the version that it
    has seen, until the hand is entered, and everybody is told. Raises as a scorer's does, and
    NotLetIn for a seat that is not this device's or a wrong PIN.
    """
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        refuse_closed(table.round)
        entry = entry_at(table, voice.seat)
        if is_heard(table, voice, pin=pin):
            return write(table, announced, by=voice.actor, seat=voice.seat)
    raise wrong_pin(entry)
