"""Recording hands as a director or scorer; confirming, disputing and voiding them."""

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
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import WITH_ROUND, attach_seats, hands_at, lock_row, lock_table, save_fields
from ..core.unseen import stale_version
from ..ledger_kinds import LedgerKind
from .help_calls import settle_dispute
from .tallies import Entered, log, new_version, refuse_unseen, score_tally, standing_of, unexplained

NAMED = ("table__number", "table__round__number")
HEAD = tuple(f"table__round__tournament__{name}" for name in HEAD_COLUMNS)


def _standing_hands() -> QuerySet[Hand]:
    own = [field.name for field in Hand._meta.concrete_fields]  # noqa: SLF001 - Django documents it
    hands = Hand.objects.current().filter(table=Param("table")).select_related("table__round__tournament")
    return hands.only(*own, *NAMED, *HEAD).order_by("number")


STANDING = Prepared(_standing_hands)


def record(table: Table, entered: Entered, *, by: Actor) -> Hand:
    """Record a hand as a director or scorer: a new, confirmed version with a ledger entry; return the current version.

    An equal tally only confirms the current version. Raises Invalid with every fault of the tally, or if a correction
    has no reason; Conflict if the round is a draft, or closed and no reason is given, if the hand is skipped, or if it
    is disputed and `by` is no director; PreconditionRequired if the hand exists and `replaces` is missing, Stale if
    `replaces` names another version. A new hand must agree with its announcement; a correction may deviate from it.
    """
    hand, _is_new = enter(table, entered, by=by)
    return hand


def enter(table: Table, entered: Entered, *, by: Actor) -> tuple[Hand, bool]:
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


def _write(table: Table, entered: Entered, *, by: Actor) -> tuple[Hand, Hand | None]:
    """Record a hand; return its current version and the one before. Call it with the table's row locked."""
    versions = hands_at(table, entered.number)
    hands = standing_of(versions)
    standing = next((hand for hand in hands if hand.number == entered.number), None)
    if not table.round.is_public:
        message = _("Round %(round)d is a draft: publish it before entering results.")
        raise Conflict(Problem("round_is_draft", message, {"round": table.round.number}))
    score = score_tally(table, hands, entered, is_correction=standing is not None)
    tally = score.tally.as_json()
    same = standing and (standing.lines, standing.facts) == (tally["lines"], tally["hand"])
    if standing and same and standing.state == Hand.State.CONFIRMED:
        return standing, standing
    _refuse_after_close(table, entered)
    _refuse_to_decide(standing, table.round.tournament, by)
    if standing and same:
        settle_dispute(standing, hands)
        return _confirm(standing, by), standing
    _refuse_unseen(standing, entered)
    if standing:
        refuse(unexplained(entered))
        settle_dispute(standing, hands)
        save_fields(standing, is_current=False, state=Hand.State.CORRECTED)
    hand = new_version(table, versions, entered, score, by=by, state=Hand.State.CONFIRMED)
    insert(hand)
    return hand, standing


def _confirm(standing: Hand, by: Actor) -> Hand:
    save_fields(standing, state=Hand.State.CONFIRMED, confirmed_at=timezone.now())
    _log_confirmed(standing, by)
    return standing


def _log_confirmed(hand: Hand, by: Actor) -> None:
    log(hand, "hand_confirmed", by=by, head=hand.table.round.tournament)


def _refuse_after_close(table: Table, entered: Entered) -> None:
    if table.is_in_play or entered.why:
        return
    if table.round.state == Round.State.PUBLISHED:
        message = _("Table %(table)d is closed: reopen it, or give the reason for a correction.")
        raise Conflict(Problem("table_closed", message, {"table": table.number}))
    message = _("Round %(round)d is closed: reopen it, or give the reason for a correction.")
    raise Conflict(Problem("round_closed", message, {"round": table.round.number}))


def is_left_to_directors(standing: Hand | None, tournament: Tournament, user: User | None) -> bool:
    """Whether the hand is disputed and the user is no director."""
    if not standing or standing.state != Hand.State.DISPUTED or user is None:
        return False
    return not tournament.club.permits(user, DIRECTORS)


