"""The rounds of a schedule before they are played, and a preview before the first round is drawn."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.bidi import marked
from tournaments.actions.rounds.draws.drafts import choose_seed
from tournaments.actions.rounds.draws.previews import preview_schedule
from tournaments.actions.rounds.draws.records import drawn_with
from tournaments.actions.rounds.draws.report_text import preview_sentences
from tournaments.http import find_directed, find_tournament
from tournaments.models import DIRECTORS
from tournaments.paper import prints
from tournaments.paper.schedule import coming_rounds, seed_in

from ..requests.access import frame
from .prints import pdf


def ahead(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The later rounds of a schedule that were drawn together with this round."""
    round_ = find_directed(request, slug, number)
    coming = coming_rounds(round_.tournament, drawn_with(round_), first=number)
    context = {**frame(request, round_.tournament, "desk"), "round": round_, "coming": coming}
    return render(request, "draft/ahead.html", context)


def print_ahead(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The later rounds of a schedule that were drawn together with this round, as PDF."""
    return pdf(prints.ahead(find_directed(request, slug, number)))


def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds that the seed in the URL would draw. Without a seed, redirect to a URL with a seed."""
    tournament = find_tournament(request, slug, DIRECTORS)
    seed = seed_in(request.GET)
    if seed is None:
        return redirect(f"{reverse('preview-rounds', args=[slug])}?seed={choose_seed(tournament)}")
    found = preview_schedule(tournament, seed)
    names = {pk: marked(name) for pk, name in tournament.entries.values_list("pk", "name")}
    context = {
        **frame(request, tournament, "desk"),
        "preview": found,
        "coming": coming_rounds(tournament, found.rounds, first=found.number),
        "draw_report": preview_sentences(found.report, names),
    }
    return render(request, "draft/preview.html", context)


def print_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds that the seed in the URL would draw, as PDF."""
    tournament = find_tournament(request, slug, DIRECTORS)
    found = preview_schedule(tournament, seed_in(request.GET))
    return pdf(prints.schedule(tournament, found.rounds, found.number))
