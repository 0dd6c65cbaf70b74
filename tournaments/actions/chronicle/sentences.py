"""A sentence for each kind of what the ledger tells of."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ..core.ledger_kinds import LedgerKind
from ..hands.struck_out import KEPT
from ..standings.compared_rows import TAKEN_BACK
from . import cases
from .told import Told

PLAIN: Final[Mapping[LedgerKind, str]] = {
    "draw_asked_for": _("The draw of round %(round)s was asked for."),
    "draw_refused": _("Round %(round)s could not be drawn."),
    "round_scheduled": _("The times of round %(round)s were set."),
    "draw_kept": _("Round %(round)s was left as it was drawn, though results before it had changed."),
    "round_published": _("Round %(round)s was published."),
    "round_unpublished": _("Round %(round)s was made a draft again."),
    "round_reopened": _("Round %(round)s was reopened."),
    "table_closed": _("Round %(round)s, table %(table)s: the table was closed before the round."),
    "table_reopened": _("Round %(round)s, table %(table)s: the table was reopened."),
    "constraints_changed": _("The seating rules were changed."),
    "clock_paused": _("Round %(round)s: the clock was stopped."),
    "clock_resumed": _("Round %(round)s: the clock was resumed."),
    "clock_ended": _("Round %(round)s: the time was ended."),
    "hand_confirmed": _("Round %(round)s, table %(table)s: hand %(hand)s was confirmed."),
    "hand_disputed": _("Round %(round)s, table %(table)s: hand %(hand)s was disputed."),
    "hand_voided": _("Round %(round)s, table %(table)s: hand %(hand)s was struck out."),
    "decision_undone": _("Round %(round)s, table %(table)s: the decision on hand %(hand)s was taken back."),
    "hand_announced": _("Round %(round)s, table %(table)s: what was announced before hand %(hand)s was locked."),
    "announcement_changed": _("Round %(round)s, table %(table)s: what was announced before hand %(hand)s was changed."),
    "correction_accepted": _("Round %(round)s, table %(table)s: the correction of hand %(hand)s was accepted."),
    "correction_declined": _("Round %(round)s, table %(table)s: the correction of hand %(hand)s was declined."),
    "entry_removed": _("%(name)s was struck off the list."),
    "entry_restored": _("%(name)s was put on the list again."),
    "entry_erased": _("%(name)s: the name was erased at the person’s wish."),
    "players_merged": _("%(name)s: two records of one person were merged."),
    "players_parted": _("%(name)s: two records were separated again."),
    "player_returned": _("Round %(round)s: a player of %(name)s sits there again."),
    "fee_set": _("The fee was set to %(amount)s."),
    "tournament_created": _("The tournament was created."),
    "tournament_archived": _("The tournament was archived."),
    "tournament_unarchived": _("The tournament was taken from the archive."),
    "tournament_deleted": _("The tournament was deleted."),
    "link_renewed": _("The tournament got a new link."),
    "standings_shown": _("The standings were shown to everybody again."),
    "disclosures_erased": _("Names and reasons were erased from earlier lines."),
    "table_key_rotated": _("Table %(number)s got a new card."),
    "pin_renewed": _("%(name)s got a new PIN."),
    "codes_opened": _("Table codes were unblocked."),
    "seats_alike": _("Round %(round)s, table %(table)s: two seats were taken from one phone, or one like it."),
}
BY_CASE: Final[Mapping[LedgerKind, Callable[[Told], str]]] = {
    "draft_dropped": cases.draft_dropped,
    "round_drawn": cases.round_drawn,
    "round_reseated": cases.round_reseated,
    "round_closed": cases.round_closed,
    "clock_started": cases.clock_started,
    "clock_extended": cases.clock_extended,
    "hand_submitted": cases.hand_entered,
    "hand_recorded": cases.hand_entered,
    "hand_countered": cases.hand_countered,
    "hand_corrected": cases.hand_corrected,
    "dispute_decided": cases.dispute_decided,
    "correction_requested": cases.correction_requested,
    "pack_agreed": cases.pack_agreed,
    "entries_registered": cases.entries_registered,
    "entries_checked_in": cases.entries_checked_in,
    "entries_withdrawn": cases.entries_withdrawn,
    "entries_returned": cases.entries_returned,
    "entry_changed": cases.entry_changed,
    "entry_renamed": cases.entry_renamed,
    "name_shown": cases.name_shown,
    "player_substituted": cases.player_substituted,
    "player_left": cases.player_left,
    "fee_changed": cases.fee_changed,
    "penalty_given": cases.penalty_given,
    "penalty_cancelled": cases.penalty_cancelled,
    "penalty_reinstated": cases.penalty_reinstated,
    "decision_given": cases.decision_given,
    "decision_taken_back": cases.decision_taken_back,
    "decision_reinstated": cases.decision_reinstated,
    "tournament_changed": cases.tournament_changed,
    "standings_hidden": cases.standings_hidden,
}


def sentence(told: Told) -> str:
    """What happened, in the reader's language, whether it undid something, and which earlier standings it changed."""
    what = _what(told)
    if "undoes" in told.facts:
        what = gettext("Undo: %(what)s") % {"what": what}
    if kept := told.facts.get(KEPT):
        what = f"{what} {_kept(len(kept))}"
    if rounds := told.facts.get("changed_standings"):
        told_rounds = {"what": what, "rounds": ", ".join(map(str, rounds))}
        changed = gettext("%(what)s This changed the standings after round %(rounds)s.")
        taken = gettext("%(what)s This took back the standings after round %(rounds)s.")
        what = (taken if TAKEN_BACK in told.facts else changed) % told_rounds
    return what


def _kept(hands: int) -> str:
    words = ngettext(
        "%(number)d struck-out hand is kept in the ledger.",
        "%(number)d struck-out hands are kept in the ledger.",
        hands,
    )
    return words % {"number": hands}


def _what(told: Told) -> str:
    """What happened; of a kind that another version of the program wrote, its name."""
    kind = cast("LedgerKind", told.kind)
    if kind in BY_CASE:
        return BY_CASE[kind](told)
    if kind in PLAIN:
        return gettext(PLAIN[kind]) % told.values
    return gettext("Written by another version of the program: %(kind)s.") % {"kind": told.kind}
