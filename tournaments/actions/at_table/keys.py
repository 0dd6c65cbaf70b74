"""Secrets on paper, derived from the installation's secret: table cards, short codes, and PINs of entries.

Of cards only digests are stored. A PIN has four digits and is printed on the entry's slip; with it the entry can act
for its seat on any phone. Five wrong PINs disable it.
"""

import base64
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    ClubTableKey,
    Entry,
    Player,
    Round,
    Seat,
    SpentCard,
    Table,
    TableKey,
    TableSession,
    Tournament,
)

from ..core import ledger
from ..core.actor import Actor, secret_digest
from ..core.refusals import AccessDenied, Problem
from ..core.rows import lock_all, locked, save_fields
from ..hands.help_calls import PIN_GUESSED, call_director
from .lasting_pins import derived, four_digits, give_lasting_pin, lasting_pin
from .occupants import SeatOccupant, occupant_of, seats_with_guests

SECRET_BYTES = 16
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
PIN_TRIES = 5


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a table card: the table's number, the secret in the QR code, the short code."""

    number: int
    secret: str
    code: str


def cards(tournament: Tournament, numbers: Iterable[int]) -> list[Card]:
    """Return the cards of these tables; missing keys are created.

    A table keeps its card until its key is rotated.
    """
    with transaction.atomic():
        locked(Tournament.objects.all(), tournament.pk)
        keys = {key.number: key for key in tournament.table_keys.all()}
        return [card_of(keys.get(number) or TableKey(tournament=tournament, number=number)) for number in numbers]


