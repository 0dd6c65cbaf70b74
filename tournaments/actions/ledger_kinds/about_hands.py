"""Ledger entries about hands, their disputes and corrections."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from .disclosed_event import DisclosedEvent
from .kind import EntryKind, RequestRuled, TableColumn

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
"""The most scores that fit on a line of a phone."""


def _scores(event: DisclosedEvent) -> str:
    """Return the end of a sentence with the scores, as ": 10 · 20."; former scores come before an arrow.

    Return "." if the scores are hidden or missing.
    """
    scores, before = event.facts.get("scores"), event.facts.get("before")
    if event.hides or not scores:
        return "."
    was = f"{_listed(before)} → " if before and before != scores else ""
    return f": {was}{_listed(scores)}."


def _listed(scores: Sequence[int | None]) -> str:
    """Return scores separated by dots; up to `IN_ONE_PIECE` scores stay on one line."""
    between = "\u00a0·\u00a0" if len(scores) <= IN_ONE_PIECE else "\u00a0· "
    return between.join("×" if score is None else str(score) for score in scores)


def _with_scores(on_hand: str, on_total: str = "") -> Callable[[DisclosedEvent], str]:
    """Return a function that gives a sentence which ends with the scores."""
    sentence = _plain(on_hand, on_total)
    return lambda event: sentence(event) + _scores(event)


def _plain(on_hand: str, on_total: str) -> Callable[[DisclosedEvent], str]:
    """Return a function that gives a sentence about a hand, or about a total if `on_total` is not ""."""
    return lambda event: gettext((event.facts.get("total") and on_total) or on_hand) % event.values


def _pack_agreed(event: DisclosedEvent) -> str:
    """Return the sentence about the pack that a table agreed to: a different pack, or the pack of the rules."""
    if event.facts.get("other_pack"):
        return gettext("Round %(round)s, table %(table)s: all players agreed to use another pack.") % event.values
    return gettext("Round %(round)s, table %(table)s: they play with the pack of the rules after all.") % event.values


_ENTERED = _with_scores(
    _("Round %(round)s, table %(table)s: hand %(hand)s was entered"),
    _("Round %(round)s, table %(table)s: the total was entered"),
)
KINDS: Final[Mapping[OfHands, EntryKind]] = {
    "hand_submitted": EntryKind(_ENTERED),
    "hand_countered": EntryKind(
        _with_scores(
            _("Round %(round)s, table %(table)s: for hand %(hand)s another result was entered"),
            _("Round %(round)s, table %(table)s: another total was entered"),
        )
    ),
    "hand_recorded": EntryKind(_ENTERED),
    "hand_corrected": EntryKind(
        _with_scores(
            _("Round %(round)s, table %(table)s: hand %(hand)s was corrected"),
            _("Round %(round)s, table %(table)s: the total was corrected"),
        )
    ),
    "hand_confirmed": EntryKind(
        _plain(
            _("Round %(round)s, table %(table)s: hand %(hand)s was confirmed."),
            _("Round %(round)s, table %(table)s: the total was confirmed."),
        )
    ),
    "hand_disputed": EntryKind(
        _plain(
            _("Round %(round)s, table %(table)s: hand %(hand)s was disputed."),
            _("Round %(round)s, table %(table)s: the total was disputed."),
        )
    ),
    "hand_voided": EntryKind(
        _plain(
            _("Round %(round)s, table %(table)s: hand %(hand)s was struck out."),
            _("Round %(round)s, table %(table)s: the total was struck out."),
        )
    ),
    "dispute_decided": EntryKind(
        _with_scores(
            _("Round %(round)s, table %(table)s: the dispute over hand %(hand)s was decided"),
            _("Round %(round)s, table %(table)s: the dispute over the total was decided"),
        )
    ),
    "decision_undone": EntryKind(
        _plain(
            _("Round %(round)s, table %(table)s: the decision on hand %(hand)s was taken back."),
            _("Round %(round)s, table %(table)s: the decision on the total was taken back."),
        )
    ),
    "hand_announced": EntryKind(
        _("Round %(round)s, table %(table)s: the announcements for hand %(hand)s were locked.")
    ),
    "announcement_changed": EntryKind(
        _("Round %(round)s, table %(table)s: the announcements for hand %(hand)s were changed.")
    ),
    "correction_requested": EntryKind(
        _with_scores(
            _("Round %(round)s, table %(table)s: a correction of hand %(hand)s was asked for"),
            _("Round %(round)s, table %(table)s: a correction of the total was asked for"),
        )
    ),
    "correction_accepted": EntryKind(
        _plain(
            _("Round %(round)s, table %(table)s: the correction of hand %(hand)s was accepted."),
            _("Round %(round)s, table %(table)s: the correction of the total was accepted."),
        ),
        replay=RequestRuled(accepted=True),
    ),
    "correction_declined": EntryKind(
        _plain(
            _("Round %(round)s, table %(table)s: the correction of hand %(hand)s was declined."),
            _("Round %(round)s, table %(table)s: the correction of the total was declined."),
        ),
        replay=RequestRuled(accepted=False),
    ),
    "pack_agreed": EntryKind(_pack_agreed, replay=TableColumn("other_pack")),
}
