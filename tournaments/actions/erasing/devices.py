"""Devices of somebody who is erased: what tells one phone from another is taken away."""

from collections.abc import Collection, Sequence

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.models import Announcement, Entry, Hand, LedgerDisclosure, RejectedAttempt, SeatClaim, TableSession


def devices_of(entries: Sequence[Entry]) -> frozenset[str]:
    """The devices that sat down as these entries and as nobody else: a shared one tells nobody."""
    claims = SeatClaim.objects.all()
    own = Q(table__seats__entry__in=entries, table__seats__number=F("seat"))
    theirs = set(claims.filter(own).values_list("session__device", flat=True)) - {""}
    mine = claims.filter(own).values("pk")
    shared = claims.filter(session__device__in=theirs).exclude(pk__in=mine)
    return frozenset(theirs) - set(shared.values_list("session__device", flat=True))


def hands_of(devices: Collection[str]) -> set[int]:
    """The versions of hands that were entered with one of these devices."""
    return set(Hand.objects.filter(device__in=devices).values_list("pk", flat=True))


def forget_devices(devices: Collection[str]) -> None:
    """Forget these devices, and end their sessions."""
    for kept in (Hand, Announcement):
        kept.objects.filter(device__in=devices).update(device="")
    RejectedAttempt.objects.filter(device__in=devices).delete()
    sessions = TableSession.objects.filter(device__in=devices)
    sessions.filter(ended_at=None).update(ended_at=timezone.now())
    sessions.update(device="", address="", browser="")


def disclosed_by(devices: Collection[str]) -> QuerySet[LedgerDisclosure]:
    """What links say of these devices."""
    return LedgerDisclosure.objects.filter(personal__device__in=devices)
