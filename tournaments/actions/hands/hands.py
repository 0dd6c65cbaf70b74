"""Recording hands as a director or scorer; confirming, disputing and striking out hands."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import DIRECTORS, Hand, Round, Table, Tournament, User
from tournaments.models.prepared import Param, Prepared, insert

from ..core.actor import Actor
from ..core.ledger import HEAD_COLUMNS
from ..core.optimistic_locking import about_hand, stale_version
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import WITH_ROUND, attach_seats, hands_at, lock_row, lock_table, save_fields
from ..ledger_kinds import LedgerKind
from .help_calls import settle_dispute
from .tallies import HandInput, current_of, log, new_version, refuse_unseen, score_tally, unexplained

NAMED = ("table__number", "table__round__number", "table__round__kept")
HEAD = tuple(f"table__round__tournament__{name}" for name in HEAD_COLUMNS)


def _current_hands() -> QuerySet[Hand]:
    own = [field.name for field in Hand._meta.concrete_fields]  # noqa: SLF001 - Django documents it
    hands = Hand.objects.current().filter(table=Param("table")).select_related("table__round__tournament")
    return hands.only(*own, *NAMED, *HEAD).order_by("number")


CURRENT = Prepared(_current_hands)


def record(table: Table, entered: HandInput, *, by: Actor) -> Hand:
    """Record a hand as a director or scorer: a new, confirmed version, logged in the ledger.

    Return the current version. A tally equal to the current version only confirms it. A new hand must match its
    announcement; a correction may deviate from it. Raises Invalid with every fault of the tally, or if a correction has
    no reason. Raises Conflict if the round is a draft, if round or table is closed and no reason is given, if an
    earlier hand is missing, or if the hand is disputed and `by` is not a director. Raises PreconditionRequired if the
    hand exists and `replaces` is missing, Stale if `replaces` names an old version.
    """
    hand, _is_new = enter(table, entered, by=by)
    return hand


def enter(table: Table, entered: HandInput, *, by: Actor) -> tuple[Hand, bool]:
    """Record a hand as `record` does; return the current version and whether it is new."""
    with transaction.atomic():
        locked = lock_table(WITH_ROUND, pk=table.pk)
        attach_seats(locked, table)
        hand, before = _write(locked, entered, by=by)
        is_new = hand is not before
        if is_new:
            kind: LedgerKind = "hand_recorded" if hand.version == 1 else "hand_corrected"
            extra_facts = {"before": before.scores} if before else {}
            log(hand, kind, by=by, head=locked.round.tournament, **extra_facts)
    return hand, is_new


def _write(table: Table, entered: HandInput, *, by: Actor) -> tuple[Hand, Hand | None]:
    """Record a hand; return its current version, and the previous one or None. Call it with the table locked."""
    versions = hands_at(table, entered.number)
    hands = current_of(versions)
    current = next((hand for hand in hands if hand.number == entered.number), None)
    if not table.round.is_public:
        message = _("Round %(round)d is a draft: publish it before entering results.")
        raise Conflict(Problem("round_is_draft", message, {"round": table.round.number}))
    score = score_tally(table, hands, entered, is_correction=current is not None)
    tally = score.tally.as_json()
    same = current and (current.lines, current.facts) == (tally["lines"], tally["hand"])
    if current and same and current.state == Hand.State.CONFIRMED:
        return current, current
    _refuse_after_close(table, entered)
    _refuse_to_decide(current, table.round, by)
    if current and same:
        settle_dispute(current, hands)
        return _confirm(current, by), current
    _refuse_unseen(current, entered, table.round)
    if current:
        refuse(unexplained(entered))
        settle_dispute(current, hands)
        save_fields(current, is_current=False, state=Hand.State.CORRECTED)
    hand = new_version(table, versions, entered, score, by=by, state=Hand.State.CONFIRMED)
    insert(hand)
    return hand, current


def _confirm(current: Hand, by: Actor) -> Hand:
    save_fields(current, state=Hand.State.CONFIRMED, confirmed_at=timezone.now())
    _log_confirmed(current, by)
    return current


def _log_confirmed(hand: Hand, by: Actor) -> None:
    log(hand, "hand_confirmed", by=by, head=hand.table.round.tournament)


def _refuse_after_close(table: Table, entered: HandInput) -> None:
    if table.is_in_play or entered.why:
        return
    if table.round.state == Round.State.PUBLISHED:
        message = _("Table %(table)d is closed: reopen it, or give the reason for a correction.")
        raise Conflict(Problem("table_closed", message, {"table": table.number}))
    message = _("Round %(round)d is closed: reopen it, or give the reason for a correction.")
    raise Conflict(Problem("round_closed", message, {"round": table.round.number}))


def is_left_to_directors(current: Hand | None, tournament: Tournament, user: User | None) -> bool:
    """Whether the hand is disputed and this user, who is not a director, may not change it. False if `user` is None."""
    if not current or current.state != Hand.State.DISPUTED or user is None:
        return False
    return not tournament.club.permits(user, DIRECTORS)


def left_to_directors(hand: int, round_: Round) -> Problem:
    """Return the problem for a scorer who wants to change a disputed hand, which only directors may change."""
    on_hand = _("The table does not agree on hand %(hand)d: a director decides.")
    on_total = _("The table does not agree on the total: a director decides.")
    return about_hand("director_decides", (on_hand, on_total), hand, round_)


def _refuse_to_decide(current: Hand | None, round_: Round, by: Actor) -> None:
    if current and is_left_to_directors(current, round_.tournament, by.user):
        raise Conflict(left_to_directors(current.number, round_))


STANDS = (
    _("Hand %(hand)d has already been entered: compare before you replace it."),
    _("The total has already been entered: compare before you replace it."),
)
GONE = (
    _("Hand %(hand)d is no longer current: look at the table again."),
    _("The total is no longer current: look at the table again."),
)
REPLACED = (
    _("Somebody else has changed hand %(hand)d: compare before you replace it."),
    _("Somebody else has changed the total: compare before you replace it."),
)


def _refuse_unseen(current: Hand | None, entered: HandInput, round_: Round) -> None:
    unnamed = about_hand("hand_stands", STANDS, entered.number, round_)
    changed = Stale(about_hand("hand_changed", REPLACED if current else GONE, entered.number, round_))
    refuse_unseen(current, entered.replaces, unnamed=unnamed, changed=changed)


class SeenHand(NamedTuple):
    """A version of a hand, as shown to a user who decides about it."""

    table_id: int
    number: int
    version: int


def dispute(hand: Hand | SeenHand, *, by: Actor, reason: str = "") -> Hand:
    """Mark a hand as disputed; it stays current but does not count until a director decides. Raises Stale."""
    return _judge_state(hand, Hand.State.DISPUTED, "hand_disputed", by=by, reason=reason)


def confirm(hand: Hand | SeenHand, *, by: Actor) -> Hand:
    """Confirm a hand, so that it counts in the standings. Raises Stale."""
    return _judge_state(hand, Hand.State.CONFIRMED, "hand_confirmed", by=by)


def confirm_all(table: Table, versions: Mapping[int, int], *, by: Actor) -> list[Hand]:
    """Confirm all submitted hands of a table and return them.

    `versions` holds the version of each hand that the director saw. Raises Stale if a different version is current.
    """
    with transaction.atomic():
        waiting = [hand for hand in _locked_hands(table.pk) if hand.state == Hand.State.SUBMITTED]
        for hand in waiting:
            if versions.get(hand.number) != hand.version:
                raise stale_version(hand.number, hand.table.round)
            hand.table = waiting[0].table  # all entries continue one hash chain, through one tournament object
            save_fields(hand, state=Hand.State.CONFIRMED, confirmed_at=timezone.now())
        for hand in waiting:  # after all changes: the first ledger entry checks that the user has confirmed all of them
            _log_confirmed(hand, by)
        return waiting


def _judge_state(hand: Hand | SeenHand, state: Hand.State, kind: LedgerKind, *, by: Actor, reason: str = "") -> Hand:
    with transaction.atomic():
        hands = _locked_hands(hand.table_id)
        current = _current(hands, hand)
        if current.state == state:
            return current
        if current.state == Hand.State.DISPUTED:
            settle_dispute(current, hands)
        save_fields(current, state=state, confirmed_at=timezone.now() if state == Hand.State.CONFIRMED else None)
        log(current, kind, by=by, text=normalise_text(reason), head=current.table.round.tournament)
    return current


def _locked_hands(table_id: int) -> list[Hand]:
    """Lock a table; return its current hands, with only those columns of table and round that the ledger needs."""
    lock_row(table_id)
    return CURRENT.all(table=table_id)


def _current(hands: Iterable[Hand], hand: Hand | SeenHand) -> Hand:
    """Return the current version of a hand. Raises Stale if the user saw a different one."""
    for current in hands:
        if (current.number, current.version) == (hand.number, hand.version):
            return current
    raise stale_version(hand.number, Round.objects.get(tables=hand.table_id))


def void(hand: Hand, *, by: Actor, reason: str) -> Hand:
    """Strike out the last hand of a table and return it; its tally stays on record.

    Raises Invalid without a reason, Conflict if a later hand exists, Stale if a different version is current.
    """
    if not normalise_text(reason):
        raise Invalid(Problem("missing_field", _("Enter the reason."), pointer=("reason",)))
    with transaction.atomic():
        hands = _locked_hands(hand.table_id)
        current = _current(hands, hand)
        if hands[-1].number > hand.number:
            raise Conflict(Problem("later_hand", _("Void the later hands of this table first.")))
        settle_dispute(current, hands)
        save_fields(current, state=Hand.State.VOID, is_current=False)
        log(current, "hand_voided", by=by, text=normalise_text(reason))
    return current
