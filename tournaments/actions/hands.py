"""Recording hands: every tally becomes a version, checked and scored by the rule set."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db import transaction
from django.utils import timezone

from scoring.core import HandScore
from scoring.core import Problem as RuleProblem
from scoring.table import judge
from tournaments.models import Hand, Round, Table, Tournament

from . import ledger
from .actor import Actor
from .announce import refresh_after_commit
from .names import tidy
from .problems import Conflict, Invalid, PreconditionRequired, Problem, Stale
from .tables import hand_score

REASON_LENGTH = 300


def _(message: str) -> str:
    return message


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
        return tidy(self.reason) if isinstance(self.reason, str) else ""


def record(table: Table, entered: Entered, *, by: Actor) -> Hand:
    """The hand as a director or scorer enters it: confirmed, a new version, ledgered.

    The same tally again changes nothing. Raises Invalid with every fault of the tally; Conflict
    for a draft, for a closed round without a reason, or a skipped hand; PreconditionRequired
    where a hand stands and `replaces` is not said, Stale where it is another version's number.
    """
    with transaction.atomic():
        table = locked_table(table.pk)
        hand, is_new = write(table, entered, by=by)
        if is_new:
            log(hand, "hand_recorded" if hand.version == 1 else "hand_corrected", by=by)
    return hand


def locked_table(table_id: int) -> Table:
    """The table with its row locked; every write to its hands begins here."""
    return (
        Table.objects.select_for_update(of=("self",))
        .select_related("round__tournament")
        .prefetch_related("seats")
        .get(pk=table_id)
    )


def write(table: Table, entered: Entered, *, by: Actor) -> tuple[Hand, bool]:
    """The hand that stands under this number and whether it is new; call it under the lock."""
    hands = list(table.hands.current().order_by("number"))
    standing = next((hand for hand in hands if hand.number == entered.number), None)
    _refuse_draft(table.round)
    score = _judged(table, hands, entered)
    tally = score.tally.as_json()
    same = standing and (standing.lines, standing.facts) == (tally["lines"], tally["hand"])
    if standing and same and standing.state == Hand.State.CONFIRMED:
        return standing, False
    _refuse_after_close(table.round, entered)
    if standing and same:
        return _confirmed(standing, by), False
    _refuse_blind_replacement(standing, entered)
    return _new_version(table, standing, entered, score, by=by), True


def _confirmed(standing: Hand, by: Actor) -> Hand:
    standing.state, standing.confirmed_at = Hand.State.CONFIRMED, timezone.now()
    standing.save(update_fields=["state", "confirmed_at"])
    log(standing, "hand_confirmed", by=by)
    return standing


def _refuse_draft(round_: Round) -> None:
    if not round_.is_public:
        message = _("Round %(round)d is a draft: publish it before entering results.")
        raise Conflict(Problem("round_is_draft", message, {"round": round_.number}))


def _refuse_after_close(round_: Round, entered: Entered) -> None:
    if round_.state == Round.State.CLOSED and not entered.why:
        message = _("Round %(round)d is closed: reopen it, or give the reason for a correction.")
        raise Conflict(Problem("round_closed", message, {"round": round_.number}))


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


def _judged(table: Table, hands: Sequence[Hand], entered: Entered) -> HandScore:
    """The tally scored, and every later hand of the table still possible after it."""
    tournament = table.round.tournament
    before = [hand_score(tournament, h) for h in hands if h.number < entered.number]
    if not 1 <= entered.number <= len(before) + 1:
        message = _("Enter hand %(next)d first.")
        raise Conflict(Problem("hand_skipped", message, {"next": len(before) + 1}))
    problems = list(_problems(table, entered))
    score = _judge(table, entered.tally, before)
    if isinstance(score, list):
        facts = _fact_names(tournament, entered.tally)
        raise Invalid([*(pointed(problem, facts) for problem in score), *problems])
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


def _judge(
    table: Table, tally: object, before: Sequence[HandScore]
) -> HandScore | list[RuleProblem]:
    tournament = table.round.tournament
    sides = 1 + max(seat.side for seat in table.seats.all())
    rules = tournament.table_rules(first_lead=table.first_lead, sides=sides)
    return judge(tournament.rules, tournament.options, tally, rules=rules, before=before)


def _fact_names(tournament: Tournament, tally: object) -> set[str]:
    """The facts of a hand that there are, and those that the tally claims there are."""
    known = {field.name for field in tournament.rules.hand_fields(tournament.options)}
    given = tally.get("hand") if isinstance(tally, Mapping) else None
    return known | (set(given) if isinstance(given, Mapping) else set())


def pointed(problem: RuleProblem, facts: Collection[str]) -> Problem:
    """A rule's problem with its place as a path: lines/2/points, hand/last_trick, or lines."""
    path: tuple[str | int, ...] = ("lines",)
    if problem.field and problem.field in facts:
        path = ("hand", problem.field)
    elif problem.side is not None:
        path = ("lines", problem.side, *([problem.field] if problem.field else []))
    elif problem.code in ("unknown_field", "wrong_type"):
        path = (problem.field,) if problem.field else ()
    return Problem(problem.code, problem.message, problem.params, path)


