"""Entering, correcting, confirming and voiding the hands of a table."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import hands
from tournaments.actions.judging import Entered
from tournaments.actions.problems import Refused
from tournaments.models import DIRECTORS, SCORERS, Hand
from tournaments.web import words
from tournaments.web.access import actor
from tournaments.web.faults import tried
from tournaments.web.forms.fields import number as typed_number
from tournaments.web.forms.hands import TallyForm
from tournaments.web.forms.layout import Layout
from tournaments.web.forms.sheets import sheet_of
from tournaments.web.frame import frame
from tournaments.web.locking import Lock, lock, unlock
from tournaments.web.places import Place, find_place, play_of
from tournaments.web.preview import Preview, before_hand, preview, result_so_far


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Fill in a hand, look at what it gives, and save it; a hand that stands is corrected."""
    place = find_place(request, slug, number, table, hand, SCORERS)
    locked = _lock_of(request, place)
    if request.method != "POST":
        return _page(request, place, _blank_form(request, place, locked), locked)
    sent = request.POST.dict()
    if request.POST.get("do") == "lock":
        return _lock(request, place, _form(place, sent, asks_first=True))
    form = _form(place, sent, locked)
    if request.POST.get("do") == "preview":
        return _preview(request, place, form, locked)
    try:
        saved = hands.record(place.play.table, _entered(request, place, form), by=actor(request))
    except Refused as refusal:
        form.report(refusal.problems)
        return _page(request, place, form, locked, status=422)
    return _onward(request, place, saved)


def _lock_of(request: HttpRequest, place: Place) -> Lock | None:
    found = unlock(place.play.table, place.number, request.GET.get("locked", ""))
    fits = found and all(len(sides) == len(place.play.sides) for sides in found.values.values())
    return found if fits and place.standing is None else None


def _form(
    place: Place,
    data: Mapping[str, str] | None,
    locked: Lock | None = None,
    *,
    asks_first: bool = False,
) -> TallyForm:
    return TallyForm(
        place.play,
        before_hand(place.play, place.number),
        data=data,
        hand=place.standing,
        locked=locked.values if locked else None,
        asks_first=asks_first,
    )


def _blank_form(request: HttpRequest, place: Place, locked: Lock | None) -> TallyForm:
    """The form to begin with; what is asked before play comes first, and again to be changed."""
    asks_first = bool(sheet_of(place.tournament.rules).first) and place.standing is None
    if asks_first and locked and "change" in request.GET:
        return _form(place, _as_typed(locked), asks_first=True)
    return _form(place, None, locked, asks_first=asks_first and locked is None)


def _as_typed(locked: Lock) -> dict[str, str]:
    return {
        f"line-{side}-{name}": str(value)
        for name, sides in locked.values.items()
        for side, value in enumerate(sides)
    }


def _lock(request: HttpRequest, place: Place, form: TallyForm) -> HttpResponse:
    """Lock what is asked before play, once it can be so, and go on to what comes after."""
    looked = preview(place.play, place.number, form.tally())
    first = {one.name for one in form.inputs}
    form.report(problem for problem in looked.problems if form.place_of(problem) in first)
    if form.errors:
        return _page(request, place, form, None, status=422)
    names = {one.declared.name for one in form.inputs}
    values = {name: [one.value for one in form.column(name)] for name in names}
    query = urlencode({"locked": lock(place.play.table, place.number, values)})
    return redirect(f"{reverse('enter-hand', args=place.address)}?{query}")


def _entered(request: HttpRequest, place: Place, form: TallyForm) -> Entered:
    replaces = typed_number(request.POST.get("replaces", ""))
    return Entered(
        number=place.number,
        tally=form.tally(),
        reason=request.POST.get("reason", "").strip(),
        replaces=replaces if isinstance(replaces, int) else None,
    )


def _preview(
    request: HttpRequest, place: Place, form: TallyForm, locked: Lock | None
) -> HttpResponse:
    looked = _looked(place, form)
    if request.headers.get("HX-Request"):
        context = {"looked": looked, "form": form, "ruleset": place.tournament.rules}
        return render(request, "hand/preview.html", context)
    form.report(looked.problems)
    return _page(request, place, form, locked, looked=looked)


def _looked(place: Place, form: TallyForm) -> Preview:
    looked = preview(place.play, place.number, form.tally())
    if looked.problems and form.sheet.runs:
        return result_so_far(place.play, place.number, form.tally(so_far=True))
    return looked


def _page(
    request: HttpRequest,
    place: Place,
    form: TallyForm,
    locked: Lock | None,
    *,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    if form.sheet.runs:
        more.setdefault("looked", _looked(place, form))
    context = {
        **frame(request, place.tournament, "results"),
        "round": place.round,
        "play": place.play,
        "place": place,
        "form": form,
        "layout": Layout(form),
        "locked": locked,
        "reason": request.POST.get("reason", ""),
        **more,
    }
    return render(request, "hand/enter.html", context, status=status)


def _onward(request: HttpRequest, place: Place, saved: Hand) -> HttpResponse:
    """Say what was saved and go on to the next hand, or to the results when the table is over."""
    ruleset = place.tournament.rules
    told = [
        f"{' – '.join(seat.entry.name for seat in side)} {words.units(ruleset, score)}"
        for side, score in zip(place.play.sides, saved.scores, strict=True)
        if score
    ]
    what = ", ".join(told) or _("nobody scores")
    messages.success(request, _("Hand %(hand)d: %(what)s.") % {"hand": saved.number, "what": what})
    slug, number, table = place.tournament.slug, place.round.number, place.play.table.number
    play = play_of(place.play.table)
    if place.standing or play.state.over:
        return redirect("table", slug, number, table)
    return redirect("enter-hand", slug, number, table, len(play.hands) + 1)


@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Let a hand count as it stands."""
    place = find_place(request, slug, number, table, hand, DIRECTORS)
    standing = _standing(place)
    if tried(request, lambda: hands.confirm(standing, by=actor(request))):
        messages.success(request, _("Hand %(hand)d is confirmed.") % {"hand": hand})
    return redirect("table", slug, number, table)


@require_POST
def void(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Strike out the last hand of a table, for a reason."""
    place = find_place(request, slug, number, table, hand, DIRECTORS)
    standing = _standing(place)
    reason = request.POST.get("reason", "")
    if tried(request, lambda: hands.void(standing, by=actor(request), reason=reason)):
        messages.success(request, _("Hand %(hand)d is void.") % {"hand": hand})
        return redirect("table", slug, number, table)
    return redirect("enter-hand", slug, number, table, hand)


def _standing(place: Place) -> Hand:
    return get_object_or_404(place.play.table.hands.current(), number=place.number)
