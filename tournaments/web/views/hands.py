"""Entering, correcting, confirming and striking out hands of a table, and deciding disputed hands."""

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
from tournaments.actions.hands.tallies import HandInput
from tournaments.http import find_table, find_tournament
from tournaments.models import DIRECTORS, SCORERS, Hand, Role, Round, Table, Tournament
from tournaments.wording import words
from tournaments.wording.of_hands import of_hand

from ..forms.hands import TallyForm
from ..forms.inputs import number_in
from ..hands.entering import Entering, Lock, shown_versions
from ..requests.access import actor, frame
from ..requests.faults import attempt


class EnteringAtDesk(Entering):
    """The entry or correction of a hand by a scorer."""

    @property
    def round(self) -> Round:
        """The round of the table."""
        return self.play.table.round

    @property
    def tournament(self) -> Tournament:
        """The tournament with the annotations that its pages need. They are read from the database on first use."""
        tournament = self.round.tournament
        return tournament if hasattr(tournament, "last_round") else find_tournament(self.request, tournament.slug)

    @property
    def is_last(self) -> bool:
        """Whether this is the last recorded hand, or a later one."""
        return self.number >= len(self.play.hands)

    def page(self, form: TallyForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page with the form for the hand and with the recorded hands of the table."""
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
        """The locked announcement; None if the hand is recorded, because a correction may change announced values."""
        return None if self.current else super().locked

    def lock(self, entered: HandInput) -> HttpResponse:
        """Lock the announcement and redirect to the hand. Raise Refusal if the rules do not allow it."""
        announcements.announce(self.play.table, entered, by=actor(self.request))
        return self.go_to(self.number)

    def save(self, form: TallyForm) -> HttpResponse:
        """Save the tally. Redirect to the next hand; after a correction or the last hand, redirect to the table."""
        saved = hands.record(self.play.table, self.entered(form), by=actor(self.request))
        rules = self.play.rules
        scores = [
            f"{' – '.join(marked(seat.name_at(saved.number)) for seat in side)} {words.units(score, rules)}"
            for side, score in zip(self.play.sides, saved.scores, strict=True)
            if score
        ]
        what = ", ".join(scores) or _("nobody scores")
        message = _("Total: %(what)s.") if self.round.is_by_totals else _("Hand %(hand)d: %(what)s.")
        messages.success(self.request, message % {"hand": saved.number, "what": what})
        stands = table_state(self.play.table, [*self.play.hands, saved])
        if self.current or stands.over:
            return self.leave()
        return self.go_to(saved.number + 1)

    def leave(self) -> HttpResponse:
        """Redirect to the table."""
        return redirect("table", self.round.tournament.slug, self.round.number, self.play.table.number)

    def go_to(self, number: int) -> HttpResponse:
        """Redirect to the form of the hand with this number."""
        return redirect("enter-hand", self.round.tournament.slug, self.round.number, self.play.table.number, number)


def _find_hand(
    request: HttpRequest, slug: str, number: int, table: int, hand: int, roles: frozenset[Role]
) -> EnteringAtDesk:
    """Return the hand in the URL. Raise Http404 for drafts, skipped hands, and new hands after the table's end."""
    stored = find_table(request, slug, number, table, roles)
    if not stored.round.is_public:
        raise Http404
    entering = EnteringAtDesk(request, play_at(stored), hand)
    if not 1 <= hand <= len(entering.play.hands) + 1 or (entering.current is None and entering.play.is_over):
        raise Http404
    return entering


def enter(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Show or handle the form of a hand; for a recorded hand, the form corrects it."""
    entering = _find_hand(request, slug, number, table, hand, SCORERS)
    if request.method == "POST":
        return entering.answer()
    if hands.is_left_to_directors(entering.current, entering.tournament, actor(request).user):
        messages.error(request, hands.left_to_directors(hand, entering.round).text(_))
        return entering.leave()
    return entering.page(entering.blank_form())


@require_POST
def decide(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Decide a disputed hand in favour of one version. The director must have seen this version."""
    at = find_table(request, slug, number, table, DIRECTORS)
    shown, version = number_in(request.POST, "shown"), number_in(request.POST, "version")
    chosen = get_object_or_404(at.hands.select_related("table"), number=hand, version=version)
    beside = hands.SeenHand(at.pk, hand, chosen.version if shown is None else shown)
    done = of_hand("table decided", at.round, hand, table)
    attempt(request, lambda: disputes.decide(beside, chosen.version, by=actor(request)), done)
    return _back(request, at)


@require_POST
def undo(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Undo the decision on a disputed hand."""
    at = find_table(request, slug, number, table, DIRECTORS)
    shown = _shown_hand(request, at, hand)
    done = of_hand("disputed again", at.round, hand, table)
    attempt(request, lambda: disputes.undo(shown, by=actor(request)), done)
    return _back(request, at)


def _back(request: HttpRequest, at: Table) -> HttpResponse:
    """Redirect to the page that sent the decision: the table or the desk."""
    slug = at.round.tournament.slug
    if request.POST.get("back") == "table":
        return redirect("table", slug, at.round.number, at.number)
    return redirect("desk", slug)


def _shown_hand(request: HttpRequest, table: Table, hand: int) -> hands.SeenHand:
    """Return the version of the hand that the page showed, or the current version if the page sent none."""
    version = number_in(request.POST, "version")
    if version is None:
        version = get_object_or_404(table.hands.current(), number=hand).version
    return hands.SeenHand(table.pk, hand, version)


@require_POST
def confirm_all(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Confirm all waiting hands of a table in the versions that the director saw."""
    at = find_table(request, slug, number, table, DIRECTORS)
    versions = shown_versions(request)
    done = _("Table %(table)d is confirmed.") % {"table": table}
    if attempt(request, lambda: hands.confirm_all(at, versions, by=actor(request)), done):
        return redirect("desk", slug)
    return redirect("table", slug, number, table)


@require_POST
def void(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Strike out the last hand of a table, with a reason. Redirect to the table; if refused, to the hand."""
    current = _current_hand(_find_hand(request, slug, number, table, hand, DIRECTORS))
    reason = request.POST.get("reason", "")
    done = of_hand("void", current.table.round, hand)
    if attempt(request, lambda: hands.void(current, by=actor(request), reason=reason), done):
        return redirect("table", slug, number, table)
    return redirect("enter-hand", slug, number, table, hand)


def _current_hand(entering: EnteringAtDesk) -> Hand:
    return get_object_or_404(entering.play.table.hands.current(), number=entering.number)
