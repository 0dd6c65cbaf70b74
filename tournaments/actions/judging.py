"""Judging what somebody enters: the tally read, checked and scored in its place at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from scoring.core import HandScore
from scoring.fields import normalise_text
from scoring.table import judge
from tournaments.models import Hand, Table

from .problems import Conflict, Invalid, Problem
from .tables import hand_score

REASON_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """What somebody wants to stand as a table's hand: tally, seat and reason as they came in.

    `replaces` is the version that the writer has seen and means to replace.
    """

    number: int
    tally: object
    seat: object = None
    reason: object = ""
    replaces: int | None = None

    @classmethod
    def read(cls, number: int, raw: object, *, replaces: int | None = None) -> Entered:
        """What one JSON object says: the tally in the wire format, with `seat` and `reason`."""
        if not isinstance(raw, Mapping):
            return cls(number=number, tally=raw, replaces=replaces)
        tally = {name: value for name, value in raw.items() if name not in ("seat", "reason")}
        seat, reason = raw.get("seat"), raw.get("reason", "")
        return cls(number=number, tally=tally, seat=seat, reason=reason, replaces=replaces)

    @property
    def why(self) -> str:
        """The reason as it is kept; nothing where it is no text."""
        return normalise_text(self.reason) if isinstance(self.reason, str) else ""


def judged(table: Table, hands: Sequence[Hand], entered: Entered) -> HandScore:
    """The tally scored in its place among a table's current hands, the later ones still possible.

    Raises Invalid with every fault of the tally, the seat and the reason; Conflict for a skipped
    hand, or where a later hand could not have been played after it.
    """
    tournament = table.round.tournament
    before = [hand_score(tournament, h) for h in hands if h.number < entered.number]
    if not 1 <= entered.number <= len(before) + 1:
        raise Conflict(skipped(len(before) + 1))
    problems = list(_problems(table, entered))
    score = _judge(table, entered.tally, before)
    if isinstance(score, list):
        raise Invalid([*in_lines(score), *problems])
    if problems:
        raise Invalid(problems)
    chain = [*before, score]
    for later in (h for h in hands if h.number > entered.number):
        again = _judge(table, later.tally, chain)
        if isinstance(again, list):
            message = _("With this result hand %(hand)d could not have been played: void it first.")
            raise Conflict(Problem("later_hand_impossible", message, {"hand": later.number}))
        chain.append(again)
    return score


def skipped(following: int) -> Problem:
    """What somebody is told who enters a later hand than the one that comes next."""
    return Problem("hand_skipped", _("Enter hand %(next)d first."), {"next": following})


def _problems(table: Table, entered: Entered) -> Iterator[Problem]:
    """What is wrong around the tally: the seat that records, and the reason."""
    seats = [seat.number for seat in table.seats.all()]
    if entered.seat is not None and (type(entered.seat) is not int or entered.seat not in seats):
        message = _("This table has the seats %(seats)s.")
        numbers = {"seats": ", ".join(map(str, seats))}
        yield Problem("not_a_choice", message, numbers, ("seat",))
    if not isinstance(entered.reason, str):
        yield Problem("not_a_string", _("Write the reason as text."), {}, ("reason",))
    if len(entered.why) > REASON_LENGTH:
        message = _("Shorten the reason to %(limit)d characters.")
        yield Problem("too_long", message, {"limit": REASON_LENGTH}, ("reason",))


def _judge(table: Table, tally: object, before: Sequence[HandScore]) -> HandScore | list[Problem]:
    tournament = table.round.tournament
    sides = 1 + max(seat.side for seat in table.seats.all())
    rules = tournament.table_rules(first_lead=table.first_lead, sides=sides)
    return judge(tournament.rules, tournament.options, tally, rules=rules, before=before)


def in_lines(problems: Iterable[Problem]) -> list[Problem]:
    """The same problems, those of a hand as a whole at its lines."""
    return [p if p.pointer or p.code == "wrong_type" else p.under("lines") for p in problems]
