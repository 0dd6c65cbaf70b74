"""What a phone at a table asks every few seconds: whether anything changed, and who was faster."""

import hashlib

from django.utils.translation import gettext

from tournaments.models import Hand, Round, Seat, Table, TableSession

SENDER = ("number", "seat", "device", "is_current")


def mark_of(session: TableSession) -> str:
    """What changes when anything at the table does."""
    return news_of(session)["mark"]


def news_of(session: TableSession, *, typing: int | None = None) -> dict[str, str]:
    """A mark of a table's hands, seats, calls and round, in three small queries or four.

    `typing` is the hand that somebody types on this phone: one query more names the other phone's
    seat that has sent it meanwhile.
    """
    table = session.table
    hands = list(table.hands.values_list("pk", "state", "ruling", *SENDER))
    claims = list(table.claims.filter(released_at=None).values_list("pk", flat=True))
    calls = list(table.help_calls.filter(answered_at=None).values_list("pk", flat=True))
    following = [] if table.round.state == Round.State.PUBLISHED else rounds_in_play(table)
    stand = [version[:3] for version in hands]
    parts = [table.pk, table.round.state, stand, claims, calls, _locked(table), following]
    news = {"mark": _digest(parts)}
    for _pk, _state, _ruling, number, seat, device, is_current in hands:
        if number == typing and device != session.device and is_current:
            news["sent"] = _sent(table, number, seat)
    return news


def kiosk_mark(round_: Round | None) -> str:
    """What changes when there is another round to choose a table of, or a hand at one."""
    if round_ is None:
        return _digest([])
    hands = Hand.objects.current().filter(table__round=round_).order_by("pk")
    seats = Seat.objects.filter(table__round=round_).order_by("pk")
    parts = [round_.pk, list(seats.values_list("pk", "entry")), list(hands.values_list("pk", "state"))]
    return _digest(parts)


def _digest(parts: list[object]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _sent(table: Table, hand: int, seat: int | None) -> str:
    if seat is None:
        return gettext("The director has entered hand %(hand)d already: compare.") % {"hand": hand}
    name = table.seats.values_list("entry__name", flat=True).get(number=seat)
    told = {"name": name, "hand": hand}
    return gettext("%(name)s has sent hand %(hand)d already: compare.") % told


def _locked(table: Table) -> list[int]:
    """What was announced before the hands, in games that announce anything."""
    if not table.round.tournament.rules.announced:
        return []
    return list(table.announcements.values_list("pk", flat=True))


def rounds_in_play(table: Table) -> list[int]:
    """The rounds that whoever sat at a closed table may be drawn into."""
    rounds = Round.objects.filter(tournament=table.round.tournament_id)
    return list(rounds.filter(state=Round.State.PUBLISHED).values_list("pk", flat=True))
