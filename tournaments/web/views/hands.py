"""Entering, correcting, confirming and voiding the hands of a table."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import hands
from tournaments.actions.judging import Entered
from tournaments.actions.problems import Refused
from tournaments.actions.tables import TableInPlay
from tournaments.models import DIRECTORS, SCORERS, Hand, Role, Round, Tournament
from tournaments.web import words
from tournaments.web.access import actor, find_round, find_table, find_tournament
from tournaments.web.faults import tried
from tournaments.web.forms.fields import number as typed_number
from tournaments.web.forms.hands import TallyForm
from tournaments.web.frame import frame
from tournaments.web.preview import before_hand, preview

from .rounds import play_of


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand is entered: its table as it stands, its number, and the version that stands."""

    tournament: Tournament
    round: Round
    play: TableInPlay
    number: int
    standing: Hand | None

    @property
    def is_last(self) -> bool:
        """Whether no later hand stands."""
        return self.number >= len(self.play.hands)


def find_place(
    request: HttpRequest, slug: str, number: int, table: int, hand: int, roles: frozenset[Role]
) -> Place:
    """The place that an address names; hands come one after the other, so none may be skipped."""
    tournament = find_tournament(request, slug, roles)
    round_ = find_round(request, tournament, number)
    if not round_.is_public:
        raise Http404
    play = play_of(find_table(round_, table))
    standing = next((h for h in play.hands if h.number == hand), None)
    if not 1 <= hand <= len(play.hands) + 1 or (standing is None and play.state.over):
        raise Http404
    return Place(tournament, round_, play, hand, standing)


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Fill in a hand, look at what it gives, and save it; a hand that stands is corrected."""
    place = find_place(request, slug, number, table, hand, SCORERS)
    if request.method != "POST":
        return _page(request, place, _form(place))
    form = _form(place, data=request.POST.dict())
    if request.POST.get("do") == "preview":
        return _preview(request, place, form)
    try:
        saved = hands.record(place.play.table, _entered(request, place, form), by=actor(request))
    except Refused as refusal:
        form.report(refusal.problems)
        return _page(request, place, form, status=422)
    return _onward(request, place, saved)


def _form(place: Place, data: dict[str, str] | None = None) -> TallyForm:
    before = before_hand(place.play, place.number)
    return TallyForm(place.play, before, data=data, hand=place.standing)


def _entered(request: HttpRequest, place: Place, form: TallyForm) -> Entered:
    replaces = typed_number(request.POST.get("replaces", ""))
    return Entered(
        number=place.number,
        tally=form.tally(),
        reason=request.POST.get("reason", "").strip(),
        replaces=replaces if isinstance(replaces, int) else None,
    )


def _preview(request: HttpRequest, place: Place, form: TallyForm) -> HttpResponse:
    looked = preview(place.play, place.number, form.tally())
    if request.headers.get("HX-Request"):
        context = {"looked": looked, "ruleset": place.tournament.rules}
        return render(request, "hand/preview.html", context)
    form.report(looked.problems)
    return _page(request, place, form, looked=looked)


def _page(
    request: HttpRequest, place: Place, form: TallyForm, *, status: int = 200, **more: object
) -> HttpResponse:
    context = {
        **frame(request, place.tournament, "results"),
        "round": place.round,
        "play": place.play,
        "place": place,
        "form": form,
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
