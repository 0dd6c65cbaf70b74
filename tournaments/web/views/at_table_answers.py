"""Saying yes or no to what another player entered."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import agreement, table_end
from tournaments.actions.agreement import Answer
from tournaments.web.faults import tried
from tournaments.web.forms.fields import number as typed_number

from .at_table import find_sitting


@require_POST
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Yes, or a plain no that calls the director; from one's own phone, or with one's PIN."""
    sitting = find_sitting(request, slug)
    seat = typed_number(request.POST.get("seat", ""))
    version = typed_number(request.POST.get("version", ""))
    given = Answer(
        number=number,
        version=version if isinstance(version, int) else 0,
        accept=request.POST.get("accept") == "yes",
        pin=request.POST.get("pin", "").strip(),
    )
    voice = sitting.voice(seat if isinstance(seat, int) else None)
    if tried(request, lambda: agreement.answer(given, voice)):
        if given.accept:
            messages.success(request, _("Hand %(hand)d is agreed.") % {"hand": number})
        else:
            messages.warning(request, _("The director has been called."))
    return redirect("at-table", slug)


@require_POST
def agree(request: HttpRequest, slug: str) -> HttpResponse:
    """Yes to every hand of the table at once, when it has played its last."""
    sitting = find_sitting(request, slug)
    seat = typed_number(request.POST.get("seat", ""))
    voice = sitting.voice(seat if isinstance(seat, int) else None)
    shown = {
        hand.number: version
        for hand in sitting.play.hands
        if isinstance(version := typed_number(request.POST.get(f"version-{hand.number}", "")), int)
    }
    pin = request.POST.get("pin", "").strip()
    if tried(request, lambda: table_end.agree_to_all(shown, voice, pin=pin)):
        messages.success(request, _("The table is agreed."))
    return redirect("at-table", slug)
