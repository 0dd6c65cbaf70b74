"""How often a wrong code may be typed: by a phone, from an address, at a tournament."""

import math
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from tournaments.models import CodeTries, TableSession, Tournament
from tournaments.models.at_table import EVENING

from ..problems import Later, NotLetIn, Problem

CODE_TRIES = 5
"""So many wrong codes close a phone's; so many from an address and its new phones wait."""
OF_STRANGERS, OF_ANYBODY = 60, 600
"""So many at a tournament, and phones that were never let in wait; and then those that were."""
LONGEST_AT_ADDRESS, LONGEST_AT_TOURNAMENT = 60, 6
"""Seconds between two codes at most."""
REMEMBERED = timedelta(hours=1)
"""After so long without a wrong code an address or a tournament is no longer slow."""

Kind = CodeTries.Kind


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who types a code, and where: a browser and an address by their digests."""

    slug: str
    device: str
    address: str

    @property
    def is_known(self) -> bool:
        """Whether a card of this tournament has let this browser in already."""
        mine = TableSession.objects.filter(device=self.device)
        return mine.filter(table__round__tournament__slug=self.slug).exists()


def locked_tries(guesser: Guesser) -> dict[str, CodeTries]:
    """What counts against whoever types, by kind and locked; call it in a transaction."""
    now = timezone.now()
    CodeTries.objects.filter(last_at__lt=now - EVENING).delete()
    who = {
        Kind.TOURNAMENT: salted_hmac("tavolo tries", guesser.slug).hexdigest(),
        Kind.DEVICE: guesser.device,
        Kind.ADDRESS: guesser.address,
    }
    rows = [CodeTries(kind=kind, who=each, slug=guesser.slug, last_at=now) for kind, each in who.items()]
    CodeTries.objects.bulk_create(rows, ignore_conflicts=True)
    rows_of_guesser = CodeTries.objects.none()
    for kind, each in who.items():
        rows_of_guesser |= CodeTries.objects.filter(kind=kind, who=each)
    tries = {row.kind: row for row in rows_of_guesser.select_for_update().order_by("-kind")}
    _forget_old(tries)
    return tries


def _forget_old(tries: dict[str, CodeTries]) -> None:
    for kind in (Kind.TOURNAMENT, Kind.ADDRESS):
        if abs(timezone.now() - tries[kind].last_at) > REMEMBERED:
            tries[kind].failures = 0


def refuse_guessing(guesser: Guesser, tries: dict[str, CodeTries]) -> None:
    """Raise NotLetIn for a phone that mistyped too often, Later for one that has to wait."""
    if tries[Kind.DEVICE].failures >= CODE_TRIES:
        raise closed()
    now, is_known = timezone.now(), guesser.is_known
    free = OF_ANYBODY if is_known else OF_STRANGERS
    wait = tries[Kind.TOURNAMENT].seconds_to_wait(now, free=free, longest=LONGEST_AT_TOURNAMENT)
    if not is_known:
        at_address = tries[Kind.ADDRESS]
        wait = max(wait, at_address.seconds_to_wait(now, free=CODE_TRIES, longest=LONGEST_AT_ADDRESS))
    if wait:
        message = _("Wrong codes were typed here: wait %(seconds)d s and type it again, or scan the card.")
        seconds = math.ceil(wait)
        raise Later(Problem("codes_wait", message, {"seconds": seconds}, ("code",)), seconds)


def count_wrong(guesser: Guesser, tries: dict[str, CodeTries]) -> None:
    """Count one more wrong code."""
    for row in tries.values():
        row.failures, row.slug, row.last_at = row.failures + 1, guesser.slug, timezone.now()
        row.save()


def count_right(tries: dict[str, CodeTries]) -> None:
    """Forget what counted against this phone and its address, not what the tournament saw."""
    CodeTries.objects.filter(pk__in=[tries[Kind.DEVICE].pk, tries[Kind.ADDRESS].pk]).delete()


def closed() -> NotLetIn:
    """What a phone is told that types codes no more."""
    message = _(
        "Five wrong codes were typed on this phone: scan the card, or ask the director to let it type codes again."
    )
    return NotLetIn(Problem("codes_closed", message, pointer=("code",)))


@dataclass(frozen=True, slots=True)
class TypedCodes:
    """How typed codes stand at a tournament: wrong ones of late, phones closed, others slowed."""

    failures: int
    closed_devices: int
    slowed: bool

    @property
    def is_limited(self) -> bool:
        """Whether a director has something to open again."""
        return self.slowed or self.closed_devices > 0


def of_tournament(tournament: Tournament) -> QuerySet[CodeTries]:
    """What is counted against whoever typed a wrong code here last."""
    return CodeTries.objects.filter(slug=tournament.slug)


def typed_codes(tournament: Tournament) -> TypedCodes:
    """How typed codes stand, in one query."""
    now = timezone.now()
    rows = of_tournament(tournament).filter(last_at__gt=now - EVENING)
    recent = [row for row in rows if row.kind == Kind.DEVICE or now - row.last_at < REMEMBERED]
    free = {Kind.TOURNAMENT: OF_STRANGERS, Kind.ADDRESS: CODE_TRIES}
    return TypedCodes(
        failures=sum(row.failures for row in recent if row.kind == Kind.TOURNAMENT),
        closed_devices=sum(row.kind == Kind.DEVICE and row.failures >= CODE_TRIES for row in recent),
        slowed=any(row.kind in free and row.failures >= free[Kind(row.kind)] for row in recent),
    )
