"""What was changed at a table, or asked for in vain, for everybody to see: what and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import RuleSet
from tournaments.models import Hand, Table

from .pad import noted

CORRECTED, VOID, ASKED, DECLINED, LATE = "corrected", "void", "asked", "declined", "late"


@dataclass(frozen=True, slots=True)
class Change:
    """A version that does not stand, what it said, and why.

    `kind` tells whether it was corrected or struck out, is asked for or was declined; late is
    what a table sent for the first time after the close.
    """

    hand: int
    tally: str
    reason: str
    kind: str


def changes(table: Table, ruleset: RuleSet) -> list[Change]:
    """Every change at a table, hand by hand, in one query."""
    versions = list(table.hands.select_related("ruling").order_by("number", "version"))
    return [_change(version, versions, ruleset) for version in versions if _is_past(version)]


def requests(table: Table, ruleset: RuleSet) -> list[Change]:
    """What was asked for and nobody has decided yet, in one query; late where nothing stands."""
    versions = list(table.hands.select_related("ruling").order_by("number", "version"))
    standing = {version.number for version in versions if version.is_current}
    return [
        Change(version.number, _brief(version, ruleset), version.reason, ASKED if version.number in standing else LATE)
        for version in versions
        if version.state == Hand.State.REQUESTED and not hasattr(version, "ruling")
    ]


def _is_past(version: Hand) -> bool:
    if version.state == Hand.State.REQUESTED:
        return hasattr(version, "ruling") and not version.ruling.accepted
    return not version.is_current


def _change(version: Hand, versions: Sequence[Hand], ruleset: RuleSet) -> Change:
    others = [v for v in versions if v.number == version.number and v.state != Hand.State.REQUESTED]
    tally = _brief(version, ruleset)
    if version.state == Hand.State.REQUESTED:
        kind = DECLINED if others else LATE
        return Change(version.number, tally, version.ruling.reason, kind)
    kind = VOID if version.state == Hand.State.VOID else CORRECTED
    return Change(version.number, tally, _why_replaced(version, others), kind)


def _why_replaced(version: Hand, others: Sequence[Hand]) -> str:
    """The reason of the version that stood next; what was only said against it never stood."""
    stood = (v for v in others if v.is_current or v.state != Hand.State.DISPUTED)
    return next((v.reason for v in stood if v.version > version.version), "")


def _brief(version: Hand, ruleset: RuleSet) -> str:
    return " · ".join(" ".join(noted(line, ruleset)) or "–" for line in version.lines)
