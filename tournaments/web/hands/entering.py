"""Pages on which a hand is entered, at the desk or at the table.

An announcement, such as a bid, is locked for all phones at the table, and is then shown beside the other fields.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from scoring.bidi import marked
from scoring.table import judge_next
from tournaments.actions.core.refusals import Invalid, Refusal
from tournaments.actions.hands.announcements import stale_announcement
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.hands.tallies import HandInput, overlong
from tournaments.models import Announcement, Hand

from ..forms.hands import Locked, TallyForm
from ..forms.inputs import number_in
from ..forms.layout import Layout
from ..forms.required_answers import missing_answers
from ..requests.access import wants_json
from .preview import preview_form, preview_json

SHOWN = re.compile(r"version-([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class LockedVersion:
    """A version of an announcement: the values of the sides side by side, and who entered it."""

    announcement: Announcement
    who: str
    values: str


@dataclass(frozen=True, slots=True)
class Lock:
    """The announcement of a hand: for each side the values by field; and all versions."""

    values: Locked
    versions: Sequence[LockedVersion]

    @property
    def version(self) -> int:
        """The number of the announcement's current version."""
        return self.versions[-1].announcement.version

    @property
    def as_typed(self) -> dict[str, str]:
        """The values in the format of the form."""
        return {
            f"line-{side}-{name}": str(value) for name, sides in self.values.items() for side, value in enumerate(sides)
        }


@dataclass(frozen=True)
class Entering(ABC):
    """A hand of a table on a page, with its current version and its announcement."""

    request: HttpRequest
    play: TableInPlay
    number: int

    @cached_property
    def current(self) -> Hand | None:
        """The current version of the hand, if there is one."""
        return next((hand for hand in self.play.hands if hand.number == self.number), None)

    @cached_property
    def locked(self) -> Lock | None:
        """The hand's announcement, with the values of the recorded hand if there is one.

        It is None if nothing is announced.
        """
        names = self.play.rules.announced
        announced = list(self.play.table.announcements.filter(number=self.number).order_by("version")) if names else []
        if not announced:
            return None
        lines = self.current.lines if self.current else announced[-1].lines
        values = {name: [line[name] if line else 0 for line in lines] for name in names}
        return Lock(values, [_version(one, self.play, names) for one in announced])

    @abstractmethod
    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """Return the page with this form."""

    @abstractmethod
    def lock(self, entered: HandInput) -> HttpResponse:
        """Lock the announcement and return the next page. Raises Refusal."""

    @abstractmethod
    def save(self, form: TallyForm) -> HttpResponse:
        """Store the tally and return the next page. Raises Refusal."""

    def preview(self, form: TallyForm) -> HttpResponse:
        """Return the result of the tally, on the page or as JSON."""
        preview = preview_form(form)
        if wants_json(self.request):
            return JsonResponse(preview_json(preview, form))
        form.report(preview.problems)
        return self.page(form, preview=preview)

    def answer(self) -> HttpResponse:
        """Handle the submitted form: preview, lock or save. Problems are shown on the form."""
        form = self.sent_form()
        if self.request.POST.get("do") == "preview":
            return self.preview(form)
        try:
            if form.asks_first:
                return self.lock(
                    HandInput(number=self.number, tally=form.tally(), replaces=self._locked_version_seen())
                )
            return self.save(form)
        except Refusal as refusal:
            return self.refused(form, refusal)

    def refused(self, form: TallyForm, refusal: Refusal) -> HttpResponse:
        """Return the page again with status 422 and every fault on the form."""
        form.report(refusal.problems)
        return self.page(form, status=422)

    def _locked_version_seen(self) -> int | None:
        """Return the version of the announcement that the page showed."""
        return number_in(self.request.POST, "locked")

    def blank_form(self) -> TallyForm:
        """Return the form before it is submitted: with the current version, or empty for announcement or tally."""
        values = self.locked.values if self.locked else None
        if self.current:
            return self._form(hand=self.current, locked=values)
        if self.locked is None:
            return self._form(asks_first=bool(self.play.rules.announced))
        if "change" in self.request.GET:
            return self._form(data=self.locked.as_typed, asks_first=True)
        return self._form(locked=values)

    def sent_form(self) -> TallyForm:
        """Return the submitted form, with the announcement of the table."""
        return self._form(
            data=self.request.POST.dict(),
            hand=self.current,
            locked=self.locked.values if self.locked else None,
            asks_first=self.request.POST.get("do") == "lock",
        )

    def _form(self, **filled: Any) -> TallyForm:
        return TallyForm(self.play, self.number, **filled)

    def entered(self, form: TallyForm) -> HandInput:
        """Return the tally to be stored.

        Raises Stale if the announcement has changed since the page was shown, Invalid if facts are missing.
        """
        if self.locked and self.locked.version != self._locked_version_seen():
            raise stale_announcement(self.number)
        entered = HandInput(
            number=self.number,
            tally=form.tally(),
            reason=self._reason(),
            replaces=number_in(self.request.POST, "replaces"),
        )
        if missing := missing_answers(form):
            score = judge_next(form.game, form.before, entered.tally)
            raise Invalid([*missing, *(score if isinstance(score, list) else ()), *overlong(entered)])
        return entered

    def _reason(self) -> str:
        """Return the reason for a correction: the text of the button, of the text field, or both."""
        said = (self.request.POST.get(name, "").strip() for name in ("why", "reason"))
        return ": ".join(filter(None, said))

    def context(self, form: TallyForm, *, own: int = 0, **more: Any) -> dict[str, Any]:
        """Return the context of the page. Its layout begins with the line of the side `own`."""
        if form.layout.runs:
            more.setdefault("preview", preview_form(form))
        return {
            "form": form,
            "layout": Layout(form, own=own),
            "locked": self.locked,
            "reason": self.request.POST.get("reason", ""),
            **more,
        }


def _version(announcement: Announcement, play: TableInPlay, names: Sequence[str]) -> LockedVersion:
    seat = next((seat for seat in play.seats if seat.number == announcement.seat), None)
    hand = announcement.number
    values = ", ".join(
        f"{' – '.join(marked(seat.name_at(hand)) for seat in side)} {' '.join(str(line[n]) for n in names)}"
        for side, line in zip(play.sides, announcement.lines, strict=True)
        if line
    )
    return LockedVersion(announcement, marked(seat.name_at(hand)) if seat else _("the director"), values)


def shown_versions(request: HttpRequest) -> dict[int, int]:
    """Return, by hand, the version that the user saw before confirming all hands."""
    hands = [int(found[1]) for found in map(SHOWN.fullmatch, request.POST) if found]
    typed = {hand: number_in(request.POST, f"version-{hand}") for hand in hands}
    return {hand: version for hand, version in typed.items() if version is not None}
