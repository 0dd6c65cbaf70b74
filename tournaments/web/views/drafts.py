"""Drawing a round, and showing, changing, publishing and discarding its draft."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.bidi import marked
from tournaments import pairing
from tournaments.actions.core.actor import new_secret
from tournaments.actions.core.refusals import ChoiceNeeded, Problem, Refusal
from tournaments.actions.core.rows import id_of
from tournaments.actions.hands.tables import read_tables
from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.round_repair.repairs import exchange
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.decided_rounds import FIELD as DECISIONS
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.actions.rounds.draws.jobs import draw_next_round, refusal_problems
from tournaments.actions.rounds.draws.obstacles import OpenResults, Severity, read_draw_state
from tournaments.actions.rounds.draws.previews import makes_all_rounds
from tournaments.actions.rounds.draws.report_text import report_sentences
from tournaments.actions.rounds.draws.requests import ByHand
from tournaments.actions.rounds.redraws import draw_draft_again
from tournaments.actions.setup.pairing_methods import (
    BY_ENTRY,
    BY_RATING,
    DESCRIPTIONS,
    NOBODY_PLAYED,
    Pairing,
    methods_of,
)
from tournaments.actions.standings.ratings import rates
from tournaments.http import find_directed, find_tournament
from tournaments.models import DIRECTORS, Round, Tournament
from tournaments.pairing.values import Cut
from tournaments.paper.schedule import seed_in
from tournaments.wording.names import filled

from ..desk.agenda import Agenda, agenda
from ..desk.drafted import drawn_places, legend, partition_choices, shown_proposal
from ..desk.live_parts import Part, changed_parts, mark_of
from ..forms.desk import ByHandForm, MethodForm
from ..requests.access import actor, frame, sent, wants_part
from ..requests.faults import attempt, form_page, submit
from ..requests.once import act_once


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the next round as a draft, by the tournament's method or by tables that a director typed."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if request.method == "POST" and "tables" not in request.POST:
        return redirect("desk-latest", slug) if _draw(request, tournament) else _again(request, tournament)
    undecided = tournament.rounds.unpublished().exclude(state=Round.State.REFUSED)
    if request.method != "POST" and (waiting := undecided.first()):  # it must be published or discarded first
        return redirect("draft", slug, waiting.number)
    if request.method != "POST" and request.GET.get("method") in methods_of(tournament):
        tournament.pairing = request.GET["method"]  # chosen for a draw that was refused; the plan has not changed
    plan = agenda(tournament)
    form = ByHandForm(sent(request), entries=plan.due)
    if submit(form, lambda: draw_next_round(tournament, by=actor(request), by_hand=ByHand(**form.cleaned_data))):
        return redirect("desk-latest", slug)
    return form_page(
        request, "draft/draw.html", form, {**_before(tournament, plan), **frame(request, tournament, "desk")}
    )


def _again(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the page before the draw, which shows what a draw by the chosen method needs."""
    method = request.POST.get("method")
    return redirect(reverse("draw", args=[tournament.slug]) + (f"?{urlencode({'method': method})}" if method else ""))


def _before(tournament: Tournament, plan: Agenda) -> dict[str, Any]:
    """Return the context of the page that is shown before a draw."""
    outlook = read_draw_state(tournament)
    texts = {severity.value: _texts(outlook.of(severity)) for severity in Severity}
    return {
        **texts,
        "asks": [_open_result(tournament, problem) for problem in outlook.of(Severity.ASKS)],
        "agenda": plan,
        "due": in_list_order(plan.due, tournament.club),
        "open_places": _open_places(tournament, outlook.open_cuts),
        "method": MethodForm(initial={"method": tournament.pairing}, methods=outlook.methods),
        "description": _description(tournament, plan.next_number),
        "proposal": outlook.proposal,
        "previews": makes_all_rounds(tournament) and not texts[Severity.BLOCKS],
    }


