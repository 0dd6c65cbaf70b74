"""Ledger entries about penalties and decisions."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from django.utils.translation import gettext, gettext_lazy

from .kind import ChangesEntry, EntryKind
from .told import Told

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


def _penalty_given(told: Told) -> str:
    """Return the sentence about a penalty, with its amount and round unless results are hidden."""
    if told.hides:
        return gettext("%(name)s got a penalty.") % told.values
    if told.facts.get("round"):
        return gettext("%(name)s got a penalty of %(points)s in round %(round)s.") % told.values
    return gettext("%(name)s got a penalty of %(points)s.") % told.values


def _penalty_cancelled(told: Told) -> str:
    """Return the sentence about a cancelled penalty, with its amount unless results are hidden."""
    if told.hides:
        return gettext("%(name)s: a penalty was cancelled.") % told.values
    return gettext("%(name)s: the penalty of %(points)s was cancelled.") % told.values


def _again(sentence: Callable[[Told], str]) -> Callable[[Told], str]:
    """Return a function for the sentence that a penalty or decision is in force again."""
    return lambda told: gettext("In force again: %(what)s") % {"what": sentence(told)}


def _decision_given(told: Told) -> str:
    """Return the sentence about a decision, with the round's score unless results are hidden."""
    is_told = told.facts.get("amount") is not None and not told.hides
    return str((DECIDED_WORTH if is_told else DECIDED)[told.facts["decided"]]) % told.values


def _decision_taken_back(told: Told) -> str:
    """Return the sentence about a decision that was taken back."""
    return gettext("Taken back: %(what)s") % {"what": _decision_given(told)}


KINDS: Final[Mapping[OfPenalties, EntryKind]] = {
    "penalty_given": EntryKind(_penalty_given, changes="standings"),
    "penalty_cancelled": EntryKind(_penalty_cancelled, changes="standings"),
    "penalty_reinstated": EntryKind(_again(_penalty_given), changes="standings"),
    "decision_given": EntryKind(_decision_given, changes="standings", replay=ChangesEntry()),
    "decision_taken_back": EntryKind(_decision_taken_back, changes="standings", replay=ChangesEntry()),
    "decision_reinstated": EntryKind(_again(_decision_given), changes="standings"),
}
