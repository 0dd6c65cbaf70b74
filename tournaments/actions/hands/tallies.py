"""Tallies: scoring one at its table, storing it as a version of a hand, recording it in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.announcing import contradictions
from scoring.fields import normalise_text
from scoring.table import judge
from scoring.values import Checks, HandScore
from tournaments.models import Announcement, Hand, Table, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, PreconditionRequired, Problem, Stale, refuse
from ..ledger_kinds import LedgerKind
from .tables import hand_score, table_rules

REASON_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInput:
    """A hand or an announcement as a user entered it, not checked yet.

    `replaces` is the version that the user saw and wants to replace.
    """

    number: int
    tally: object
    seat: object = None
    reason: object = ""
    replaces: int | None = None

    @classmethod
    def read(cls, number: int, raw: object, *, replaces: int | None = None) -> HandInput:
        """Return the values of a JSON object: the tally in the wire format, with `seat` and `reason`."""
        if not isinstance(raw, Mapping):
            return cls(number=number, tally=raw, replaces=replaces)
        tally = {name: value for name, value in raw.items() if name not in ("seat", "reason")}
        seat, reason = raw.get("seat"), raw.get("reason", "")
        return cls(number=number, tally=tally, seat=seat, reason=reason, replaces=replaces)

    @property
    def why(self) -> str:
        """The reason with normalised spaces; "" if it is not text."""
        return normalise_text(self.reason) if isinstance(self.reason, str) else ""


def current_of(hands: Iterable[Hand]) -> list[Hand]:
    """Return the current versions among these hands."""
    return [hand for hand in hands if hand.is_current]


def score_tally(
    table: Table,
    hands: Sequence[Hand],
    entered: HandInput,
    *,
    is_correction: bool = False,
    checks: Checks = Checks.PLAY,
) -> HandScore:
    """Return the score of a tally: the hand with its number, played after the table's earlier hands.

    Raises Invalid with every fault of the tally, the seat and the reason, or if the tally contradicts the announcement
    and is not a correction. Raises Conflict if an earlier hand is missing, or if this tally makes a later hand
    impossible. A missing reason for a correction is found by `unexplained`.
    """
    tournament = table.round.tournament
    before = [hand_score(tournament, h) for h in hands if h.number < entered.number]
    if not 1 <= entered.number <= len(before) + 1:
        raise Conflict(skipped(len(before) + 1))
    problems = list(_problems(table, entered))
    judge_after = partial(judge, table.round.rules, tournament.options, rules=table_rules(table))
    score = judge_after(entered.tally, before=before, checks=checks)
    if isinstance(score, list):
        raise Invalid([*in_lines(score), *problems, *(unexplained(entered) if is_correction else ())])
    refuse(problems)
    later = [hand for hand in hands if hand.number > entered.number]
    _refuse_impossible(later, [*before, score], judge_after)
    if not is_correction:
        _refuse_contradiction(table, entered.number, hands, score)
    return score


def _refuse_impossible(
    later: Iterable[Hand], before: list[HandScore], judge_after: Callable[..., HandScore | list[Problem]]
) -> None:
    for hand in later:
        score = judge_after(hand.tally, before=before, checks=Checks.STORED)
        if isinstance(score, list):
            message = _("After this result, hand %(hand)d could not have been played. Void hand %(hand)d first.")
            raise Conflict(Problem("later_hand_impossible", message, {"hand": hand.number}))
        before = [*before, score]


def skipped(following: int) -> Problem:
    """Return the problem of a hand entered out of order; `following` is the number that comes next."""
    return Problem("hand_skipped", _("Enter hand %(next)d first."), {"next": following})


def locked_announcement(table: Table, number: int) -> Announcement | None:
    """Return the announcement locked for this hand; None if there is none or the game has no announcements."""
    if not table.round.rules.announced:
        return None
    return table.announcements.current().filter(number=number).first()


def _refuse_contradiction(table: Table, number: int, hands: Sequence[Hand], score: HandScore) -> None:
    """Raise Invalid, with the names of the fields, if a tally contradicts its announcement.

    If the hand is already recorded, its own lines are used instead of the announcement: a director may have corrected
    them.
    """
    announcement = locked_announcement(table, number)
    if announcement is None:
        return
    locked_lines = next((hand.lines for hand in hands if hand.number == number), announcement.lines)
    refuse(contradictions(locked_lines, score.tally.lines, table.round.rules.announced))


def _problems(table: Table, entered: HandInput) -> Iterator[Problem]:
    """Yield the faults of the seat and the reason."""
    seats = [seat.number for seat in table.seats.all()]
    if entered.seat is not None and (type(entered.seat) is not int or entered.seat not in seats):
        message = _("This table has the seats %(seats)s.")
        numbers = {"seats": ", ".join(map(str, seats))}
        yield Problem("not_a_choice", message, numbers, ("seat",))
    if not isinstance(entered.reason, str):
        yield Problem("not_a_string", _("The reason must be text."), {}, ("reason",))
    yield from overlong(entered)


def overlong(entered: HandInput) -> Iterator[Problem]:
    """Yield a problem if the reason is too long."""
    if len(entered.why) > REASON_LENGTH:
        message = _("Shorten the reason to %(limit)d characters.")
        yield Problem("too_long", message, {"limit": REASON_LENGTH}, ("reason",))


def unexplained(entered: HandInput) -> list[Problem]:
    """Return the problem that no reason is given; [] if there is one."""
    return [] if entered.why else [Problem("missing_field", _("Enter the reason."), pointer=("reason",))]


def refuse_unseen(
    current: Hand | Announcement | None, replaces: int | None, *, unnamed: Problem, changed: Stale
) -> None:
    """Raise PreconditionRequired if there is a current version and `replaces` is None.

    Raise `changed` if `replaces` is not the current version.
    """
    if current and replaces is None:
        raise PreconditionRequired(unnamed)
    if replaces is not None and (current is None or replaces != current.version):
        raise changed


def in_lines(problems: Iterable[Problem]) -> list[Problem]:
    """Return these problems, with a pointer to `lines` if they have no pointer, unless the code is `wrong_type`."""
    return [p if p.pointer or p.code == "wrong_type" else p.under("lines") for p in problems]


def new_version(
    table: Table, versions: Iterable[Hand], entered: HandInput, score: HandScore, *, by: Actor, state: Hand.State
) -> Hand:
    """Return the next version of a hand, not saved. `versions` are all its versions; the table must be locked."""
    tally: dict[str, Any] = score.tally.as_json()
    now = timezone.now()
    return Hand(
        table=table,
        number=entered.number,
        version=1 + max((hand.version for hand in versions if hand.number == entered.number), default=0),
        state=state,
        is_current=state not in (Hand.State.REQUESTED, Hand.State.DISPUTED),
        lines=tally["lines"],
        facts=tally["hand"],
        scores=list(score.scores),
        seat=cast("int | None", entered.seat),
        recorded_by=by.user,
        device=by.device,
        source=by.source,
        reason=entered.why,
        recorded_at=now,
        confirmed_at=now if state == Hand.State.CONFIRMED else None,
    )


def log(
    hand: Hand, kind: LedgerKind, *, by: Actor, text: str = "", head: Tournament | None = None, **more: object
) -> None:
    """Append a ledger entry about a hand. `head` is passed on to `ledger.append`."""
    table = hand.table
    facts = {
        "round": table.round.number,
        "table": table.number,
        "hand": hand.number,
        "version": hand.version,
        "state": hand.state,
        "tally": ledger.digest(hand.tally),
        "scores": hand.scores,
        "seat": hand.seat,
        "confirmed_seat": hand.confirmed_seat,
        "recorded_at": hand.recorded_at.isoformat(),
        "confirmed_at": hand.confirmed_at.isoformat() if hand.confirmed_at else None,
        **({"total": True} if table.round.is_by_totals else {}),
        **more,
    }
    ledger.append(table.round.tournament_id, kind, by=by, facts=facts, text=text or hand.reason, head=head)