def _open_places(tournament: Tournament, cuts: Sequence[Cut]) -> list[dict[str, Any]]:
    """Return, for each cut with an open tie, its table, the number of places, and the names of the tied entries."""
    tied = [int(each) for cut in cuts for each in (*cut.ins, *cut.outs)]
    names = dict(tournament.entries.filter(pk__in=tied).values_list("pk", "name"))
    return [
        {"table": cut.table, "places": len(cut.ins), "names": [names[int(each)] for each in (*cut.ins, *cut.outs)]}
        for cut in cuts
    ]


def _open_result(tournament: Tournament, problem: Problem) -> dict[str, str]:
    """Return the round, the problem as text, and the URL of the table of an open result that the draw needs."""
    _rounds, number, _tables, table = problem.pointer
    words = "{}, {}".format(_("Round %(number)s") % {"number": number}, problem.text(_))
    return {"words": words, "to": reverse("table", args=[tournament.slug, number, table])}


def _description(tournament: Tournament, number: int) -> str:
    """Return the description of the tournament's drawing method for this round."""
    parts = [DESCRIPTIONS[tournament.pairing]]
    if number == 1 and tournament.pairing in pairing.BY_STANDING:
        by_rating = tournament.by_rating and rates(tournament)
        by_entry = tournament.pairing == Pairing.KNOCK_OUT and not by_rating
        parts.append(BY_RATING if by_rating else BY_ENTRY if by_entry else NOBODY_PLAYED)
    return " ".join(map(_, parts))


def _texts(problems: Iterable[Problem]) -> list[str]:
    return [problem.text(_) for problem in problems]


def _draw(request: HttpRequest, tournament: Tournament) -> bool:
    """Draw the round or start a drawing job; return whether it succeeded. If not, the next page shows the reason."""
    draws = partial(
        draw_next_round,
        tournament,
        by=actor(request),
        seed=seed_in(request.POST),
        method=request.POST.get("method"),
        anyway="anyway" in request.POST,
    )
    return _attempt_draw(request, draws)