def table_numbers(tournament: Tournament) -> range:
    """Return the table numbers that the entries can fill; at least up to the highest number ever drawn."""
    drawn = Table.objects.filter(round__tournament=tournament).aggregate(most=Max("number"))["most"]
    entries, sizes = tournament.entries.count(), tournament.table_sizes
    return range(1, max(drawn or 0, -(-entries // sizes[0]), entries // min(sizes)) + 1)


def rotate(key: TableKey, *, by: Actor, seen: str | None = None) -> Card:
    """Give a table a new card; make its earlier cards invalid and end its sessions. Return the card.

    `seen` is the code that the user saw. If it is no longer current, return the present card unchanged.
    """
    with transaction.atomic():
        key = locked(TableKey.objects.all(), key.pk)
        if seen is not None and secret_digest(seen) != key.code_digest:
            return card_of(key)
        now = timezone.now()
        SpentCard.objects.create(key=key, digest=key.digest, code_digest=key.code_digest, spent_at=now)
        key.generation += 1
        card = seal_card(key)
        opened = TableSession.objects.filter(table__round__tournament=key.tournament_id, table__number=key.number)
        opened.filter(ended_at=None).update(ended_at=now)
        facts = {"number": key.number, "generation": key.generation}
        ledger.append(key.tournament_id, "table_key_rotated", by=by, facts=facts, changes_standings=False)
    return card


def card_of(key: TableKey | ClubTableKey) -> Card:
    """Return a key's card; store its digests if the key is new or the installation's secret has changed."""
    card = _derived(key)
    return card if secret_digest(card.secret) == key.digest else seal_card(key)


def seal_card(key: TableKey | ClubTableKey) -> Card:
    """Return a key's card and store its digests."""
    card = _derived(key)
    key.digest, key.code_digest = secret_digest(card.secret), secret_digest(card.code)
    key.save()
    return card


def _derived(key: TableKey | ClubTableKey) -> Card:
    secret = derived("table secret", key.about)[:SECRET_BYTES]
    code = "".join(CODE_LETTERS[byte % 32] for byte in derived("table code", key.about)[:CODE_LENGTH])
    return Card(key.number, base64.urlsafe_b64encode(secret).decode().rstrip("="), code)


def pins(entry: Entry, guests: tuple[Player, ...] = ()) -> list[str]:
    """Return the valid PINs of an entry, or of guests who sit in for one of its players; the first is on the slip.

    A player's lasting PIN replaces the PIN made for the tournament. Partners share the tournament's PIN, and each
    partner's lasting PIN is valid too.
    """
    players = guests or [place.player for place in entry.entry_players.all()]
    lasting = [lasting_pin(player) for player in players if player.pin_generation > 0]
    if len(lasting) == len(players) == 1:
        return lasting
    about = [entry.pk, entry.pin_generation, *(guest.pk for guest in guests)]
    return [four_digits("/".join(map(str, about))), *lasting]


def pin(entry: Entry, guests: tuple[Player, ...] = ()) -> str:
    """Return the PIN on the slip of an entry, or of the guests who sit in for one of its players."""
    return pins(entry, guests)[0]


def renews_lasting_pin(entry: Entry) -> bool:
    """Whether `renew_pin` would renew the lasting PIN of the entry's only player."""
    players = [place.player for place in entry.entry_players.all()]
    return len(players) == 1 and players[0].pin_generation > 0


def guest_pins(tournament: Tournament) -> list[tuple[Seat, str]]:
    """Return the seats in play in which a guest sits in for a player who has left, each with the guest's PIN."""
    return [(seat, pin(*occupant_of(seat))) for seat in seats_with_guests(tournament)]


def renew_pin(entry: Entry, *, by: Actor, seen: str | None = None) -> Entry:
    """Give an entry a new PIN and reset its failed attempts; return the entry.

    `seen` is the PIN that the user saw; if it is no longer valid, change nothing. A single player's lasting PIN is also
    renewed. Guests who sit in get a new tournament PIN, and keep their lasting PINs.
    """
    with transaction.atomic():
        lock_all(Player.objects.filter(entry_players__entry=entry))  # players are locked before entries
        entry = locked(Entry.objects.with_players(), entry.pk)
        if seen not in (None, before := pin(entry)):
            return entry
        save_fields(entry, pin_generation=entry.pin_generation + 1, pin_failures=0)
        if pin(entry) == before:
            give_lasting_pin(entry.entry_players.all()[0].player)
            entry = Entry.objects.with_players().get(pk=entry.pk)
        facts = {"entry": entry.pk}
        ledger.append(entry.tournament_id, "pin_renewed", by=by, facts=facts, changes_standings=False)
    return entry


def pin_matches(occupant: SeatOccupant, typed: str) -> bool:
    """Whether this PIN is valid for the occupant; a wrong PIN is counted.

    The fifth wrong PIN in a row calls the director and disables the PIN. Call it in a transaction, and commit that also
    for a wrong PIN.
    """
    entry = locked(Entry.objects.with_players(), occupant.entry.pk)
    if entry.pin_failures >= PIN_TRIES:
        return False
    if any(constant_time_compare(typed, right) for right in pins(entry, occupant.guests)):
        save_fields(entry, pin_failures=0)
        return True
    save_fields(entry, pin_failures=entry.pin_failures + 1)
    if entry.pin_failures == PIN_TRIES:
        _call_director(entry)
    return False


def _call_director(entry: Entry) -> None:
    """Call the director to the table of an entry whose PIN was mistyped too often."""
    in_play = Seat.objects.filter(entry=entry, round__state=Round.State.PUBLISHED)
    seat = in_play.select_related("table").order_by("round__number").last()
    if seat:
        call_director(seat.table, seat=seat.number, reason=PIN_GUESSED)


def wrong_pin(entry: Entry) -> AccessDenied:
    """Return the refusal for a wrong PIN, with the number of attempts left."""
    failures = Entry.objects.filter(pk=entry.pk).values_list("pin_failures", flat=True).first()
    left = max(0, PIN_TRIES - (failures or 0))
    if not left:
        message = _("Five wrong PINs: ask the director for a new one.")
        return AccessDenied(Problem("too_many_tries", message, pointer=("pin",)))
    message = _("This is not the PIN of this seat. Tries left: %(left)d.")
    return AccessDenied(Problem("wrong_pin", message, {"left": left}, ("pin",)))
