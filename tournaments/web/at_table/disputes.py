"""The disputes of a table on a phone's page, and how earlier disputes were settled."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.bidi import marked
from tournaments.actions.hands.disputes import DECIDED, SETTLED_SHOWN_FOR, DisputeHistory, dispute_histories
from tournaments.models import Hand, Seat
from tournaments.wording.of_hands import of_hand
from tournaments.wording.words import units

from ..desk.pending_decisions import PendingDecision, disputes
from ..hands.score_pad import brief, line_words
from .phone import PhoneAtTable


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A disputed hand with its versions side by side; `who` is a sentence with the players who disagree.

    `gives_in` says whether this phone's player may accept the current version, `changes` whether the player may enter a
    different one. `withdraws` is the seat without a phone that may accept the current version here by PIN. A seat
    may accept it only if no other disputes the hand.
    """

    decision: PendingDecision
    who: str
    gives_in: bool
    changes: bool
    withdraws: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the dispute over a hand was settled, as text."""

    number: int
    words: str


def shown_disputes(phone: PhoneAtTable) -> dict[str, object]:
    """Return the open and recently settled disputes of a table.

    Return {} if it has no disputes and never called the director.
    """
    disputed = phone.play.disputed
    if not disputed and phone.call is None:
        return {}
    found = dispute_histories(phone.table)
    shown = [_shown(phone, one, found.get(one.number)) for one in disputes(phone.table)] if disputed else []
    return {"disputes": shown, "outcomes": list(_outcomes(phone, found.values()))}


def _shown(phone: PhoneAtTable, decision: PendingDecision, history: DisputeHistory | None) -> ShownDispute:
    own = phone.seat.number if phone.seat and phone.is_open else None
    objectors = history.objectors if history else ()
    sender = decision.current.hand.seat if decision.current else None
    return ShownDispute(
        decision,
        _who(phone, decision, objectors),
        gives_in=own is not None and objectors == (own,),
        changes=own is not None and own == sender,
        withdraws=_without_phone(phone, objectors) if phone.is_open else None,
    )


def _without_phone(phone: PhoneAtTable, objectors: tuple[int | None, ...]) -> Seat | None:
    """Return the only seat that objects, if it has no phone: its player can withdraw the objection here, by PIN."""
    held = phone.taken_seats | ({phone.seat.number} if phone.seat else set())
    free = (seat for seat in phone.play.seats if (seat.number,) == objectors and seat.number not in held)
    return next(free, None)


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


def _outcomes(phone: PhoneAtTable, found: Iterable[DisputeHistory]) -> Iterable[Outcome]:
    since = timezone.now() - SETTLED_SHOWN_FOR
    current = {hand.number: hand for hand in phone.play.hands}
    for history in found:
        if history.settled is not None and history.settled.at >= since:
            hand = current.get(history.number)
            if words := _words(phone, history.settled.kind, history.number, hand):
                yield Outcome(history.number, words)


def _tally(phone: PhoneAtTable, hand: Hand) -> str:
    """Return the tally of the phone's side as text; of all sides on a kiosk, or if the side is out of the game."""
    rules, seat = phone.play.rules, phone.seat
    if seat is None or (score := hand.scores[seat.side]) is None:
        return brief(hand, rules)
    said = [line_words(hand.lines[seat.side], rules), units(score, rules)]
    return f"{marked(seat.name_at(hand.number))} {', '.join(filter(None, said))}"


def _words(phone: PhoneAtTable, kind: str, number: int, hand: Hand | None) -> str:
    """Return a text on how a dispute was settled; "" if the hand is neither confirmed nor struck out."""
    if hand is None:
        return of_hand("struck out", phone.play.table.round, number) if kind == "hand_voided" else ""
    if hand.state != Hand.State.CONFIRMED:
        return ""
    sender = marked(phone.play.seats[hand.seat].name_at(number)) if hand.seat is not None else ""
    words = "decided"
    if hand.confirmed_seat is not None:
        words = "agreed on"
    elif sender and kind in (DECIDED, "hand_confirmed"):
        words = "decided by"
    return of_hand(words, phone.play.table.round, number, name=sender, tally=_tally(phone, hand))
