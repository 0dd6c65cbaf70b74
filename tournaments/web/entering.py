"""A page on which a hand is entered: by a scorer at the desk, or by whoever sits at the table."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.actions.problems import Refused
from tournaments.actions.tables import TableInPlay
from tournaments.actions.tallies import Entered
from tournaments.models import Hand

from .access import wants_json
from .forms.fields import number_in
from .forms.hands import TallyForm
from .forms.layout import Layout
from .locking import Lock, blank_form, seen_by
from .preview import as_told, before_hand, looked_at


@dataclass(frozen=True)
class Entering(ABC):
    """A hand of a table, the version of it that stands, and what is locked for it."""

    request: HttpRequest
    play: TableInPlay
    number: int
    standing: Hand | None
    locked: Lock | None

    @abstractmethod
    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page with this form."""

    @abstractmethod
    def lock(self, form: TallyForm) -> HttpResponse:
        """Lock what is asked before play and go on; raises Refused."""

    @abstractmethod
    def save(self, form: TallyForm) -> HttpResponse:
        """Store the tally and go on; raises Refused."""

    def preview(self, form: TallyForm) -> HttpResponse:
        """What the tally would give, on the page or for its script."""
        looked = looked_at(self.play, self.number, form)
        if wants_json(self.request):
            return JsonResponse(as_told(looked, form))
        form.report(looked.problems)
        return self.page(form, looked=looked)

    def answer(self) -> HttpResponse:
        """What was sent with the form is looked at, locked or saved; faults are on the form."""
        form = self.sent_form()
        if form.asks_first:
            return self._attempt(self.lock, form)
        if self.request.POST.get("do") == "preview":
            return self.preview(form)
        return self._attempt(self.save, form)

    def _attempt(self, act: Callable[[TallyForm], HttpResponse], form: TallyForm) -> HttpResponse:
        try:
            return act(form)
        except Refused as refusal:
            form.report(refusal.problems)
            return self.page(form, status=422)

    def blank_form(self) -> TallyForm:
        """The form to begin with."""
        change = "change" in self.request.GET
        return blank_form(self.play, self.number, self.locked, change=change)

    def sent_form(self) -> TallyForm:
        """The form as it was sent, with what is locked for the table."""
        return TallyForm(
            self.play,
            before_hand(self.play, self.number),
            data=self.request.POST.dict(),
            hand=self.standing,
            locked=self.locked.values if self.locked else None,
            asks_first=self.request.POST.get("do") == "lock",
        )

    def entered(self, form: TallyForm) -> Entered:
        """The tally to be stored; raises Stale for who has not seen what is locked now."""
        if self.locked:
            self.locked.refuse_unseen(seen_by(self.request), self.number)
        return Entered(
            number=self.number,
            tally=form.tally(),
            reason=self.request.POST.get("reason", "").strip(),
            replaces=number_in(self.request.POST, "replaces"),
        )

    def context(self, form: TallyForm, *, own: int = 0, **more: Any) -> dict[str, Any]:
        """What the page shows, beginning with the line of the side that is `own`."""
        if form.sheet.runs:
            more.setdefault("looked", looked_at(self.play, self.number, form))
        return {
            "form": form,
            "layout": Layout(form, own=own),
            "locked": self.locked,
            "reason": self.request.POST.get("reason", ""),
            **more,
        }
