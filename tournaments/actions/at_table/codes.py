"""The short code on a table's card, which players type if they cannot scan it, and limits on wrong codes.

Wrong codes are counted per phone, per address and per tournament.
"""

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from tournaments.models import ClubTableKey, CodeTries, SpentCard, TableKey, TableSession, Tournament
from tournaments.models.at_table import EVENING

from ..core import ledger
from ..core.actor import Actor, secret_digest
from ..core.refusals import AccessDenied, Problem, TooManyRequests
from ..core.rows import locked
from .table_sessions import UNKNOWN, Opened, Origin, card_replaced, current_table, open_table

CODE_TRIES = 5
"""The number of wrong codes that block a phone; the same number from one address makes its new phones wait."""
UNKNOWN_BROWSER_TRIES, ALL_TRIES = 60, 600
"""How many wrong codes at a tournament make phones wait that are new there, and how many make all phones wait."""
LONGEST_AT_ADDRESS, LONGEST_AT_TOURNAMENT = 60, 6
"""The longest wait between two codes at an address and at a tournament, in seconds."""
REMEMBERED = timedelta(hours=1)
"""The time without a wrong code after which an address or a tournament is no longer limited."""

OF_CLUB = "@"
"""The prefix of a club's slug in the counts of wrong codes for the club's own cards."""
LONGEST_SLUG = 80

Kind = CodeTries.Kind
Key = TypeVar("Key", TableKey, ClubTableKey)


@dataclass(frozen=True, slots=True)
class CodeAttempt:
    """An attempt to type a code: the slug of the tournament or club, and digests of the phone's browser and address."""

    slug: str
    device: str
    address: str

    @property
    def stored_slug(self) -> str:
        """The slug that is stored: a longer one, which no tournament has, is cut off."""
        return self.slug[:LONGEST_SLUG]

    @property
    def is_known(self) -> bool:
        """Whether this browser has had a session in this tournament or club."""
        mine = TableSession.objects.filter(device=self.device)
        if self.slug.startswith(OF_CLUB):
            return mine.filter(table__round__tournament__club__slug=self.slug.removeprefix(OF_CLUB)).exists()
        return mine.filter(table__round__tournament__slug=self.slug).exists()


def open_by_code(slug: str, code: str, *, device: str, origin: Origin = UNKNOWN) -> Opened:
    """Open a session at the current round's table whose card has this short code.

    Neither the duration nor the result reveals whether a tournament with this slug exists. Raises AccessDenied for a
    wrong code or after too many wrong codes from this phone, TooManyRequests if the phone has to wait, Conflict if the
    table is not in play.
    """
    attempt = CodeAttempt(slug, secret_digest(device), origin.address)
    key = key_of_code(attempt, code, TableKey.objects.select_related("tournament").filter(tournament__slug=slug))
    return open_table(current_table(key), device=device, origin=origin)


def key_of_code(attempt: CodeAttempt, code: str, keys: QuerySet[Key]) -> Key:
    """Return the key whose card has this code, and reset the phone's counts; a wrong code is counted.

    Raises AccessDenied for a wrong code or after too many wrong codes from this phone, TooManyRequests if the phone has
    to wait.
    """
    typed = secret_digest("".join(code.upper().split()).replace("-", ""))
    with transaction.atomic():
        tries = _locked_tries(attempt)
        _refuse_guessing(attempt, tries)
        _refuse_spent(attempt.slug, typed)
        key = keys.filter(code_digest=typed).first()
        if key is None:
            _count_wrong(attempt, tries)
        else:  # the tournament's count stays, because others may be guessing
            CodeTries.objects.filter(pk__in=[tries[Kind.DEVICE].pk, tries[Kind.ADDRESS].pk]).delete()
    if key:
        return key
    if tries[Kind.DEVICE].failures >= CODE_TRIES:
        raise _closed()
    message = _("No table has this code: look at the card again.")
    raise AccessDenied(Problem("unknown_code", message, pointer=("code",)))


def _refuse_spent(slug: str, code_digest: str) -> None:
    """Raise AccessDenied if this is the code of a replaced card; it is not counted as wrong."""
    of_slug = SpentCard.objects.filter(key__tournament__slug=slug)
    if of_slug.filter(code_digest=code_digest).exists():
        raise AccessDenied(card_replaced(("code",)))