def _refuse_blind_replacement(standing: Hand | None, entered: Entered) -> None:
    if standing is None and entered.replaces is not None:
        message = _("Hand %(hand)d does not stand any more: look at the table again.")
        raise Stale(Problem("hand_changed", message, {"hand": entered.number}))
    if standing is None:
        return
    if entered.replaces is None:
        message = _("Hand %(hand)d stands already: compare before you replace it.")
        raise PreconditionRequired(Problem("hand_stands", message, {"hand": standing.number}))
    if entered.replaces != standing.version:
        message = _("Somebody else changed hand %(hand)d meanwhile: compare before you replace it.")
        raise Stale(Problem("hand_changed", message, {"hand": standing.number}))


def _new_version(
    table: Table, standing: Hand | None, entered: Entered, score: HandScore, *, by: Actor
) -> Hand:
    if standing:
        standing.is_current, standing.state = False, Hand.State.CORRECTED
        standing.save(update_fields=["is_current", "state"])
    now = timezone.now()
    tally: dict[str, Any] = score.tally.as_json()
    return Hand.objects.create(
        table=table,
        number=entered.number,
        version=_next_version(table, entered.number),
        state=Hand.State.CONFIRMED,
        lines=tally["lines"],
        facts=tally["hand"],
        scores=list(score.scores),
        seat=cast("int | None", entered.seat),
        recorded_by=by.user,
        source=by.source,
        reason=entered.why,
        recorded_at=now,
        confirmed_at=now,
    )


def _next_version(table: Table, number: int) -> int:
    versions = table.hands.filter(number=number).order_by("-version")
    return (versions.values_list("version", flat=True).first() or 0) + 1


def log(hand: Hand, kind: str, *, by: Actor, text: str = "") -> None:
    """Enter what happened to a hand in the ledger, and have the standings refreshed."""
    table = hand.table
    facts = {
        "round": table.round.number,
        "table": table.number,
        "hand": hand.number,
        "version": hand.version,
        "state": hand.state,
        "tally": ledger.digest(hand.tally),
        "scores": hand.scores,
    }
    tournament_id = table.round.tournament_id
    ledger.append(tournament_id, kind, by=by, facts=facts, text=text or hand.reason)
    refresh_after_commit(tournament_id)


def dispute(hand: Hand, *, by: Actor, reason: str = "") -> Hand:
    """The hand marked as disputed: it stays, and does not count until a director decides."""
    return _judge_state(hand, Hand.State.DISPUTED, "hand_disputed", by=by, reason=reason)


def confirm(hand: Hand, *, by: Actor) -> Hand:
    """The hand confirmed: from now on the standings count it."""
    return _judge_state(hand, Hand.State.CONFIRMED, "hand_confirmed", by=by)


def _judge_state(hand: Hand, state: Hand.State, kind: str, *, by: Actor, reason: str = "") -> Hand:
    with transaction.atomic():
        table = locked_table(hand.table_id)
        current = _current(table, hand)
        if current.state == state:
            return current
        current.state = state
        current.confirmed_at = timezone.now() if state == Hand.State.CONFIRMED else None
        current.save(update_fields=["state", "confirmed_at"])
        log(current, kind, by=by, text=tidy(reason))
    return current


def _current(table: Table, hand: Hand) -> Hand:
    """The hand read again under the lock; raises Stale where another version stands now."""
    current = table.hands.current().filter(pk=hand.pk).first()
    if current is None:
        message = _("Hand %(hand)d was changed meanwhile: look at the version that stands now.")
        raise Stale(Problem("hand_changed", message, {"hand": hand.number}))
    current.table = table
    return current


def void(hand: Hand, *, by: Actor, reason: str) -> Hand:
    """The table's last hand struck out for a reason; its tally stays on record.

    Raises Invalid without a reason, and Conflict where a later hand still stands.
    """
    if not tidy(reason):
        raise Invalid(Problem("missing_field", _("Give the reason."), pointer=("reason",)))
    with transaction.atomic():
        table = locked_table(hand.table_id)
        current = _current(table, hand)
        if table.hands.current().filter(number__gt=hand.number).exists():
            message = _("Void the later hands of this table first.")
            raise Conflict(Problem("later_hand", message))
        current.state, current.is_current = Hand.State.VOID, False
        current.save(update_fields=["state", "is_current"])
        log(current, "hand_voided", by=by, text=tidy(reason))
    return current
