"""Cards that a club prints once: the card of table 3 opens table 3 of the tournament in play."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Club, ClubTableKey, Round, Table, TableSession, Tournament
from tournaments.models.at_table import EVENING

from ..core.actor import secret_digest
from ..core.refusals import Conflict, Problem
from ..core.rows import locked
from . import table_sessions
from .absent_tables import not_in_play
from .codes import OF_CLUB, CodeAttempt, key_of_code
from .keys import Card, card_of, seal_card
from .table_sessions import UNKNOWN, Opened, Origin, open_table

FEWEST, MOST = 10, 400


class SeveralTournaments(Conflict):
    """The refusal if several tournaments of the club have this table in play: the player must choose one."""

    def __init__(self, table: int, tournaments: Sequence[Tournament]) -> None:
        message = _("Several tournaments are played at table %(table)d: choose one (%(tournaments)s).")
        params = {"table": table, "tournaments": ", ".join(each.slug for each in tournaments)}
        super().__init__(Problem("several_tournaments", message, params, ("tournament",)))
        self.table, self.tournaments = table, tournaments


def usual_tables(club: Club) -> int:
    """Return how many cards to offer a club for printing: up to the highest number printed or drawn, from 10 to 400."""
    drawn = Table.objects.filter(round__tournament__club=club).aggregate(most=Max("number"))["most"]
    printed = club.table_keys.aggregate(most=Max("number"))["most"]
    return min(MOST, max(drawn or 0, printed or 0, FEWEST))


def club_cards(club: Club, numbers: Iterable[int]) -> list[Card]:
    """Return the club's cards of these tables; a card stays the same until it is replaced."""
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        keys = {key.number: key for key in club.table_keys.all()}
        return [card_of(keys.get(number) or ClubTableKey(club=club, number=number)) for number in numbers]


def replace_card(key: ClubTableKey, *, seen: str | None = None) -> Card:
    """Make a new card for a table of the club; end the sessions at all tables with its number.

    `seen` is the code that the user saw. If it is no longer current, return the present card unchanged.
    """
    with transaction.atomic():
        key = locked(ClubTableKey.objects.all(), key.pk)
        if seen is not None and secret_digest(seen) != key.code_digest:
            return card_of(key)
        key.generation += 1
        card = seal_card(key)
        opened = TableSession.objects.filter(table__round__tournament__club=key.club_id, table__number=key.number)
        opened.filter(ended_at=None).update(ended_at=timezone.now())
    return card


def open_by_secret(secret: str, *, device: str, origin: Origin = UNKNOWN, tournament: str = "") -> Opened:
    """Open a session at the table in play for a club's or a tournament's card.

    `tournament` is the slug of the chosen tournament. Raises AccessDenied for an unknown card, SeveralTournaments if
    the player must choose a tournament, Conflict if no such table is in play.
    """
    key = ClubTableKey.objects.filter(digest=secret_digest(secret)).first()
    if key is None:
        return table_sessions.open_by_secret(secret, device=device, origin=origin)
    return open_table(_table_in_play(key, tournament), device=device, origin=origin)


def open_by_club_code(club: str, code: str, *, device: str, origin: Origin = UNKNOWN, tournament: str = "") -> Opened:
    """Open a session as `open_by_secret` does, by the short code of a club's card.

    Raises AccessDenied for a wrong code or after too many wrong codes from this phone, TooManyRequests if the phone has
    to wait.
    """
    attempt = CodeAttempt(f"{OF_CLUB}{club}", secret_digest(device), origin.address)
    key = key_of_code(attempt, code, ClubTableKey.objects.filter(club__slug=club))
    return open_table(_table_in_play(key, tournament), device=device, origin=origin)


def _table_in_play(key: ClubTableKey, chosen: str) -> Table:
    """Return the table in play of the chosen tournament, or the only such table. Raises SeveralTournaments or Conflict.

    A round published more than a day ago was perhaps forgotten; it counts only if there is no later round.
    """
    rounds = Round.objects.filter(tournament__club=key.club_id, state=Round.State.PUBLISHED)
    rounds = rounds.exclude(tournament__status=Tournament.Status.ARCHIVED)
    tables = Table.objects.with_round().filter(round__in=rounds, number=key.number)
    tables = tables.select_related("round__tournament__club").order_by("round__number")
    of_tournaments = {table.round.tournament.slug: table for table in tables}
    if chosen in of_tournaments:
        return of_tournaments[chosen]
    since = timezone.now() - EVENING
    tonight = [table for table in of_tournaments.values() if (table.round.published_at or since) > since]
    found = tonight or list(of_tournaments.values())
    if len(found) > 1:
        raise SeveralTournaments(key.number, [table.round.tournament for table in found])
    if not found:
        raise Conflict(not_in_play(key.number, rounds))
    return found[0]
