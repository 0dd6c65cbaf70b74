"""Disputes on a phone's page, and how they were settled."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.bidi import marked
from tournaments.actions.hands.dispute_courses import Course, courses
from tournaments.actions.hands.disputes import DECIDED, TOLD_FOR
from tournaments.models import Hand, Seat
from tournaments.wording.words import units

from ..desk.pending_decisions import PendingDecision, disputes
from ..hands.deciding_words import line_words
from ..hands.score_pad import brief
from .phone import PhoneAtTable


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A disputed hand with its versions side by side; `who` names the objections.

    `gives_in` and `changes` say whether this phone's player may accept the version that stands, or enter another one;
    `others` are the seats without a phone that may accept it here, with their PIN.
    """

    decision: PendingDecision
    who: str
    gives_in: bool
    changes: bool
    others: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the dispute over a hand was settled, in words."""

    number: int
    words: str


def told_of_disputes(phone: PhoneAtTable) -> dict[str, object]:
    """The open disputes of a phone's table and those settled lately; no query if there never was one."""
    disputed = phone.play.disputed
    if not disputed and phone.call is None:
        return {}
    found = courses(phone.table)
    shown = [_shown(phone, one, found.get(one.number)) for one in disputes(phone.table)] if disputed else []
    return {"disputes": shown, "outcomes": list(_outcomes(phone, found.values()))}


def _shown(phone: PhoneAtTable, decision: PendingDecision, course: Course | None) -> ShownDispute:
    own = phone.seat.number if phone.seat and phone.is_open else None
    objectors = course.objectors if course else ()
    sender = decision.standing.hand.seat if decision.standing else None
    return ShownDispute(
        decision,
        _who(phone, decision, objectors),
        gives_in=own is not None and own in objectors,
        changes=own is not None and own == sender,
        others=_without_phone(phone, objectors, own) if phone.is_open else (),
    )


def _without_phone(phone: PhoneAtTable, objectors: tuple[int | None, ...], own: int | None) -> tuple[Seat, ...]:
    """The seats that object and have no phone of their own: they give in with their PIN on this one."""
    held = phone.taken_seats | {own}
    return tuple(seat for seat in phone.play.seats if seat.number in objectors and seat.number not in held)


def _who(phone: PhoneAtTable, decision: PendingDecision, objectors: tuple[int | None, ...]) -> str:
    titles = [version.title for version in decision.versions]
    if len(titles) > 1:
        return _("%(first)s and %(last)s sent different figures.") % {"first": titles[0], "last": titles[-1]}
    said = next((marked(phone.play.seats[seat].name_at(decision.number)) for seat in objectors if seat is not None), "")
    by_desk = decision.versions[0].hand.seat is None
    if not said:
        return _("The director has marked it as disputed.")
    if by_desk:
        return _("%(name)s says that what the director entered is wrong.") % {"name": said}
    return _("%(name)s says that what %(sender)s sent is wrong.") % {"name": said, "sender": titles[0]}


def _outcomes(phone: PhoneAtTable, found: Iterable[Course]) -> Iterable[Outcome]:
    since = timezone.now() - TOLD_FOR
    standing = {hand.number: hand for hand in phone.play.hands}
    for course in found:
        if course.settled is not None and course.settled.at >= since:
            hand = standing.get(course.number)
            if words := _words(phone, course.settled.kind, course.number, hand):
                yield Outcome(course.number, words)


def _tally(phone: PhoneAtTable, hand: Hand) -> str:
    """The current tally for this phone's player, who must see it before the next hand; all of it for a kiosk."""
    rules, seat = phone.tournament.rules, phone.seat
    if seat is None or (score := hand.scores[seat.side]) is None:
        return brief(hand, rules)
    said = [line_words(hand.lines[seat.side], rules), units(score, rules)]
    return f"{marked(seat.name_at(hand.number))} {', '.join(filter(None, said))}"


def _words(phone: PhoneAtTable, kind: str, number: int, hand: Hand | None) -> str:
    """The text on how a dispute was settled; empty while a later entry waits for a confirmation."""
    if hand is None:
        return _("Hand %(hand)d: the director has struck it out.") % {"hand": number} if kind == "hand_voided" else ""
    if hand.state != Hand.State.CONFIRMED:
        return ""
    sender = marked(phone.play.seats[hand.seat].name_at(number)) if hand.seat is not None else ""
    params = {"hand": number, "name": sender, "tally": _tally(phone, hand)}
    if hand.confirmed_seat is not None:
        return _("Hand %(hand)d is agreed. What %(name)s sent counts: %(tally)s.") % params
    if sender and kind in (DECIDED, "hand_confirmed"):
        return _("Hand %(hand)d: the director has decided. What %(name)s sent counts: %(tally)s.") % params
    return _("Hand %(hand)d: the director has decided. What counts: %(tally)s.") % params
