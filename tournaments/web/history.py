"""What was changed at a table, for everybody to see: the old tally and the reason."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ruleset import RuleSet
from tournaments.models import Hand, Table

from .pad import noted


@dataclass(frozen=True, slots=True)
class Change:
    """A version that no longer stands, what it said, and why another one took its place."""

    hand: int
    tally: str
    reason: str
    is_void: bool


def changes(table: Table, ruleset: RuleSet) -> list[Change]:
    """Every change at a table, hand by hand, in one query."""
    versions = list(table.hands.order_by("number", "version"))
    reasons = {(version.number, version.version): version.reason for version in versions}
    return [
        Change(
            hand=version.number,
            tally=_brief(version, ruleset),
            reason=reasons.get((version.number, version.version + 1), ""),
            is_void=version.state == Hand.State.VOID,
        )
        for version in versions
        if not version.is_current and version.state != Hand.State.CLAIM
    ]


def _brief(version: Hand, ruleset: RuleSet) -> str:
    return ", ".join(" ".join(noted(line, ruleset)) or "–" for line in version.lines)
