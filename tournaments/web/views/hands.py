"""Entering, correcting, confirming and voiding the hands of a table, and deciding those in dispute."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.bidi import marked
from tournaments.actions.hands import announcements, disputes, hands
from tournaments.actions.hands.tables import play_at, table_state
from tournaments.actions.hands.tallies import Entered
from tournaments.http import find_table, find_tournament
from tournaments.models import DIRECTORS, SCORERS, Hand, Role, Round, Table, Tournament
from tournaments.wording import words

from ..forms.hands import TallyForm
from ..forms.inputs import number_in
from ..hands.entering import Entering, Lock, shown_versions
from ..requests.access import actor, frame
from ..requests.faults import attempt


class EnteringAtDesk(Entering):
    """A hand entered by a scorer; a recorded one is corrected."""

    @property
    def round(self) -> Round:
        """The round that the table is of."""
        return self.play.table.round

    @property
    def tournament(self) -> Tournament:
        """The tournament with the annotations of its pages, which requests that only write do not read."""
        tournament = self.round.tournament
        return tournament if hasattr(tournament, "last_round") else find_tournament(self.request, tournament.slug)

    @property
    def is_last(self) -> bool:
        """Whether no later hand is recorded."""
        return self.number >= len(self.play.hands)

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The form for the hand, with the table so far."""
        context = {
            **frame(self.request, self.tournament, "results"),
            "round": self.round,
            "play": self.play,
            "entering": self,
            **self.context(form, **more),
        }
        return render(self.request, "hand/enter.html", context, status=status)

    @cached_property
    def locked(self) -> Lock | None:
        """The announcement until the hand is recorded; a correction may change it too."""
        return None if self.standing else super().locked

    def lock(self, entered: Entered) -> HttpResponse:
        """Lock a valid announcement, and continue."""
        announcements.announce(self.play.table, entered, by=actor(self.request))
        return self.go_to(self.number)

    def save(self, form: TallyForm) -> HttpResponse:
        """Save the tally or correct the current one; continue with the next hand, or with the table at its end."""
        saved = hands.record(self.play.table, self.entered(form), by=actor(self.request))
        rules = self.round.tournament.rules
        scores = [
            f"{' – '.join(marked(seat.name_at(saved.number)) for seat in side)} {words.units(score, rules)}"
            for side, score in zip(self.play.sides, saved.scores, strict=True)
            if score
        ]
        what = ", ".join(scores) or _("nobody scores")
        messages.success(self.request, _("Hand %(hand)d: %(what)s.") % {"hand": saved.number, "what": what})
        stands = table_state(self.round.tournament, self.play.table, [*self.play.hands, saved])
        if self.standing or stands.over:
            return self.leave()
        return self.go_to(saved.number + 1)

    def leave(self) -> HttpResponse:
        """On to the table, where nothing is left to enter."""
        return redirect("table", self.round.tournament.slug, self.round.number, self.play.table.number)

    def go_to(self, number: int) -> HttpResponse:
        """On to the hand of this number."""
        return redirect("enter-hand", self.round.tournament.slug, self.round.number, self.play.table.number, number)


def _find_hand(
    request: HttpRequest, slug: str, number: int, table: int, hand: int, roles: frozenset[Role]
) -> EnteringAtDesk:
    """The hand that an address names; hands come one after the other, so none may be skipped."""
    stored = find_table(request, slug, number, table, roles)
    if not stored.round.is_public:
        raise Http404
    entering = EnteringAtDesk(request, play_at(stored), hand)
    if not 1 <= hand <= len(entering.play.hands) + 1 or (entering.standing is None and entering.play.is_over):
        raise Http404
    return entering


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Enter a hand: fill in, preview and save; a recorded hand is corrected."""
    entering = _find_hand(request, slug, number, table, hand, SCORERS)
    if request.method == "POST":
        return entering.answer()
    if hands.is_left_to_directors(entering.standing, entering.tournament, actor(request).user):
        messages.error(request, hands.left_to_directors(hand).text(_))
        return entering.leave()
    return entering.page(entering.blank_form())


@require_POST
def decide(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Settle a disputed hand by one version, as the director saw it beside the others."""
    at = find_table(request, slug, number, table, DIRECTORS)
    shown, version = number_in(request.POST, "shown"), number_in(request.POST, "version")
    chosen = get_object_or_404(at.hands.select_related("table"), number=hand, version=version)
    beside = hands.Shown(at.pk, hand, chosen.version if shown is None else shown)
    done = _("Table %(table)d, hand %(hand)d is decided.") % {"table": table, "hand": hand}
    attempt(request, lambda: disputes.decide(beside, chosen.version, by=actor(request)), done)
    return _back(request, at)


@require_POST
def undo(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Take the word on a disputed hand back."""
    at = find_table(request, slug, number, table, DIRECTORS)
    shown = _shown_hand(request, at, hand)
    done = _("Table %(table)d, hand %(hand)d is disputed again.") % {"table": table, "hand": hand}
    attempt(request, lambda: disputes.undo(shown, by=actor(request)), done)
    return _back(request, at)


def _back(request: HttpRequest, at: Table) -> HttpResponse:
    """The page from which the decision was sent: the table's, or the desk."""
    slug = at.round.tournament.slug
    if request.POST.get("back") == "table":
        return redirect("table", slug, at.round.number, at.number)
    return redirect("desk", slug)


def _shown_hand(request: HttpRequest, table: Table, hand: int) -> hands.Shown:
    """The version of the hand that the page showed, or the current one."""
    version = number_in(request.POST, "version")
    if version is None:
        version = get_object_or_404(table.hands.current(), number=hand).version
    return hands.Shown(table.pk, hand, version)


@require_POST
def confirm_all(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Confirm all waiting hands of a table, in the versions that the director saw."""
    at = find_table(request, slug, number, table, DIRECTORS)
    versions = shown_versions(request)
    done = _("Table %(table)d is confirmed.") % {"table": table}
    if attempt(request, lambda: hands.confirm_all(at, versions, by=actor(request)), done):
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
