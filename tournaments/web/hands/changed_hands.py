"""Former versions of hands, and requests, on the score pad: what they said, who replaced them, when and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import IntegerField, OuterRef
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.ruleset import RuleSet
from tournaments.models import Hand, LedgerEntry, Role, Table, role_at
from tournaments.wording.words import seat_name

from .score_pad import brief

CORRECTED, SAID, VOID = "corrected", "said", "void"
ASKED, DECLINED, LATE = "asked", "declined", "late"


@dataclass(frozen=True, slots=True)
class FormerVersion:
    """A version that is not current, what it said, and the reason; `who` is a role or a seat, never a name.

    `kind` is `corrected`, `void` (struck out), `said` (disputed), `asked` or `declined` (a request), or `late` (a hand
    that a table sent for the first time after the closing).
    """

    hand: int
    tally: str
    reason: str
    kind: str
    who: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class _Act:
    """What ended a version: who did it, when, and why."""

    who: str
    at: datetime
    reason: str


def changes(table: Table, ruleset: RuleSet, *, seats: int, own: int = 0) -> list[FormerVersion]:
    """Return former versions and declined requests, by hand; in one query, or two if a hand was struck out.

    Tallies begin with the side `own`.
    """
    versions = list(table.hands.with_roles().select_related("ruling").order_by("number", "version"))
    struck_out = _struck_out(table) if any(version.state == Hand.State.VOID for version in versions) else {}
    return [
        _change(
            _ending_act(version, versions, struck_out, seats=seats),
            FormerVersion(version.number, brief(version, ruleset, own=own), "", _kind(version, versions)),
            version.recorded_at,
        )
        for version in versions
        if _is_past(version)
    ]


def requests(table: Table, ruleset: RuleSet, *, own: int = 0) -> list[FormerVersion]:
    """Return the requests that nobody has decided, in one query."""
    versions = list(table.hands.select_related("ruling").order_by("number", "version"))
    current = {version.number for version in versions if version.is_current}
    return [
        FormerVersion(
            version.number,
            brief(version, ruleset, own=own),
            version.reason,
            ASKED if version.number in current else LATE,
        )
        for version in versions
        if version.state == Hand.State.REQUESTED and not hasattr(version, "ruling")
    ]


def _is_past(version: Hand) -> bool:
    if version.state == Hand.State.REQUESTED:
        return hasattr(version, "ruling") and not version.ruling.accepted
    return not version.is_current


def _change(act: _Act | None, change: FormerVersion, since: datetime) -> FormerVersion:
    if act is None:
        return change
    return replace(change, reason=act.reason, who=act.who, when=_moment(act.at, since))


def _kind(version: Hand, versions: Sequence[Hand]) -> str:
    if version.state != Hand.State.REQUESTED:
        return {Hand.State.VOID: VOID, Hand.State.DISPUTED: SAID}.get(Hand.State(version.state), CORRECTED)
    others = (v for v in versions if v.number == version.number and v.state != Hand.State.REQUESTED)
    return DECLINED if any(others) else LATE


def _ending_act(
    version: Hand, versions: Sequence[Hand], struck_out: Mapping[tuple[int, int], _Act], *, seats: int
) -> _Act | None:
    """Return what ended a version: a dispute, a refusal, striking out, or a newer version; None if nothing did."""
    if version.state == Hand.State.DISPUTED:
        return _Act(_writer(version, seats), version.recorded_at, version.reason)
    if version.state == Hand.State.REQUESTED:
        return _Act(_role(version.ruling_role), version.ruling.ruled_at, version.ruling.reason)
    if version.state == Hand.State.VOID:
        return struck_out.get((version.number, version.version))
    following = _replaced_by(version, versions)
    return _Act(_writer(following, seats), following.recorded_at, following.reason) if following else None


def _replaced_by(version: Hand, versions: Sequence[Hand]) -> Hand | None:
    """Return the next version that is or was current, or None."""
    never = (Hand.State.DISPUTED, Hand.State.REQUESTED)
    later = (v for v in versions if v.number == version.number and v.version > version.version)
    return next((v for v in later if v.is_current or v.state not in never), None)


def _writer(hand: Hand, seats: int) -> str:
    if hand.source == "table" and hand.seat is not None:
        return seat_name(hand.seat, seats)
    return _role(hand.role)


def _role(role: str | None) -> str:
    return _("scorer") if role == Role.SCORER else _("director")


def _struck_out(table: Table) -> dict[tuple[int, int], _Act]:
    """Return, from the ledger, what struck out each (hand, version)."""
    at = {"facts__round": table.round.number, "facts__table": table.number}
    links = LedgerEntry.objects.filter(tournament=table.round.tournament_id, kind="hand_voided", **at)
    user = Cast(KeyTextTransform("user", OuterRef("disclosure__personal")), IntegerField())
    had = role_at(table.round.tournament.club_id, user, OuterRef("at"))
    found = links.select_related("disclosure").annotate(role=had).order_by("sequence")
    return {
        (link.facts["hand"], link.facts["version"]): _Act(_role(link.role), link.at, link.personal.get("text", ""))
        for link in found
    }


def _moment(at: datetime, since: datetime) -> str:
    """Return a time of day as text; with the date, if the other version is from another day."""
    here, there = timezone.localtime(at), timezone.localtime(since)
    return date_format(here, "H:i" if here.date() == there.date() else "SHORT_DATETIME_FORMAT")
