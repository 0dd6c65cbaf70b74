"""Entering a hand at the table: the keypad, what the hand gives, and sending it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import agreement, announcing, rejected_attempts, submissions
from tournaments.actions.at_table.agreement import Answer
from tournaments.actions.at_table.submissions import Disputed
from tournaments.actions.tallies import skipped
from tournaments.models import Hand
from tournaments.web.access import wants_json
from tournaments.web.entering import Entering
from tournaments.web.forms.hands import TallyForm
from tournaments.web.locking import announced_by, lock_of
from tournaments.web.preview import as_told, looked_at, says_the_same
from tournaments.web.sending import sent_once
from tournaments.web.table_sessions import PhoneAtTable, read_phone
from tournaments.web.throttles import not_too_often

from .page import table_page
from .session import come_in_again, session_for, sit_down_first, speaking


@dataclass(frozen=True)
class EnteringAtTable(Entering):
    """A hand that a phone enters: a new one, one's own to change, a counter or a correction."""

    phone: PhoneAtTable

    @property
    def purpose(self) -> str:
        """What a tally would be: new, a change of one's own, a counter, a correction."""
        if self.standing is None:
            return "new"
        if self.standing.state == Hand.State.CONFIRMED or not self.phone.is_open:
            return "correction"
        if self.phone.seat and self.standing.seat == self.phone.seat.number:
            return "change"
        return "counter"

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The form for the hand."""
        phone = self.phone
        context = {
            **self.context(form, own=phone.seat.side if phone.seat else 0),
            "number": self.number,
            "standing": self.standing,
            "purpose": self.purpose,
            "question": self.standing if self.standing in phone.questions else None,
            "last_hand": self.play.state.rules.hands or 0,
            **more,
        }
        return table_page(self.request, phone, "at_table/enter.html", status=status, **context)

    def answer(self) -> HttpResponse:
        """As at the desk; what another player sent first may be compared with what was typed."""
        if self.request.POST.get("do") == "compare":
            return self._compared(self.sent_form())
        return super().answer()

    def _compared(self, form: TallyForm) -> HttpResponse:
        """What was typed beside what was sent; where they agree, the question alone."""
        if self.standing is None or says_the_same(self.play, self.standing, form.tally()):
            return self._back()
        return self.page(form, compared=True)

    def _back(self) -> HttpResponse:
        return redirect("at-table", self.phone.tournament.slug)

    def lock(self, form: TallyForm) -> HttpResponse:
        """Lock what is asked before play for every phone at the table."""
        with rejected_attempts.recording(self.phone.session):
            voice, pin = speaking(self.request, self.phone)
            announcing.announce(announced_by(self.request, self.number, form), voice, pin=pin)
        return self._back()

    def save(self, form: TallyForm) -> HttpResponse:
        """Send the tally; a disputed one was kept as well, beside the other."""
        session = self.phone.session
        if wants_json(self.request):
            return sent_once(self.request, session, lambda: [self._send(form)])
        try:
            with rejected_attempts.recording(session):
                self._send(form)
        except Disputed as dispute:
            messages.warning(self.request, dispute.problems[0].text(gettext))
        return self._back()

    def _send(self, form: TallyForm) -> Hand:
        entered = self.entered(form)
        voice, pin = speaking(self.request, self.phone)
        is_counter = self.request.POST.get("purpose") == "counter"
        if not (is_counter and entered.replaces and self.phone.players_confirm):
            return submissions.submit(entered, voice, pin=pin)
        given = Answer(
            number=self.number,
            version=entered.replaces,
            accept=False,
            pin=pin,
            counter=entered.tally,
            reason=str(entered.reason),
        )
        return agreement.answer(given, voice)


def entering(request: HttpRequest, phone: PhoneAtTable, number: int) -> EnteringAtTable:
    """The hand of this number, to be entered by this phone."""
    play = phone.play
    standing = next((hand for hand in play.hands if hand.number == number), None)
    return EnteringAtTable(request, play, number, standing, lock_of(play, number), phone)


@never_cache
@not_too_often
def hand(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A hand to be filled in, and its tally sent: with a key of its own until it is answered."""
    session = session_for(request, slug)
    if session is None:
        return come_in_again(request, slug)
    phone = read_phone(request, session)
    if request.method != "POST":
        if not 1 <= number <= phone.next_hand - phone.play.state.over:
            return _too_far(request, phone, number)
        entry = entering(request, phone, number)
        return entry.page(entry.blank_form())
    return sit_down_first(request, phone) or entering(request, phone, number).answer()


def _too_far(request: HttpRequest, phone: PhoneAtTable, number: int) -> HttpResponse:
    """Back to the table as it is; there is no hand before the first."""
    if number < 1:
        raise Http404
    if phone.may_enter:
        messages.warning(request, skipped(phone.next_hand).text(gettext))
    return redirect("at-table", phone.tournament.slug)


@require_POST
def look(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a tally would give, side by side, by the rules that the server keeps."""
    session = session_for(request, slug)
    if session is None:
        return come_in_again(request, slug)
    phone = read_phone(request, session)
    if not 1 <= number <= phone.next_hand:
        raise Http404
    form = entering(request, phone, number).sent_form()
    return JsonResponse(as_told(looked_at(phone.play, number, form), form))
