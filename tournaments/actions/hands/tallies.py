"""What becomes of a tally: scored in its place at the table, a version of its hand, a link of the ledger."""

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
class Entered:
    """What somebody wants to stand as a table's hand, or as announced before it: all of it as it came in.

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


def standing_of(hands: Iterable[Hand]) -> list[Hand]:
    """Those of the hands that stand."""
    return [hand for hand in hands if hand.is_current]


def score_tally(
    table: Table, hands: Sequence[Hand], entered: Entered, *, is_correction: bool = False, checks: Checks = Checks.PLAY
) -> HandScore:
    """The tally scored in its place among a table's current hands, the later ones still possible.

    Raises Invalid with every fault of the tally, the seat and the reason, or where it says something
    else than was locked before play, which only a correction may; Conflict for a skipped hand, or
    where a later hand could not have been played after it. Whether a correction has its reason, `unexplained` tells.
    """
    tournament = table.round.tournament
    before = [hand_score(tournament, h) for h in hands if h.number < entered.number]
    if not 1 <= entered.number <= len(before) + 1:
        raise Conflict(skipped(len(before) + 1))
    problems = list(_problems(table, entered))
    judge_after = partial(judge, tournament.rules, tournament.options, rules=table_rules(tournament, table))
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
            message = _("With this result hand %(hand)d could not have been played: void it first.")
            raise Conflict(Problem("later_hand_impossible", message, {"hand": hand.number}))
        before = [*before, score]


def skipped(following: int) -> Problem:
    """The refusal for entering a later hand than the next one."""
    return Problem("hand_skipped", _("Enter hand %(next)d first."), {"next": following})


def locked_announcement(table: Table, number: int) -> Announcement | None:
    """What is locked before this hand; None too where the game announces nothing."""
    if not table.round.tournament.rules.announced:
        return None
    return table.announcements.current().filter(number=number).first()


def _refuse_contradiction(table: Table, number: int, hands: Sequence[Hand], score: HandScore) -> None:
    """Raise Invalid, naming the fields, for a tally that says something else than was locked.

    Once a hand stands its own lines count, as whoever directs may have corrected them.
    """
    announcement = locked_announcement(table, number)
    if announcement is None:
        return
    locked_lines = next((hand.lines for hand in hands if hand.number == number), announcement.lines)
    refuse(contradictions(locked_lines, score.tally.lines, table.round.tournament.rules.announced))


def _problems(table: Table, entered: Entered) -> Iterator[Problem]:
    """What is wrong around the tally: the seat that records, and the reason."""
    seats = [seat.number for seat in table.seats.all()]
    if entered.seat is not None and (type(entered.seat) is not int or entered.seat not in seats):
        message = _("This table has the seats %(seats)s.")
        numbers = {"seats": ", ".join(map(str, seats))}
        yield Problem("not_a_choice", message, numbers, ("seat",))
    if not isinstance(entered.reason, str):
        yield Problem("not_a_string", _("Write the reason as text."), {}, ("reason",))
    yield from overlong(entered)


def overlong(entered: Entered) -> Iterator[Problem]:
    """That the reason is too long, where it is."""
    if len(entered.why) > REASON_LENGTH:
        message = _("Shorten the reason to %(limit)d characters.")
        yield Problem("too_long", message, {"limit": REASON_LENGTH}, ("reason",))


def unexplained(entered: Entered) -> list[Problem]:
    """That a correction has no reason, where it has none."""
    return [] if entered.why else [Problem("missing_field", _("Give the reason."), pointer=("reason",))]


def refuse_unseen(
    standing: Hand | Announcement | None, replaces: int | None, *, unnamed: Problem, changed: Stale
) -> None:
    """Raise `unnamed` where no version is named to be replaced, though one stands; `changed` where it is another."""
    if standing and replaces is None:
        raise PreconditionRequired(unnamed)
    if replaces is not None and (standing is None or replaces != standing.version):
        raise changed


def in_lines(problems: Iterable[Problem]) -> list[Problem]:
    """The same problems, those of a hand as a whole at its lines."""
    return [p if p.pointer or p.code == "wrong_type" else p.under("lines") for p in problems]


def new_version(
    table: Table, versions: Iterable[Hand], entered: Entered, score: HandScore, *, by: Actor, state: Hand.State
) -> Hand:
    """The next version of a hand after all its `versions`, not stored yet; call it under the table's lock."""
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
    """Enter what happened to a hand in the ledger, whose `head` is as `append` has it."""
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
        **more,
    }
    ledger.append(table.round.tournament_id, kind, by=by, facts=facts, text=text or hand.reason, head=head)
