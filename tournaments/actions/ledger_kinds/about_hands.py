"""Ledger entries about hands, their disputes and corrections."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from .kind import EntryKind, Ruled, TableHas
from .told import Told

OfHands = Literal[
    "hand_submitted",
    "hand_countered",
    "hand_recorded",
    "hand_corrected",
    "hand_confirmed",
    "hand_disputed",
    "hand_voided",
    "dispute_decided",
    "decision_undone",
    "hand_announced",
    "announcement_changed",
    "correction_requested",
    "correction_accepted",
    "correction_declined",
    "pack_agreed",
]
IN_ONE_PIECE = 4
"""The number of scores that fit on a line of a phone."""


def _scores(told: Told) -> str:
    """Return a hand's scores after a colon, preceded by the former ones; only a full stop if results are hidden."""
    scores, before = told.facts.get("scores"), told.facts.get("before")
    if told.hides or not scores:
        return "."
    was = f"{_listed(before)} → " if before and before != scores else ""
    return f": {was}{_listed(scores)}."


def _listed(scores: Sequence[int | None]) -> str:
    """Return scores side by side; few are kept on one line, as a line may break after a dash but not after a dot."""
    between = "\u00a0·\u00a0" if len(scores) <= IN_ONE_PIECE else "\u00a0· "
    return between.join("×" if score is None else str(score) for score in scores)


def _with_scores(template: str) -> Callable[[Told], str]:
    """Return a function for the sentence that ends with the scores."""
    return lambda told: gettext(template) % told.values + _scores(told)


def _pack_agreed(told: Told) -> str:
    """Return the sentence about the agreed pack: another one, or that of the rules."""
    if told.facts.get("other_pack"):
        return gettext("Round %(round)s, table %(table)s: all agreed to another pack.") % told.values
    return gettext("Round %(round)s, table %(table)s: the pack of the rules is played with after all.") % told.values


_ENTERED = _with_scores(_("Round %(round)s, table %(table)s: hand %(hand)s was entered"))
KINDS: Final[Mapping[OfHands, EntryKind]] = {
    "hand_submitted": EntryKind(_ENTERED),
    "hand_countered": EntryKind(
        _with_scores(_("Round %(round)s, table %(table)s: for hand %(hand)s another result was entered"))
    ),
    "hand_recorded": EntryKind(_ENTERED),
    "hand_corrected": EntryKind(_with_scores(_("Round %(round)s, table %(table)s: hand %(hand)s was corrected"))),
    "hand_confirmed": EntryKind(_("Round %(round)s, table %(table)s: hand %(hand)s was confirmed.")),
    "hand_disputed": EntryKind(_("Round %(round)s, table %(table)s: hand %(hand)s was disputed.")),
    "hand_voided": EntryKind(_("Round %(round)s, table %(table)s: hand %(hand)s was struck out.")),
    "dispute_decided": EntryKind(
        _with_scores(_("Round %(round)s, table %(table)s: the dispute over hand %(hand)s was decided"))
    ),
    "decision_undone": EntryKind(_("Round %(round)s, table %(table)s: the decision on hand %(hand)s was taken back.")),
    "hand_announced": EntryKind(
        _("Round %(round)s, table %(table)s: what was announced before hand %(hand)s was locked.")
    ),
    "announcement_changed": EntryKind(
        _("Round %(round)s, table %(table)s: what was announced before hand %(hand)s was changed.")
    ),
    "correction_requested": EntryKind(
        _with_scores(_("Round %(round)s, table %(table)s: a correction of hand %(hand)s was asked for"))
    ),
    "correction_accepted": EntryKind(
        _("Round %(round)s, table %(table)s: the correction of hand %(hand)s was accepted."),
        replay=Ruled(accepted=True),
    ),
    "correction_declined": EntryKind(
        _("Round %(round)s, table %(table)s: the correction of hand %(hand)s was declined."),
        replay=Ruled(accepted=False),
    ),
    "pack_agreed": EntryKind(_pack_agreed, replay=TableHas("other_pack")),
}
