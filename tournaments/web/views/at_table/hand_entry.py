"""Entering a hand at the table: keypad, result, sending, and confirming another player's hand."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import agreement, rejected_attempts, submissions
from tournaments.actions.at_table.agreement import Answer
from tournaments.actions.at_table.submissions import Disputed
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands.tallies import Entered, skipped
from tournaments.models import Hand, TableSession

from ...at_table.asked import asked_before
from ...at_table.chosen_seat import keep_chosen_seat
from ...at_table.idempotency import respond_once
from ...at_table.phone import PhoneAtTable, read_phone, sending_phone
from ...at_table.table_sessions import not_too_often, sent_by_phone, with_session
from ...desk.rejected_attempts import attempt_at_table
from ...forms.hands import TallyForm
from ...forms.inputs import number_in
from ...hands.entering import Entering, shown_versions
from ...hands.preview import preview_form, preview_json, says_the_same
from ...requests.access import wants_json
from .live_part import not_modified
from .page import table_page


@dataclass(frozen=True)
class EnteringAtTable(Entering):
    """A hand that a phone enters: a new one, one's own to change, a counter or a correction."""

    phone: PhoneAtTable

    @property
    def purpose(self) -> str:
        """The kind of tally: new, a change of one's own, a contradiction, a correction."""
        if self.standing is None:
            return "new"
        if self.standing.state == Hand.State.CONFIRMED or not self.phone.is_open:
            return "correction"
        if self.phone.seat and self.standing.seat == self.phone.seat.number:
            return "change"
        return "counter"

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The form of the hand; after a submission the table is read again."""
        phone = self.phone
        if not phone.mark:
            phone = read_phone(self.request, phone.session)
            return replace(self, phone=phone, play=phone.play).page(form, status=status, **more)
        context = {
            **self.context(form, own=phone.seat.side if phone.seat else 0),
            "number": self.number,
            "standing": self.standing,
            "purpose": self.purpose,
            "asked": asked_before(phone, self.standing, purpose=self.purpose),
            "question": self.standing if self.standing in phone.questions else None,
            "last_hand": self.play.state.rules.hands or 0,
            **more,
        }
        return table_page(self.request, phone, "at_table/enter.html", status=status, **context)

    def answer(self) -> HttpResponse:
        """Like at the desk; a hand that another player sent first may be compared with the input."""
        if self.request.POST.get("do") == "compare":
            return self._comparison_page(self.sent_form())
        return super().answer()

    def _comparison_page(self, form: TallyForm) -> HttpResponse:
        """The input beside the hand that was sent; if they are equal, only the question."""
        if self.standing is None or says_the_same(self.standing, form):
            return self._back()
        return self.page(form, compared=True)

    def _back(self) -> HttpResponse:
        return redirect("at-table", self.phone.tournament.slug)

    def lock(self, entered: Entered) -> HttpResponse:
        """Lock the announcement for all phones at the table."""
        by, pin = self.phone.acting_seat(self.request)
        submissions.announce(entered, by, pin=pin)
        return self._back()

    def save(self, form: TallyForm) -> HttpResponse:
        """Send the tally; a disputed one is stored too, beside the other."""
        session = self.phone.session
        if wants_json(self.request):
            return respond_once(self.request, session, lambda: [self._send(form)])
        try:
            self._send(form)
        except Disputed as dispute:
            rejected_attempts.record(dispute.codes, rejected_attempts.asker_of(session))
            messages.warning(self.request, dispute.problems[0].text(gettext))
        return self._back()

    def refused(self, form: TallyForm, refusal: Refusal) -> HttpResponse:
        """As at the desk; it is recorded for the director too."""
        rejected_attempts.record(refusal.codes, rejected_attempts.asker_of(self.phone.session))
        return super().refused(form, refusal)

    def _send(self, form: TallyForm) -> Hand:
        entered = self.entered(form)
        by, pin = self.phone.acting_seat(self.request)
        is_counter = self.request.POST.get("purpose") == "counter"
        if not (is_counter and entered.replaces and self.phone.players_confirm):
            return submissions.submit(entered, by, pin=pin)
        reply = Answer(
            number=self.number,
            version=entered.replaces,
            accept=False,
            pin=pin,
            counter=entered.tally,
            reason=str(entered.reason),
        )
        return agreement.answer(reply, by)


@never_cache
@not_too_often
@with_session
def hand(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """A hand to be filled in, and its tally sent: with a key of its own until it is answered."""
    phone = (sending_phone if request.method == "POST" else read_phone)(request, session)
    entry = EnteringAtTable(request, phone.play, number, phone)
    if request.method == "POST":
        return phone.refuse_unseated(request) or entry.answer()
    if unchanged := not_modified(request, phone):
        return unchanged
    if not 1 <= number <= phone.next_hand - phone.play.is_over:
        return _too_far(request, phone, number)
    return entry.page(entry.blank_form())


def _too_far(request: HttpRequest, phone: PhoneAtTable, number: int) -> HttpResponse:
    """Back to the table as it is; there is no hand before the first."""
    if number < 1:
        raise Http404
    if phone.may_enter:
        messages.warning(request, skipped(phone.next_hand).text(gettext))
    return redirect("at-table", phone.tournament.slug)


@require_POST
@with_session
def preview(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """Return the result of a tally, side by side, by the server's rules."""
    phone = sending_phone(request, session)
    if not 1 <= number <= phone.next_hand:
        raise Http404
    form = EnteringAtTable(request, phone.play, number, phone).sent_form()
    return JsonResponse(preview_json(preview_form(form), form))


@sent_by_phone
def answer(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """Yes, or a plain no that calls the director; from one's own phone, or with one's PIN."""
    accept = request.POST.get("accept") == "yes"

    def act(phone: PhoneAtTable) -> list[Hand]:
        by, pin = phone.acting_seat(request)
        version = number_in(request.POST, "version") or 0
        reply = Answer(number=number, version=version, accept=accept, pin=pin)
        return [agreement.answer(reply, by)]

    success = gettext("Hand %(hand)d is agreed.") % {"hand": number}
    return _act_on_hands(request, session, act, success if accept else gettext("The director has been called."))


@sent_by_phone
def agree(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Yes to every hand of the table that waits and another seat entered."""

    def act(phone: PhoneAtTable) -> list[Hand]:
        by, pin = phone.acting_seat(request)
        return agreement.agree_to_all(shown_versions(request), by, pin=pin)

    return _act_on_hands(request, session, act, gettext("The hands are agreed."))


def _act_on_hands(
    request: HttpRequest, session: TableSession, act: Callable[[PhoneAtTable], list[Hand]], success: str
) -> HttpResponse:
    """Run the action and redirect a page, or answer a script that repeats its request."""
    phone = sending_phone(request, session)
    if nobody := phone.refuse_unseated(request):
        return nobody
    if wants_json(request):
        return respond_once(request, session, lambda: act(phone))
    heard = attempt_at_table(request, session, lambda: act(phone), success)
    slug = phone.tournament.slug
    return keep_chosen_seat(request, redirect("at-table", slug), slug, refused=not heard)