def _locked_tries(attempt: CodeAttempt) -> dict[str, CodeTries]:
    """Return the counts of wrong codes for this attempt by kind, locked. Call it in a transaction."""
    now = timezone.now()
    CodeTries.objects.filter(last_at__lt=now - EVENING).delete()
    who = {
        Kind.TOURNAMENT: salted_hmac("tavolo tries", attempt.slug).hexdigest(),
        Kind.DEVICE: attempt.device,
        Kind.ADDRESS: attempt.address,
    }
    rows = [CodeTries(kind=kind, who=each, slug=attempt.stored_slug, last_at=now) for kind, each in who.items()]
    CodeTries.objects.bulk_create(rows, ignore_conflicts=True)
    rows_of_guesser = CodeTries.objects.none()
    for kind, each in who.items():
        rows_of_guesser |= CodeTries.objects.filter(kind=kind, who=each)
    tries = {row.kind: row for row in rows_of_guesser.select_for_update().order_by("-kind")}
    for row in (tries[Kind.TOURNAMENT], tries[Kind.ADDRESS]):
        if abs(now - row.last_at) > REMEMBERED:
            row.failures = 0
    return tries


def _refuse_guessing(attempt: CodeAttempt, tries: dict[str, CodeTries]) -> None:
    """Raise AccessDenied if a phone typed too many wrong codes, TooManyRequests if it has to wait."""
    if tries[Kind.DEVICE].failures >= CODE_TRIES:
        raise _closed()
    now, is_known = timezone.now(), attempt.is_known
    free = ALL_TRIES if is_known else UNKNOWN_BROWSER_TRIES
    wait = tries[Kind.TOURNAMENT].seconds_to_wait(now, free=free, longest=LONGEST_AT_TOURNAMENT)
    if not is_known:
        at_address = tries[Kind.ADDRESS]
        wait = max(wait, at_address.seconds_to_wait(now, free=CODE_TRIES, longest=LONGEST_AT_ADDRESS))
    if wait:
        message = _("Wrong codes were typed here: wait %(seconds)d s and type the code again, or scan the card.")
        seconds = math.ceil(wait)
        raise TooManyRequests(Problem("codes_wait", message, {"seconds": seconds}, ("code",)), seconds)


def _count_wrong(attempt: CodeAttempt, tries: dict[str, CodeTries]) -> None:
    for row in tries.values():
        row.failures, row.slug, row.last_at = row.failures + 1, attempt.stored_slug, timezone.now()
        row.save()


def _closed() -> AccessDenied:
    message = _("Five wrong codes were typed on this phone: scan the card, or ask the director to unblock codes.")
    return AccessDenied(Problem("codes_closed", message, pointer=("code",)))


@dataclass(frozen=True, slots=True)
class TypedCodes:
    """The recent wrong codes at a tournament: their number, the blocked phones, and whether other phones have to wait.

    `of_screens` counts wrong codes that were typed to add screens.
    """

    failures: int
    closed_devices: int
    slowed: bool
    of_screens: int = 0

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit that a director can lift."""
        return self.slowed or self.closed_devices > 0


def _of_tournament(tournament: Tournament) -> QuerySet[CodeTries]:
    """Return the counts of wrong codes that were last typed for this tournament, or for its club's cards."""
    return CodeTries.objects.filter(slug__in=[tournament.slug, f"{OF_CLUB}{tournament.club.slug}"])


def typed_codes(tournament: Tournament) -> TypedCodes:
    """Return a summary of the wrong codes at a tournament, in one query."""
    now = timezone.now()
    rows = _of_tournament(tournament).filter(last_at__gt=now - EVENING)
    recent = [row for row in rows if row.kind == Kind.DEVICE or now - row.last_at < REMEMBERED]
    free = {Kind.TOURNAMENT: UNKNOWN_BROWSER_TRIES, Kind.ADDRESS: CODE_TRIES}
    return TypedCodes(
        failures=sum(row.failures for row in recent if row.kind == Kind.TOURNAMENT),
        closed_devices=sum(row.kind == Kind.DEVICE and row.failures >= CODE_TRIES for row in recent),
        slowed=any(row.kind in free and row.failures >= free[Kind(row.kind)] for row in recent),
        of_screens=sum(row.failures for row in recent if row.kind == Kind.SCREEN),
    )


def open_again(tournament: Tournament, *, by: Actor) -> None:
    """Remove all limits on typing codes at a tournament."""
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)
        stood = typed_codes(tournament)
        if stood.is_limited:
            facts = {"devices": stood.closed_devices, "tries": stood.failures}
            ledger.append(tournament.pk, "codes_opened", by=by, facts=facts, changes_standings=False)
        _of_tournament(tournament).delete()
