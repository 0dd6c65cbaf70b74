"""What is asked before play, such as bids: locked for the table, shown beside what follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.actions.announcements import Announced, changed
from tournaments.actions.tables import TableInPlay
from tournaments.models import Announcement, Hand

from .forms.fields import number_in
from .forms.hands import Locked, TallyForm
from .preview import before_hand

SEEN = "locked"
"""The field that says which version of what is locked somebody has seen."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of what was locked: the values side by side, and who entered it."""

    announcement: Announcement
    who: str
    said: str


@dataclass(frozen=True, slots=True)
class Lock:
    """What is locked for a hand: values by field for each side, and every version of it."""

    values: Locked
    versions: Sequence[Version]

    @property
    def version(self) -> int:
        """The number of the version that is locked now."""
        return self.versions[-1].announcement.version

    @property
    def as_typed(self) -> dict[str, str]:
        """The values as somebody would type them, to be changed."""
        return {
            f"line-{side}-{name}": str(value) for name, sides in self.values.items() for side, value in enumerate(sides)
        }

    def refuse_unseen(self, seen: int | None, hand: int) -> None:
        """Raise Stale for whoever has seen another version than the one that is locked."""
        if seen != self.version:
            raise changed(hand)


def lock_of(play: TableInPlay, hand: int) -> Lock | None:
    """What is locked for a hand; once the hand stands, as its own lines have it."""
    names = play.table.round.tournament.rules.announced
    if not names:
        return None
    announced = list(play.table.announcements.filter(number=hand).order_by("version"))
    if not announced:
        return None
    standing = _standing(play, hand)
    values = _by_field(standing.lines if standing else announced[-1].lines, names)
    return Lock(values, [_version(one, play, names) for one in announced])


def _version(one: Announcement, play: TableInPlay, names: Sequence[str]) -> Version:
    seat = next((seat for seat in play.seats if seat.number == one.seat), None)
    said = ", ".join(
        f"{' – '.join(seat.entry.name for seat in side)} {' '.join(str(line[n]) for n in names)}"
        for side, line in zip(play.sides, one.lines, strict=True)
        if line
    )
    return Version(one, seat.entry.name if seat else _("the director"), said)


def _by_field(lines: Sequence[Mapping[str, int] | None], names: Sequence[str]) -> Locked:
    return {name: [line[name] if line else 0 for line in lines] for name in names}


def _standing(play: TableInPlay, hand: int) -> Hand | None:
    return next((one for one in play.hands if one.number == hand), None)


def blank_form(play: TableInPlay, hand: int, lock: Lock | None, *, change: bool = False) -> TallyForm:
    """The form to begin with: what is asked before play comes first, or again to be changed."""
    before = before_hand(play, hand)
    values = lock.values if lock else None
    if standing := _standing(play, hand):
        return TallyForm(play, before, hand=standing, locked=values)
    if lock is None:
        announces = bool(play.table.round.tournament.rules.announced)
        return TallyForm(play, before, asks_first=announces)
    if change:
        return TallyForm(play, before, data=lock.as_typed, asks_first=True)
    return TallyForm(play, before, locked=values)


def announced_by(request: HttpRequest, hand: int, form: TallyForm) -> Announced:
    """What somebody means to lock, with the version of it that was seen."""
    return Announced(number=hand, said=form.tally(), replaces=seen_by(request))


def seen_by(request: HttpRequest) -> int | None:
    """The version of what is locked that a page was made from."""
    return number_in(request.POST, SEEN)
