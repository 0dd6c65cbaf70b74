"""Entering a hand at the table: the keypad, what the hand gives, and sending it."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.actions import agreement, devices
from tournaments.actions.agreement import Answer, Disputed
from tournaments.actions.judging import Entered
from tournaments.actions.problems import Refused
from tournaments.models import Hand, TableSession
from tournaments.web import sitting as coming
from tournaments.web.forms.fields import number as typed_number
from tournaments.web.forms.hands import TallyForm
from tournaments.web.forms.layout import Layout
from tournaments.web.preview import Preview, before_hand, preview
from tournaments.web.sending import sent_once
from tournaments.web.sitting import Sitting, sitting_of
from tournaments.web.words import figure, units

from .at_table_page import table_page

KEYPAD_COLUMNS = ("points",)
"""The games whose hand is one number for each side are entered with the keypad."""


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
    form = form or _form(sitting, number)
    own = sitting.seat.side if sitting.seat else 0
    context = {
        "form": form,
        "lines": [*form.lines[own:], *form.lines[:own]],
        "layout": Layout(form),
        "by_keypad": form.sheet.columns == KEYPAD_COLUMNS,
        "number": number,
        "standing": standing,
        "purpose": purpose_of(sitting, standing),
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


def _form(sitting: Sitting, number: int, data: Mapping[str, str] | None = None) -> TallyForm:
    before = before_hand(sitting.play, number)
    hand = standing_hand(sitting, number)
    return TallyForm(sitting.play, before, data=data, hand=hand)


@never_cache
def hand(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A hand to be filled in, and its tally sent: with a key of its own until it is answered."""
    session = _session(request, slug)
    if session is None:
        return _come_in_again(request, slug)
    sitting = sitting_of(request, session)
    if not 1 <= number <= sitting.next_hand or (
        number == sitting.next_hand and sitting.play.state.over
    ):
        raise Http404
    if request.method != "POST":
        return entry_page(request, sitting, number)
    form = _form(sitting, number, request.POST.dict())
    if request.POST.get("do") == "preview":
        looked = preview(sitting.play, number, form.tally())
        form.report(looked.problems)
        return entry_page(request, sitting, number, form=form, looked=looked)
    return _sent(request, sitting, number, form)


def _session(request: HttpRequest, slug: str) -> TableSession | None:
    """The session of this browser; for a tally that was kept, its own at the table it was for."""
    session = coming.find_session(request, slug)
    round_number = typed_number(request.POST.get("round", ""))
    table = typed_number(request.POST.get("table", ""))
    if not isinstance(round_number, int) or not isinstance(table, int):
        return session
    if session and (session.table.round.number, session.table.number) == (round_number, table):
        return session
    tournament = coming.tournament_at(slug)
    if tournament is None:
        return None
    device = coming.device_of(request)
    return devices.sitting_at(tournament, device, round_number=round_number, table=table)


def _come_in_again(request: HttpRequest, slug: str) -> HttpResponse:
    if not _wants_json(request):
        return redirect("at-table", slug)
    message = _("This phone is not at the table any more: scan the card again.")
    return JsonResponse({"problems": [message]}, status=HTTPStatus.UNAUTHORIZED)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _sent(request: HttpRequest, sitting: Sitting, number: int, form: TallyForm) -> HttpResponse:
    """Send the tally; a disputed one was kept as well, beside the other."""
    if _wants_json(request):
        return sent_once(request, sitting.session, lambda: _send(request, sitting, number, form))
    try:
        _send(request, sitting, number, form)
    except Disputed as dispute:
        messages.warning(request, dispute.problems[0].text())
    except Refused as refusal:
        form.report(refusal.problems)
        return entry_page(request, sitting, number, form=form, status=422)
    return redirect("at-table", sitting.tournament.slug)


def _send(request: HttpRequest, sitting: Sitting, number: int, form: TallyForm) -> Hand:
    replaces = typed_number(request.POST.get("replaces", ""))
    seat = typed_number(request.POST.get("seat", ""))
    pin = request.POST.get("pin", "").strip()
    voice = sitting.voice(seat if isinstance(seat, int) else None)
    version = replaces if isinstance(replaces, int) else None
    reason = request.POST.get("reason", "").strip()
    if request.POST.get("purpose") == "counter" and version:
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
    return agreement.submit(entered, voice, pin=pin)


@require_POST
def look(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a tally would give, side by side, by the rules that the server keeps."""
    session = _session(request, slug)
    if session is None:
        return _come_in_again(request, slug)
    sitting = sitting_of(request, session)
    if not 1 <= number <= sitting.next_hand:
        raise Http404
    form = _form(sitting, number, request.POST.dict())
    looked = preview(sitting.play, number, form.tally())
    return JsonResponse(_looked(sitting, looked) | ({} if form.is_filled else {"problems": []}))


def _looked(sitting: Sitting, looked: Preview) -> dict[str, Any]:
    ruleset = sitting.tournament.rules
    return {
        "rows": [
            None
            if row.score is None
            else _("%(score)s, %(total)s in all")
            % {"score": units(ruleset, row.score), "total": figure(row.total)}
            for row in looked.rows
        ],
        "problems": [problem.text() for problem in looked.problems],
        "over": bool(looked.after and looked.after.over),
    }
