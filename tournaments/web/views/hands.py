"""Entering, correcting, confirming and voiding the hands of a table."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import announcements, hands
from tournaments.actions.announcements import Announced
from tournaments.http.finding import find_table, permit
from tournaments.models import DIRECTORS, SCORERS, Hand
from tournaments.web import words
from tournaments.web.access import actor, frame
from tournaments.web.entering import Entering, Lock
from tournaments.web.faults import tried
from tournaments.web.forms.hands import TallyForm
from tournaments.web.forms.inputs import number_in
from tournaments.web.places import Place, find_place, play_of, shown_versions


@dataclass(frozen=True)
class EnteringAtDesk(Entering):
    """A hand that a scorer enters; one that stands is corrected."""

    place: Place

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The form for the hand, with the table so far."""
        context = {
            **frame(self.request, self.place.tournament, "results"),
            "round": self.place.round,
            "play": self.play,
            "place": self.place,
            **self.context(form, **more),
        }
        return render(self.request, "hand/enter.html", context, status=status)

    @cached_property
    def locked(self) -> Lock | None:
        """What is locked for the hand until it stands: a correction may correct that too."""
        return None if self.standing else super().locked

    def lock(self, announced: Announced) -> HttpResponse:
        """Lock what is asked before play, once it can be so, and go on to what comes after."""
        announcements.announce(self.play.table, announced, by=actor(self.request))
        return redirect("enter-hand", *self.place.address)

    def save(self, form: TallyForm) -> HttpResponse:
        """Save the tally, or correct the hand that stands."""
        saved = hands.record(self.play.table, self.entered(form), by=actor(self.request))
        return _onward(self.request, self.place, saved)


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Fill in a hand, look at what it gives, and save it; a hand that stands is corrected."""
    place = find_place(request, slug, number, table, hand, SCORERS)
    entry = EnteringAtDesk(request, place.play, hand, place)
    if request.method == "POST":
        return entry.answer()
    return entry.page(_like_another(request, place) or entry.blank_form())


def _like_another(request: HttpRequest, place: Place) -> TallyForm | None:
    """The form filled in as another version of the hand has it, for whoever decides."""
    version = number_in(request.GET, "like")
    if place.standing is None or version is None:
        return None
    said = get_object_or_404(place.play.table.hands, number=place.number, version=version)
    return TallyForm(place.play, place.play.before(place.number), hand=said)


def _onward(request: HttpRequest, place: Place, saved: Hand) -> HttpResponse:
    """Say what was saved and go on to the next hand, or to the results when the table is over."""
    ruleset = place.tournament.rules
    scores = [
        f"{' – '.join(seat.entry.name for seat in side)} {words.units(score, ruleset)}"
        for side, score in zip(place.play.sides, saved.scores, strict=True)
        if score
    ]
    what = ", ".join(scores) or _("nobody scores")
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
    version = number_in(request.POST, "version")
    shown = _standing(place)
    if version is not None:
        shown = get_object_or_404(place.play.table.hands, number=hand, version=version)
    tried(request, lambda: hands.confirm(shown, by=actor(request)), _("Hand %(hand)d is confirmed.") % {"hand": hand})
    return redirect("table", slug, number, table)


@require_POST
def confirm_all(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Let every hand of a table count that waits, as the director saw it."""
    at = find_table(request, slug, number, table)
    permit(request, at.round.tournament.club, DIRECTORS)
    play = play_of(at)
    shown = shown_versions(request, play)
    done = _("Table %(table)d is confirmed.") % {"table": table}
    if tried(request, lambda: hands.confirm_all(play.table, shown, by=actor(request)), done):
        return redirect("desk", slug)
    return redirect("table", slug, number, table)


@require_POST
def void(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Strike out the last hand of a table, for a reason."""
    standing = _standing(find_place(request, slug, number, table, hand, DIRECTORS))
    reason = request.POST.get("reason", "")
    done = _("Hand %(hand)d is void.") % {"hand": hand}
    if tried(request, lambda: hands.void(standing, by=actor(request), reason=reason), done):
        return redirect("table", slug, number, table)
    return redirect("enter-hand", slug, number, table, hand)


def _standing(place: Place) -> Hand:
    return get_object_or_404(place.play.table.hands.current(), number=place.number)
