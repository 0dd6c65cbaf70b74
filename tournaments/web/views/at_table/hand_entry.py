"""Entering a hand at the table: the form, its preview, sending, and the confirmation of another player's hand."""

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
from tournaments.actions.hands.tallies import HandInput, skipped
from tournaments.models import Hand, TableSession
from tournaments.wording.of_hands import of_hand

from ...at_table.confirmers import confirmer_before_sending
from ...at_table.phone import PhoneAtTable, phone_of_request, read_phone
from ...at_table.table_sessions import keep_chosen_seat, rate_limited, sent_by_phone, with_session
from ...desk.rejected_attempts import attempt_at_table
from ...forms.hands import TallyForm
from ...forms.inputs import number_in
from ...hands.entering import Entering, shown_versions
from ...hands.preview import is_same_tally, preview_form, preview_json
from ...requests.access import wants_json
from ...requests.once import respond_once
from .page import not_modified, table_page


@dataclass(frozen=True)
class EnteringAtTable(Entering):
    """A hand that a phone enters, changes, contradicts or corrects."""

    phone: PhoneAtTable

    @property
    def purpose(self) -> str:
        """The kind of tally: `new`, `change` (of this seat's tally), `counter` (a contradiction) or `correction`."""
        if self.current is None:
            return "new"
        if self.current.state == Hand.State.CONFIRMED or not self.phone.is_open:
            return "correction"
        if self.phone.seat and self.current.seat == self.phone.seat.number:
            return "change"
        return "counter"

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page with the hand's form; after a submission, the table is read again for it."""
        phone = self.phone
        if not phone.mark:
            phone = read_phone(self.request, phone.session)
            return replace(self, phone=phone, play=phone.play).page(form, status=status, **more)
        context = {
            **self.context(form, own=phone.seat.side if phone.seat else 0),
            "number": self.number,
            "current": self.current,
            "purpose": self.purpose,
            "asked": confirmer_before_sending(phone, self.current, purpose=self.purpose),
            "question": self.current if self.current in phone.questions else None,
            "last_hand": self.play.state.rules.hands or 0,
            **more,
        }
        return table_page(self.request, phone, "at_table/enter.html", status=status, **context)

    def answer(self) -> HttpResponse:
        """Handle the form as at the desk; if another player sent this hand first, show both for comparison."""
        if self.request.POST.get("do") == "compare":
            return self._comparison_page(self.sent_form())
        return super().answer()

    def _comparison_page(self, form: TallyForm) -> HttpResponse:
        """Show the input beside the hand that was sent; redirect to the table if they are equal or no hand was sent."""
        if self.current is None or is_same_tally(self.current, form):
            return self._back()
        return self.page(form, compared=True)

    def _back(self) -> HttpResponse:
        return redirect("at-table", self.phone.tournament.slug)

    def lock(self, entered: HandInput) -> HttpResponse:
        """Lock the announcement for all phones at the table, and redirect to it; raises Refusal."""
        by, pin = self.phone.acting_seat(self.request)
        submissions.announce(entered, by, pin=pin)
        return self._back()

    def save(self, form: TallyForm) -> HttpResponse:
        """Send the tally; a tally that contradicts the current one is stored as a dispute."""
        session = self.phone.session
        if wants_json(self.request):
            return respond_once(self.request, session, lambda: [self._send(form)])
        try:
            self._send(form)
        except Disputed as dispute:
            rejected_attempts.record(dispute.codes, rejected_attempts.source_of_session(session))
            messages.warning(self.request, dispute.problems[0].text(gettext))
        return self._back()

    def refused(self, form: TallyForm, refusal: Refusal) -> HttpResponse:
        """Show the refusal as at the desk, and record it for the director."""
        rejected_attempts.record(refusal.codes, rejected_attempts.source_of_session(self.phone.session))
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
@rate_limited
@with_session
def hand(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """Show the form of a hand, or handle the submitted form."""
    phone = (phone_of_request if request.method == "POST" else read_phone)(request, session)
    entry = EnteringAtTable(request, phone.play, number, phone)
    if request.method == "POST":
        return phone.unseated_response(request) or entry.answer()
    if unchanged := not_modified(request, phone):
        return unchanged
    if not 1 <= number <= phone.next_hand - phone.play.is_over:
        return _redirect_to_table(request, phone, number)
    return entry.page(entry.blank_form())


def _redirect_to_table(request: HttpRequest, phone: PhoneAtTable, number: int) -> HttpResponse:
    """Redirect to the table for a hand that is not next; with a warning if the phone may enter hands.

    Raises Http404 for a number below 1.
    """
    if number < 1:
        raise Http404
    if phone.may_enter:
        messages.warning(request, skipped(phone.next_hand).text(gettext))
    return redirect("at-table", phone.tournament.slug)


@require_POST
@with_session
def preview(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """Return the result of a tally as JSON; raises Http404 unless the hand is the next one or recorded."""
    phone = phone_of_request(request, session)
    if not 1 <= number <= phone.next_hand:
        raise Http404
    form = EnteringAtTable(request, phone.play, number, phone).sent_form()
    return JsonResponse(preview_json(preview_form(form), form))


@sent_by_phone
def answer(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """Confirm a hand, or reject it and call the director. It needs the seat's phone or the seat's PIN."""
    accept = request.POST.get("accept") == "yes"

    def act(phone: PhoneAtTable) -> list[Hand]:
        by, pin = phone.acting_seat(request)
        version = number_in(request.POST, "version") or 0
        reply = Answer(number=number, version=version, accept=accept, pin=pin)
        return [agreement.answer(reply, by)]

    success = of_hand("agreed", session.table.round, number)
    return _act_on_hands(request, session, act, success if accept else gettext("The director has been called."))


@sent_by_phone
def agree(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Confirm all hands that another seat entered and that wait for confirmation, in the versions shown."""

    def act(phone: PhoneAtTable) -> list[Hand]:
        by, pin = phone.acting_seat(request)
        return agreement.agree_to_all(shown_versions(request), by, pin=pin)

    return _act_on_hands(request, session, act, gettext("The hands are agreed."))


def _act_on_hands(
    request: HttpRequest, session: TableSession, act: Callable[[PhoneAtTable], list[Hand]], success: str
) -> HttpResponse:
    """Run the action and redirect to the table; a script gets JSON, and the same response if it repeats its request."""
    phone = phone_of_request(request, session)
    if unseated := phone.unseated_response(request):
        return unseated
    if wants_json(request):
        return respond_once(request, session, lambda: act(phone))
    is_done = attempt_at_table(request, session, lambda: act(phone), success)
    slug = phone.tournament.slug
    return keep_chosen_seat(request, redirect("at-table", slug), slug, refused=not is_done)