def left_to_directors(hand: int) -> Problem:
    """Return the problem for a scorer who changes a disputed hand, which only a director may."""
    message = _("The table does not agree on hand %(hand)d: a director decides.")
    return Problem("director_decides", message, {"hand": hand})


def _refuse_to_decide(standing: Hand | None, tournament: Tournament, by: Actor) -> None:
    if standing and is_left_to_directors(standing, tournament, by.user):
        raise Conflict(left_to_directors(standing.number))


def _refuse_unseen(standing: Hand | None, entered: Entered) -> None:
    where = {"hand": entered.number}
    message = _("Hand %(hand)d has already been entered: compare before you replace it.")
    unnamed = Problem("hand_stands", message, where)
    message = _("Hand %(hand)d is no longer current: look at the table again.")
    if standing:
        message = _("Somebody else has changed hand %(hand)d: compare before you replace it.")
    refuse_unseen(standing, entered.replaces, unnamed=unnamed, changed=Stale(Problem("hand_changed", message, where)))


class Shown(NamedTuple):
    """The version of a hand that a user saw when deciding on it."""

    table_id: int
    number: int
    version: int


def dispute(hand: Hand | Shown, *, by: Actor, reason: str = "") -> Hand:
    """Mark a hand as disputed; it stays current but does not count until a director decides. Raises Stale."""
    return _judge_state(hand, Hand.State.DISPUTED, "hand_disputed", by=by, reason=reason)


def confirm(hand: Hand | Shown, *, by: Actor) -> Hand:
    """Confirm a hand, so that it counts in the standings. Raises Stale."""
    return _judge_state(hand, Hand.State.CONFIRMED, "hand_confirmed", by=by)


def confirm_all(table: Table, versions: Mapping[int, int], *, by: Actor) -> list[Hand]:
    """Confirm all submitted hands of a table; `versions` holds the version of each hand that the director saw.

    Raises Stale if another version is current.
    """
    with transaction.atomic():
        waiting = [hand for hand in _locked_hands(table.pk) if hand.state == Hand.State.SUBMITTED]
        for hand in waiting:
            if versions.get(hand.number) != hand.version:
                raise stale_version(hand.number)
            hand.table = waiting[0].table  # so that each ledger entry continues the same hash chain
            save_fields(hand, state=Hand.State.CONFIRMED, confirmed_at=timezone.now())
        for hand in waiting:  # after all are changed: the first ledger entry checks the agreement to all of them
            _log_confirmed(hand, by)
        return waiting


def _judge_state(hand: Hand | Shown, state: Hand.State, kind: LedgerKind, *, by: Actor, reason: str = "") -> Hand:
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
    """Lock a table's row; return its current hands, with only the columns of table and round that the ledger needs."""
    lock_row(table_id)
    return STANDING.all(table=table_id)


def _current(hands: Iterable[Hand], hand: Hand | Shown) -> Hand:
    """Return the current version among hands read under the lock. Raises Stale if another version is current."""
    for current in hands:
        if (current.number, current.version) == (hand.number, hand.version):
            return current
    raise stale_version(hand.number)


def void(hand: Hand, *, by: Actor, reason: str) -> Hand:
    """Strike out a table's last hand; its tally stays on record.

    Raises Invalid without a reason, Conflict if a later hand exists, Stale if another version is current.
    """
    if not normalise_text(reason):
        raise Invalid(Problem("missing_field", _("Give the reason."), pointer=("reason",)))
    with transaction.atomic():
        hands = _locked_hands(hand.table_id)
        current = _current(hands, hand)
        if hands[-1].number > hand.number:
            raise Conflict(Problem("later_hand", _("Void the later hands of this table first.")))
        settle_dispute(current, hands)
        save_fields(current, state=Hand.State.VOID, is_current=False)
        log(current, "hand_voided", by=by, text=normalise_text(reason))
    return current
