"""The four digits on a player's slip: they speak for a seat, and five wrong ones end them."""

from django.db.models import F
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Round, Seat

from ..locks import locked
from ..problems import NotLetIn, Problem
from . import keys
from .calls import PIN_GUESSED, call_director

PIN_TRIES = 5


def pin_matches(entry: Entry, typed: str) -> bool:
    """Whether this is the entry's PIN; a wrong one is counted, and after five none is right.

    Call it in a transaction that is committed in either case.
    """
    entry = locked(Entry.objects.all(), entry.pk)
    if entry.pin_failures >= PIN_TRIES:
        return False
    if constant_time_compare(typed, keys.pin(entry)):
        Entry.objects.filter(pk=entry.pk).update(pin_failures=0)
        return True
    Entry.objects.filter(pk=entry.pk).update(pin_failures=F("pin_failures") + 1)
    if entry.pin_failures + 1 == PIN_TRIES:
        _tell_director(entry)
    return False


def _tell_director(entry: Entry) -> None:
    """Call the director to the table at which somebody has guessed a PIN too often."""
    in_play = Seat.objects.filter(entry=entry, round__state=Round.State.PUBLISHED)
    seat = in_play.select_related("table").order_by("round__number").last()
    if seat:
        call_director(seat.table, seat=seat.number, reason=PIN_GUESSED)


def wrong_pin(entry: Entry) -> NotLetIn:
    """What somebody is told who gave a wrong PIN: how many tries are left."""
    failures = Entry.objects.filter(pk=entry.pk).values_list("pin_failures", flat=True).first()
    left = max(0, PIN_TRIES - (failures or 0))
    if not left:
        message = _("Five wrong PINs: ask the director for a new one.")
        return NotLetIn(Problem("too_many_tries", message, pointer=("pin",)))
    message = _("This is not the PIN of this seat: %(left)d tries left.")
    return NotLetIn(Problem("wrong_pin", message, {"left": left}, ("pin",)))
