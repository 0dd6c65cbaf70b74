"""Whether anything changed at a table since a phone was shown it."""

import hashlib

from django.utils.translation import gettext

from scoring.bidi import filled
from tournaments.models import Hand, Round, Table, TableSession

from .where_next import mark_of_next

SENDER = ("number", "seat", "device", "is_current")


def news_of(session: TableSession, *, typing: int | None = None) -> dict[str, str]:
    """Return a digest of a table's hands, seats, calls and round, in three or four queries; after its round two more.

    `typing` is the hand that somebody types on this phone: one query more names the other phone's
    seat that has sent it meanwhile.
    """
    table = session.table
    hands = list(table.hands.values_list("pk", "state", "ruling", *SENDER))
    claims = list(table.claims.filter(released_at=None).values_list("pk", flat=True))
    calls = list(table.help_calls.filter(answered_at=None).values_list("pk", flat=True))
    following = mark_of_next(table) if session.has_ended else []
    announces = table.round.tournament.rules.announced
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
    """A digest that changes with any of these parts."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _sent_by_other(table: Table, hand: int, seat: int | None) -> str:
    if seat is None:
        return gettext("The director has entered hand %(hand)d already: compare.") % {"hand": hand}
    sender = table.seats.select_related("entry").get(number=seat)
    params = {"name": sender.name_at(hand), "hand": hand}
    return filled(gettext("%(name)s has sent hand %(hand)d already: compare."), params)


def rounds_in_play(table: Table) -> list[int]:
    """The rounds into which players of a closed table may be drawn."""
    rounds = Round.objects.filter(tournament=table.round.tournament_id)
    return list(rounds.filter(state=Round.State.PUBLISHED).values_list("pk", flat=True))
