"""Entering a hand at the table: the keypad, what the hand gives, and sending it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import agreement, announcing, refusals, submissions
from tournaments.actions.at_table.agreement import Answer
from tournaments.actions.at_table.submissions import Disputed
from tournaments.actions.judging import Entered, skipped
from tournaments.actions.problems import Refused
from tournaments.models import Hand
from tournaments.web.access import wants_json
from tournaments.web.forms.fields import number as typed_number
from tournaments.web.forms.hands import TallyForm
from tournaments.web.forms.layout import Layout
from tournaments.web.locking import Lock, announced_by, blank_form, lock_of, seen_by
from tournaments.web.often import not_too_often
from tournaments.web.preview import as_told, before_hand, looked_at, says_the_same
from tournaments.web.sending import sent_once
from tournaments.web.sitting import Sitting, sitting_of

from .at_table_page import table_page
from .at_table_session import come_in_again, session_for, sit_down_first, speaking


def entry_page(
    request: HttpRequest,
    sitting: Sitting,
    number: int,
    *,
    form: TallyForm | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """The form for a hand: a new one, one's own to change, a counter-proposal or a correction."""
    standing = standing_hand(sitting, number)
    locked = lock_of(sitting.play, number)
    if form is None:
        form = blank_form(sitting.play, number, locked, change="change" in request.GET)
    if form.sheet.runs:
        more.setdefault("looked", looked_at(sitting.play, number, form))
    context = {
        "form": form,
        "layout": Layout(form, own=sitting.seat.side if sitting.seat else 0),
        "locked": locked,
        "number": number,
        "standing": standing,
        "purpose": purpose_of(sitting, standing),
        "question": standing if standing in sitting.questions else None,
        "reason": request.POST.get("reason", ""),
        "last_hand": sitting.play.state.rules.hands or 0,
        **more,
    }
    return table_page(request, sitting, "at_table/enter.html", status=status, **context)


def standing_hand(sitting: Sitting, number: int) -> Hand | None:
    """The version that stands under this number."""
    return next((hand for hand in sitting.play.hands if hand.number == number), None)


def purpose_of(sitting: Sitting, standing: Hand | None) -> str:
    """What a tally entered now would be: new, a change of one's own, a counter, a correction."""
    if standing is None:
        return "new"
    if standing.state == Hand.State.CONFIRMED or not sitting.is_open:
        return "correction"
    if sitting.seat and standing.seat == sitting.seat.number:
        return "change"
    return "counter"


def _form(request: HttpRequest, sitting: Sitting, number: int, locked: Lock | None) -> TallyForm:
    """The form as it was sent, with what is locked for the table."""
    return TallyForm(
        sitting.play,
        before_hand(sitting.play, number),
        data=request.POST.dict(),
        hand=standing_hand(sitting, number),
        locked=locked.values if locked else None,
        asks_first=request.POST.get("do") == "lock",
    )


@never_cache
@not_too_often
def hand(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A hand to be filled in, and its tally sent: with a key of its own until it is answered."""
    session = session_for(request, slug)
    if session is None:
        return come_in_again(request, slug)
    sitting = sitting_of(request, session)
    if request.method != "POST":
        if not 1 <= number <= sitting.next_hand - sitting.play.state.over:
            return _too_far(request, sitting, number)
        return entry_page(request, sitting, number)
    if nobody := sit_down_first(request, sitting):
        return nobody
    locked = lock_of(sitting.play, number)
    form = _form(request, sitting, number, locked)
    if form.asks_first:
        return _locked(request, sitting, number, form)
    if request.POST.get("do") == "compare":
        return _compared(request, sitting, number, form)
    if request.POST.get("do") == "preview":
        looked = looked_at(sitting.play, number, form)
        form.report(looked.problems)
        return entry_page(request, sitting, number, form=form, looked=looked)
    return _sent(request, sitting, number, form, locked)


def _too_far(request: HttpRequest, sitting: Sitting, number: int) -> HttpResponse:
    """Back to the table as it is; there is no hand before the first."""
    if number < 1:
        raise Http404
    if sitting.may_enter:
        messages.warning(request, skipped(sitting.next_hand).text())
    return redirect("at-table", sitting.tournament.slug)


def _compared(request: HttpRequest, sitting: Sitting, number: int, form: TallyForm) -> HttpResponse:
    """What was typed beside what another player has sent; where they agree, the question alone."""
    standing = standing_hand(sitting, number)
    if standing is None or says_the_same(sitting.play, standing, form.tally()):
        return redirect("at-table", sitting.tournament.slug)
    return entry_page(request, sitting, number, form=form, compared=True)


def _locked(request: HttpRequest, sitting: Sitting, number: int, form: TallyForm) -> HttpResponse:
    """Lock what is asked before play for every phone at the table."""
    try:
        with refusals.noted(sitting.session):
            voice, pin = speaking(request, sitting)
            announcing.announce(announced_by(request, number, form), voice, pin=pin)
    except Refused as refusal:
        form.report(refusal.problems)
        return entry_page(request, sitting, number, form=form, status=422)
    return redirect("at-table", sitting.tournament.slug)


def _sent(
    request: HttpRequest, sitting: Sitting, number: int, form: TallyForm, locked: Lock | None
) -> HttpResponse:
    """Send the tally; a disputed one was kept as well, beside the other."""
    if wants_json(request):
        return sent_once(
            request, sitting.session, lambda: [_send(request, sitting, number, form, locked)]
        )
    try:
        with refusals.noted(sitting.session):
            _send(request, sitting, number, form, locked)
    except Disputed as dispute:
        messages.warning(request, dispute.problems[0].text())
    except Refused as refusal:
        form.report(refusal.problems)
        return entry_page(request, sitting, number, form=form, status=422)
    return redirect("at-table", sitting.tournament.slug)


def _send(
    request: HttpRequest, sitting: Sitting, number: int, form: TallyForm, locked: Lock | None
) -> Hand:
    if locked:
        locked.refuse_unseen(seen_by(request), number)
    replaces = typed_number(request.POST.get("replaces", ""))
    voice, pin = speaking(request, sitting)
    version = replaces if isinstance(replaces, int) else None
    reason = request.POST.get("reason", "").strip()
    if request.POST.get("purpose") == "counter" and version and sitting.players_confirm:
        given = Answer(
            number=number,
            version=version,
            accept=False,
            pin=pin,
            counter=form.tally(),
            reason=reason,
        )
        return agreement.answer(given, voice)
    entered = Entered(number=number, tally=form.tally(), reason=reason, replaces=version)
    return submissions.submit(entered, voice, pin=pin)


@require_POST
def look(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a tally would give, side by side, by the rules that the server keeps."""
    session = session_for(request, slug)
    if session is None:
        return come_in_again(request, slug)
    sitting = sitting_of(request, session)
    if not 1 <= number <= sitting.next_hand:
        raise Http404
    form = _form(request, sitting, number, lock_of(sitting.play, number))
    return JsonResponse(as_told(looked_at(sitting.play, number, form), form))
