"""Entering, correcting, confirming and voiding the hands of a table."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import announcements, hands
from tournaments.actions.judging import Entered
from tournaments.actions.problems import Refused
from tournaments.models import DIRECTORS, SCORERS, Hand
from tournaments.web import words
from tournaments.web.access import actor, find_directed, find_table, wants_json
from tournaments.web.faults import tried
from tournaments.web.forms.fields import number as typed_number
from tournaments.web.forms.hands import TallyForm
from tournaments.web.forms.layout import Layout
from tournaments.web.frame import frame
from tournaments.web.locking import Lock, announced_by, blank_form, lock_of, seen_by
from tournaments.web.places import Place, find_place, play_of, shown_versions
from tournaments.web.preview import as_told, before_hand, looked_at


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Fill in a hand, look at what it gives, and save it; a hand that stands is corrected."""
    place = find_place(request, slug, number, table, hand, SCORERS)
    locked = None if place.standing else lock_of(place.play, place.number)
    if request.method != "POST":
        form = _like_another(request, place) or blank_form(
            place.play, place.number, locked, change="change" in request.GET
        )
        return _page(request, place, form, locked)
    sent = request.POST.dict()
    if request.POST.get("do") == "lock":
        return _lock(request, place, _form(place, sent, asks_first=True))
    form = _form(place, sent, locked)
    if request.POST.get("do") == "preview":
        return _preview(request, place, form, locked)
    try:
        if locked:
            locked.refuse_unseen(seen_by(request), place.number)
        saved = hands.record(place.play.table, _entered(request, place, form), by=actor(request))
    except Refused as refusal:
        form.report(refusal.problems)
        return _page(request, place, form, locked, status=422)
    return _onward(request, place, saved)


def _like_another(request: HttpRequest, place: Place) -> TallyForm | None:
    """The form filled in as another version of the hand has it, for whoever decides."""
    version = typed_number(request.GET.get("like", ""))
    if place.standing is None or not isinstance(version, int):
        return None
    said = get_object_or_404(place.play.table.hands, number=place.number, version=version)
    return TallyForm(place.play, before_hand(place.play, place.number), hand=said)


def _form(
    place: Place, data: Mapping[str, str], locked: Lock | None = None, *, asks_first: bool = False
) -> TallyForm:
    return TallyForm(
        place.play,
        before_hand(place.play, place.number),
        data=data,
        hand=place.standing,
        locked=locked.values if locked else None,
        asks_first=asks_first,
    )


def _lock(request: HttpRequest, place: Place, form: TallyForm) -> HttpResponse:
    """Lock what is asked before play, once it can be so, and go on to what comes after."""
    announced = announced_by(request, place.number, form)
    try:
        announcements.announce(place.play.table, announced, by=actor(request))
    except Refused as refusal:
        form.report(refusal.problems)
        return _page(request, place, form, lock_of(place.play, place.number), status=422)
    return redirect("enter-hand", *place.address)


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
    looked = looked_at(place.play, place.number, form)
    if wants_json(request):
        return JsonResponse(as_told(looked, form))
    form.report(looked.problems)
    return _page(request, place, form, locked, looked=looked)


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
        more.setdefault("looked", looked_at(place.play, place.number, form))
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
    """Let a hand count as it stands, or as the page showed it."""
    place = find_place(request, slug, number, table, hand, DIRECTORS)
    version = typed_number(request.POST.get("version", ""))
    shown = _standing(place)
    if isinstance(version, int):
        shown = get_object_or_404(place.play.table.hands, number=hand, version=version)
    if tried(request, lambda: hands.confirm(shown, by=actor(request))):
        messages.success(request, _("Hand %(hand)d is confirmed.") % {"hand": hand})
    return redirect("table", slug, number, table)


@require_POST
def confirm_all(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Let every hand of a table count that waits, as the director saw it."""
    play = play_of(find_table(find_directed(request, slug, number), table))
    shown = shown_versions(request, play)
    if tried(request, lambda: hands.confirm_all(play.table, shown, by=actor(request))):
        messages.success(request, _("Table %(table)d is confirmed.") % {"table": table})
        return redirect("desk", slug)
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
