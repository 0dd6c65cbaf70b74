"""Digests by which a phone notices changes at its table, and where the table's players sit next."""

import hashlib
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.bidi import isolated
from tournaments.models import Hand, Round, Seat, Table, TableSession, Tournament
from tournaments.wording.of_hands import of_hand


@dataclass(frozen=True, slots=True)
class NextPlace:
    """An entry of the table, and its next seat; without a seat it sits out or is out of the tournament."""

    entry: int
    name: str
    seat: Seat | None
    is_out: bool = False


def next_round(table: Table) -> Round | None:
    """Return the latest published round after that of the table, or None."""
    later = Round.objects.published().filter(tournament=table.round.tournament_id, number__gt=table.round.number)
    return later.order_by("-number").first()


def next_places(table: Table, following: Round) -> list[NextPlace]:
    """Return the next seat or sit-out of each entry of a table, in seat order.

    An entry that has neither is out of a knock-out.
    """
    seated = {seat.entry_id: seat for seat in _seats(table, following).select_related("table")}
    drawn = {*seated, *following.sit_outs.values_list("entry", flat=True)}
    people = [(seat.entry_id, seat.entry.name) for seat in table.seats.select_related("entry").order_by("number")]
    found = (NextPlace(entry, name, seated.get(entry), entry not in drawn) for entry, name in people)
    return [place for place in found if not place.is_out or following.method == Tournament.Pairing.KNOCK_OUT]


def mark_of_next(table: Table) -> list[tuple[int, int, int]]:
    """Return, for a digest, the numbers of the next round and of the seats of a table's entries.

    Without a next round, return [], or zeros if none will follow.
    """
    following = next_round(table)
    if following is None:
        return [] if table.round.awaits_another else [(0, 0, 0)]
    seats = _seats(table, following).order_by("entry")
    return [(following.pk, 0, 0), *seats.values_list("entry", "table__number", "number")]


def _seats(table: Table, following: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(round=following, entry__in=table.seats.values("entry"))


SENDER = ("number", "seat", "device", "is_current")


def news_of(session: TableSession, *, typing: int | None = None) -> dict[str, str]:
    """Return `mark`, a digest of a table's hands, seats, calls and round; in three or four queries.

    The result also has `disputed`, the disputed hands. `typing` is the number of the hand that is being entered on this
    phone; if another device has sent it already, `sent` is a sentence with the sender's name. This takes one more
    query, and the state after the round two more.
    """
    table = session.table
    hands = list(table.hands.values_list("pk", "state", "ruling", *SENDER))
    claims = list(table.claims.filter(released_at=None).values_list("pk", flat=True))
    calls = list(table.help_calls.filter(answered_at=None).values_list("pk", flat=True))
    following = mark_of_next(table) if session.has_ended else []
    announces = table.round.rules.announced
    announced = list(table.announcements.values_list("pk", flat=True)) if announces else []
    stand = [version[:3] for version in hands]
    news = {"mark": digest([table.pk, table.round.state, table.closing, stand, claims, calls, announced, following])}
    if disputed := [hand for _pk, state, _r, hand, *_s, current in hands if current and state == Hand.State.DISPUTED]:
        news["disputed"] = ",".join(map(str, sorted(disputed)))
    for _pk, _state, _ruling, number, seat, device, is_current in hands:
        if number == typing and device != session.device and is_current:
            news["sent"] = _sent_by_other(table, number, seat)
    return news


def digest(parts: list[object]) -> str:
    """Return a digest of 16 hexadecimal digits that changes with any of the parts."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _sent_by_other(table: Table, hand: int, seat: int | None) -> str:
    if seat is None:
        return of_hand("compare with director", table.round, hand)
    sender = table.seats.select_related("entry").get(number=seat)
    return of_hand("compare with player", table.round, hand, name=isolated(sender.name_at(hand)))


def rounds_in_play(table: Table) -> list[int]:
    """Return the ids of the rounds in play of the table's tournament."""
    rounds = Round.objects.filter(tournament=table.round.tournament_id)
    return list(rounds.filter(state=Round.State.PUBLISHED).values_list("pk", flat=True))
