"""Entering the totals of a round on one page, and choosing whether to score the round by totals or hand by hand."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import read_hall
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds.kept import keep_round
from tournaments.http import find_directed, find_round
from tournaments.models import SCORERS, Kept, Round

from ..forms.pasted_totals import PastedTotals, read_totals
from ..forms.round_totals import TOTAL, RoundTotals
from ..requests.access import actor, frame
from ..requests.faults import attempt


def totals(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page to type or paste the totals of all tables; each total is stored separately."""
    round_ = find_round(request, slug, number, SCORERS)
    if not round_.is_public:
        raise Http404
    if request.method != "POST" or not round_.is_by_totals:
        return _page(request, round_, {})
    sent = request.POST.dict()
    if request.POST.get("do") == "save":
        return _save(request, round_, sent)
    pasted = read_totals(request.POST.get("pasted", ""), read_hall(round_))
    cells = {f"{table}-line-{side}-points": cell for (table, side), cell in pasted.cells.items()}
    return _page(request, round_, sent | cells, pasted=pasted)


def _page(
    request: HttpRequest,
    round_: Round,
    sent: dict[str, str],
    *,
    pasted: PastedTotals | None = None,
    shown: RoundTotals | None = None,
) -> HttpResponse:
    shown = shown or RoundTotals(read_hall(round_), sent)
    context = {"round": round_, "sheet": shown, "pasted": pasted, "text": sent.get("pasted", "")}
    status = 422 if shown.has_faults and not pasted else 200
    page = {**frame(request, round_.tournament, "desk"), **context}
    return render(request, "round/totals.html", page, status=status)


def _save(request: HttpRequest, round_: Round, sent: dict[str, str]) -> HttpResponse:
    """Store every row without faults. Show the page with the faults; if all rows are stored, redirect to the desk."""
    shown, saved = RoundTotals(read_hall(round_), sent), 0
    for row in shown.typed:
        if row.form.errors:
            continue
        try:
            hands.record(row.play.table, HandInput(number=TOTAL, tally=row.form.tally()), by=actor(request))
            saved += 1
        except Refusal as refusal:
            row.report(list(refusal.problems))
    if saved:
        message = ngettext("%(number)d total was saved.", "%(number)d totals were saved.", saved)
        messages.success(request, message % {"number": saved})
    if not shown.has_faults:
        is_done = all(row.is_stored or row.is_typed for row in shown.rows)
        where = ("desk", round_.tournament.slug) if is_done else ("round-totals", round_.tournament.slug, round_.number)
        return redirect(*where)
    faults = {row.number: row for row in shown.rows if row.form.errors}
    now = RoundTotals(read_hall(round_), sent)
    now.rows = [row if row.is_stored else faults.get(row.number, row) for row in now.rows]
    return _page(request, round_, sent, shown=now)


@require_POST
def keep(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose whether the round is scored by table total or hand by hand."""
    round_ = find_directed(request, slug, number)
    kept, done = Kept.HANDS, _("Every hand is written down now.")
    if request.POST.get("kept") == Kept.TOTALS:
        kept, done = Kept.TOTALS, _("Only the total of each table is written down now.")
    attempt(request, lambda: keep_round(round_, kept, by=actor(request)), done)
    return redirect("round-totals" if round_.is_public else "draft", slug, number)
