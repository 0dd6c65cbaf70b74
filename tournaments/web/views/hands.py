"""Entering, correcting, confirming and voiding the hands of a table."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import announcements, hands
from tournaments.actions.tables import play_of
from tournaments.actions.tallies import Entered
from tournaments.http import find_table, permit
from tournaments.models import DIRECTORS, SCORERS, Hand, Role, Round
from tournaments.web import words
from tournaments.web.access import actor, frame
from tournaments.web.entering import Entering, Lock, shown_versions
from tournaments.web.faults import attempt
from tournaments.web.forms.hands import TallyForm
from tournaments.web.forms.inputs import number_in


class EnteringAtDesk(Entering):
    """A hand that a scorer enters; one that stands is corrected."""

    @property
    def round(self) -> Round:
        """The round that the table is of."""
        return self.play.table.round

    @property
    def is_last(self) -> bool:
        """Whether no later hand stands."""
        return self.number >= len(self.play.hands)

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The form for the hand, with the table so far."""
        context = {
            **frame(self.request, self.round.tournament, "results"),
            "round": self.round,
            "play": self.play,
            "entering": self,
            **self.context(form, **more),
        }
        return render(self.request, "hand/enter.html", context, status=status)

    @cached_property
    def locked(self) -> Lock | None:
        """What is locked for the hand until it stands: a correction may correct that too."""
        return None if self.standing else super().locked

    def lock(self, entered: Entered) -> HttpResponse:
        """Lock what is asked before play, once it can be so, and go on to what comes after."""
        announcements.announce(self.play.table, entered, by=actor(self.request))
        return self._enter(self.number)

    def save(self, form: TallyForm) -> HttpResponse:
        """Save the tally, or correct the hand that stands; go on to the next hand, or to the table when it is over."""
        saved = hands.record(self.play.table, self.entered(form), by=actor(self.request))
        scores = [
            f"{' – '.join(seat.entry.name for seat in side)} {words.units(score, self.round.tournament.rules)}"
            for side, score in zip(self.play.sides, saved.scores, strict=True)
            if score
        ]
        what = ", ".join(scores) or _("nobody scores")
        messages.success(self.request, _("Hand %(hand)d: %(what)s.") % {"hand": saved.number, "what": what})
        play = play_of(self.play.table)
        if self.standing or play.state.over:
            return redirect("table", self.round.tournament.slug, self.round.number, play.table.number)
        return self._enter(len(play.hands) + 1)

    def _enter(self, number: int) -> HttpResponse:
        return redirect("enter-hand", self.round.tournament.slug, self.round.number, self.play.table.number, number)


def _find_hand(
    request: HttpRequest, slug: str, number: int, table: int, hand: int, roles: frozenset[Role]
) -> EnteringAtDesk:
    """The hand that an address names; hands come one after the other, so none may be skipped."""
    stored = find_table(request, slug, number, table, roles)
    if not stored.round.is_public:
        raise Http404
    entering = EnteringAtDesk(request, play_of(stored), hand)
    if not 1 <= hand <= len(entering.play.hands) + 1 or (entering.standing is None and entering.play.state.over):
        raise Http404
    return entering


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Fill in a hand, look at what it gives, and save it; a hand that stands is corrected."""
    entering = _find_hand(request, slug, number, table, hand, SCORERS)
    if request.method == "POST":
        return entering.answer()
    return entering.page(_like_another(entering) or entering.blank_form())


def _like_another(entering: EnteringAtDesk) -> TallyForm | None:
    """The form filled in as another version of the hand has it, for whoever decides."""
    version = number_in(entering.request.GET, "like")
    if entering.standing is None or version is None:
        return None
    other = get_object_or_404(entering.play.table.hands, number=entering.number, version=version)
    return TallyForm(entering.play, entering.number, hand=other)


@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Let a hand count as it stands, or as the page showed it."""
    entering = _find_hand(request, slug, number, table, hand, DIRECTORS)
    version = number_in(request.POST, "version")
    stored = _standing(entering)
    if version is not None:
        stored = get_object_or_404(entering.play.table.hands, number=hand, version=version)
    done = _("Hand %(hand)d is confirmed.") % {"hand": hand}
    attempt(request, lambda: hands.confirm(stored, by=actor(request)), done)
    return redirect("table", slug, number, table)


@require_POST
def confirm_all(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Let every hand of a table count that waits, as the director saw it."""
    at = find_table(request, slug, number, table)
    permit(request, at.round.tournament.club, DIRECTORS)
    play = play_of(at)
    versions = shown_versions(request, play)
    done = _("Table %(table)d is confirmed.") % {"table": table}
    if attempt(request, lambda: hands.confirm_all(play.table, versions, by=actor(request)), done):
        return redirect("desk", slug)
    return redirect("table", slug, number, table)


@require_POST
def void(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Strike out the last hand of a table, for a reason."""
    standing = _standing(_find_hand(request, slug, number, table, hand, DIRECTORS))
    reason = request.POST.get("reason", "")
    done = _("Hand %(hand)d is void.") % {"hand": hand}
    if attempt(request, lambda: hands.void(standing, by=actor(request), reason=reason), done):
        return redirect("table", slug, number, table)
    return redirect("enter-hand", slug, number, table, hand)


def _standing(entering: EnteringAtDesk) -> Hand:
    return get_object_or_404(entering.play.table.hands.current(), number=entering.number)
