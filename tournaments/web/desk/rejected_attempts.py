"""Refused attempts at tables: recording them, and describing them to the director."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.at_table import rejected_attempts
from tournaments.actions.core.refusals import Refusal
from tournaments.models import RejectedAttempt, TableSession, Tournament
from tournaments.models.at_table import EVENING

from ..requests.faults import attempt

MAX_REFUSALS = 20
WORDS: Mapping[str, str | Promise] = {
    "another_table": _("something sent for another table"),
    "card_replaced": _("a card that was replaced"),
    "codes_closed": _("a code after five wrong ones"),
    "hand_changed": _("an answer to a result that had changed meanwhile"),
    "hand_skipped": _("a hand sent while the hand before it was missing"),
    "idempotency_key_reused": _("a different tally while an earlier one was still being sent"),
    "own_device": _("a result was confirmed by the phone that entered it"),
    "own_hand": _("a result was confirmed by the player who entered it"),
    "round_closed": _("something that came after the round was closed"),
    "seat_not_claimed": _("something sent for a seat of another phone"),
    "seat_taken": _("a seat that another phone has"),
    "too_many_tries": _("a PIN after five wrong ones"),
    "unknown_code": _("a wrong code"),
    "wrong_pin": _("a wrong PIN"),
}
"""The director's text for each kind of refused attempt."""


def recent_attempts(tournament: Tournament) -> list[tuple[RejectedAttempt, str]]:
    """Return the latest `MAX_REFUSALS` refused attempts of the last 24 hours, latest first, with texts."""
    recent = tournament.rejected_attempts.filter(last_at__gt=timezone.now() - EVENING)
    return [(each, str(WORDS[each.kind])) for each in recent[:MAX_REFUSALS]]


def attempt_at_table(request: HttpRequest, session: TableSession, act: Callable[[], object], done: str = "") -> bool:
    """Call the action as `attempt` does; a refusal is also recorded for the director."""

    def act_and_record() -> None:
        try:
            act()
        except Refusal as refusal:
            rejected_attempts.record(refusal.codes, rejected_attempts.source_of_session(session))
            raise

    return attempt(request, act_and_record, done)