def _attempt_draw(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Call the action like `attempt`, but report open results in one message, because the next page lists them."""
    try:
        act()
    except ChoiceNeeded:
        raise
    except OpenResults:
        messages.error(request, _("The standings are not complete: check the missing results."))
        return False
    except Refusal as refusal:
        for text in _texts(refusal.problems):
            messages.error(request, text)
        return False
    return True


def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the draft, or to the desk if there is no draft."""
    draft = find_tournament(request, slug, DIRECTORS).rounds.unpublished().first()
    return redirect("draft", slug, draft.number) if draft else redirect("desk", slug)


def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page of a draft with the report of its draw; redirect to the round if it is published."""
    round_ = find_directed(request, slug, number)
    if round_.is_public:
        return redirect("round", slug, number)
    if round_.state != Round.State.DRAFT:
        return _drawing_page(request, round_)
    if wants_part(request):
        return _changed(request, round_)
    context = {
        **frame(request, round_.tournament, "desk"),
        **_seating(round_),
        "outdated": "outdated" in request.GET,
        "form_name": new_secret(),
    }
    return render(request, "draft/draft.html", context)


def _seating(round_: Round) -> dict[str, object]:
    """Return the context with the seats of a draft, the report of the draw, and its alternatives."""
    tournament = round_.tournament
    names = dict(tournament.entries.values_list("pk", "name"))
    tables = read_tables(round_.tables.order_by("number"))
    out = [sit_out.entry for sit_out in round_.sit_outs.select_related("entry")]
    sizes = [len(play.seats) for play in tables]
    seats = [(play.table.pk, seat.number, seat.entry_id) for play in tables for seat in play.seats]
    return {
        "round": round_,
        "tables": tables,
        "out": out,
        "draw_report": report_sentences(round_, names, keep=marked),
        "places": drawn_places(round_),
        "legend": legend(sizes),
        "way": Pairing(round_.method),
        "ways": [method for method in methods_of(tournament) if method not in (round_.method, Pairing.SCRIPTED)],
        "partitions": partition_choices(round_, sizes, len(out)),
        "proposal": shown_proposal(round_),
        "corrected": corrected_since(round_),
        "changed": Part("changed", SafeString(), rounds.seating_of(round_, seats)),
    }


def _changed(request: HttpRequest, round_: Round) -> HttpResponse:
    """Return the part of the page that reports a changed draft; 304 if the page shows the current seats."""
    seating = rounds.seating(round_)
    texts = Part("changed", render_to_string("draft/_changed.html", {"round": round_}, request), seating)
    return changed_parts(request, [texts], mark_of(request, seating))


def _drawing_page(request: HttpRequest, round_: Round) -> HttpResponse:
    """The page that stands in for a draft before it exists: the progress of the draw, or the reason why it failed."""
    context = {
        **frame(request, round_.tournament, "desk"),
        "round": round_,
        "problems": _texts(refusal_problems(round_)),
        "follows": "",
    }
    return render(request, "draft/progress.html", context)


@require_POST
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Exchange the places of two players of a draft."""
    round_ = find_directed(request, slug, number)
    chosen = [*filter(None, map(id_of, request.POST.getlist("entry")))]
    if len(chosen) != 2:
        messages.error(request, _("Choose two players: they change places."))
        return redirect("draft", slug, number)
    if attempt(request, lambda: act_once(request, lambda: exchange(round_, *chosen, by=actor(request)))):
        names = list(round_.tournament.entries.filter(pk__in=chosen).values_list("name", flat=True))
        done = _("%(one)s and %(other)s have changed places.")
        messages.success(request, filled(done, {"one": names[0], "other": names[-1]}))
        table = round_.tables.filter(seats__entry__in=chosen).order_by("number").first()
        return redirect(reverse("draft", args=[slug, number]) + (f"#table-{table.number}" if table else ""))
    return redirect("draft", slug, number)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish a draft. With `anyway`, publish it although entries changed after the draw."""
    round_ = find_directed(request, slug, number)
    anyway = "anyway" in request.POST
    done = _("Round %(number)d is public: the tables can begin.") % {"number": number}
    seen = request.POST.get("seating", "")
    if attempt(request, lambda: rounds.publish_round(round_, by=actor(request), anyway=anyway, seen=seen), done):
        return redirect("desk", slug)
    is_another = seen not in ("", rounds.seating(round_))
    return redirect(reverse("draft", args=[slug, number]) + ("" if is_another else "?outdated=1"))


@require_POST
def drop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Discard a draft."""
    round_ = find_directed(request, slug, number)
    done = _("The draft of round %(number)d was discarded.") % {"number": number}
    seen, decided = request.POST.get("seating", ""), request.POST.get(DECISIONS, "")
    drop = partial(rounds.drop_draft, round_, by=actor(request), seen=seen, decided=decided)
    return redirect("draw" if attempt(request, drop, done) else "desk-latest", slug)


@require_POST
def draw_again(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw the round of a draft again with the current entries, by a different method if one was chosen.

    A round that could not be drawn is discarded and drawn by the plan.
    """
    round_ = find_directed(request, slug, number)
    if request.POST.get("drawn", round_.pk) not in (round_.pk, str(round_.pk)):
        return redirect("draft", slug, number)  # the button was pressed twice: a new draft already exists
    asked = request.POST.get("sizes", "").split(",")
    sizes = tuple(int(size) for size in asked if size.isdecimal() and len(size) < 3) or None
    decided = request.POST.get(DECISIONS, "")
    if round_.state == Round.State.DRAFT:
        method, by = request.POST.get("method"), actor(request)
        if _attempt_draw(request, lambda: draw_draft_again(round_, by=by, method=method, sizes=sizes, decided=decided)):
            return redirect("desk-latest", slug)
        is_kept = Round.objects.filter(pk=round_.pk).exists()
        return redirect("draft", slug, number) if is_kept else redirect("draw", slug)
    if not attempt(request, lambda: rounds.drop_draft(round_, by=actor(request), decided=decided)):
        return redirect("desk", slug)
    return redirect("desk-latest" if _draw(request, round_.tournament) else "draw", slug)
