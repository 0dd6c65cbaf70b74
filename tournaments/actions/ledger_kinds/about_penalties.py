"""Ledger entries about penalties and decisions."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from django.utils.translation import gettext, gettext_lazy

from .disclosed_event import DisclosedEvent
from .kind import ChangesEntry, EntryKind

OfPenalties = Literal[
    "penalty_given",
    "penalty_cancelled",
    "penalty_reinstated",
    "decision_given",
    "decision_taken_back",
    "decision_reinstated",
]
DECIDED: Mapping[str, Any] = {
    "award": gettext_lazy("%(name)s got an award for round %(round)s."),
    "forfeit": gettext_lazy("%(name)s forfeited round %(round)s."),
    "absent": gettext_lazy("%(name)s was absent in round %(round)s."),
    "disqualified": gettext_lazy("%(name)s was disqualified."),
}
DECIDED_WORTH: Mapping[str, Any] = {
    "award": gettext_lazy("%(name)s got an award of %(points)s for round %(round)s."),
    "forfeit": gettext_lazy("%(name)s forfeited round %(round)s, which counts %(points)s."),
    "absent": gettext_lazy("%(name)s was absent in round %(round)s, which counts %(points)s."),
}


def _penalty_given(event: DisclosedEvent) -> str:
    """Return the sentence about a penalty, with its amount and round unless results are hidden."""
    if event.hides:
        return gettext("%(name)s got a penalty.") % event.values
    if event.facts.get("round"):
        return gettext("%(name)s got a penalty of %(points)s in round %(round)s.") % event.values
    return gettext("%(name)s got a penalty of %(points)s.") % event.values


def _penalty_cancelled(event: DisclosedEvent) -> str:
    """Return the sentence about a cancelled penalty, with its amount unless results are hidden."""
    if event.hides:
        return gettext("%(name)s: a penalty was cancelled.") % event.values
    return gettext("%(name)s: the penalty of %(points)s was cancelled.") % event.values


def _again(sentence: Callable[[DisclosedEvent], str]) -> Callable[[DisclosedEvent], str]:
    """Return a function that changes a sentence into one that says that the penalty or decision is in force again."""
    return lambda event: gettext("In force again: %(what)s") % {"what": sentence(event)}


def _decision_given(event: DisclosedEvent) -> str:
    """Return the sentence about a decision, with its amount, if any, unless results are hidden."""
    shows_amount = event.facts.get("amount") is not None and not event.hides
    return str((DECIDED_WORTH if shows_amount else DECIDED)[event.facts["decided"]]) % event.values


def _decision_taken_back(event: DisclosedEvent) -> str:
    """Return the sentence about a decision that was taken back."""
    return gettext("Taken back: %(what)s") % {"what": _decision_given(event)}


KINDS: Final[Mapping[OfPenalties, EntryKind]] = {
    "penalty_given": EntryKind(_penalty_given, changes="standings"),
    "penalty_cancelled": EntryKind(_penalty_cancelled, changes="standings"),
    "penalty_reinstated": EntryKind(_again(_penalty_given), changes="standings"),
    "decision_given": EntryKind(_decision_given, changes="standings", replay=ChangesEntry()),
    "decision_taken_back": EntryKind(_decision_taken_back, changes="standings", replay=ChangesEntry()),
    "decision_reinstated": EntryKind(_again(_decision_given), changes="standings"),
}
