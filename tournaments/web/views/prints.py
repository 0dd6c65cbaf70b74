"""Print-outs for directors, and the standings for everybody, as PDF."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.http import find_directed, find_tournament
from tournaments.models import DIRECTORS
from tournaments.paper import prints
from tournaments.paper.prints import PrintOut


def print_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each table: its number, a code to scan and the same to type."""
    return pdf(prints.cards(find_tournament(request, slug, DIRECTORS)))


def print_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """A slip for each entry: its name and its PIN."""
    return pdf(prints.slips(find_tournament(request, slug, DIRECTORS)))


def print_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The published standings, for the wall."""
    return pdf(prints.standings(find_tournament(request, slug), request.user))


def print_why(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the PDF that explains the scores of the published standings."""
    return pdf(prints.why(find_tournament(request, slug), request.user))


def print_round(request: HttpRequest, slug: str, number: int, paper: str) -> HttpResponse:
    """The wall list of a round, its score sheets, or all that it needs on paper."""
    round_ = find_directed(request, slug, number)
    if paper not in prints.ROUND_PAPERS:
        raise Http404
    return pdf(prints.of_round(round_, paper))


def pdf(made: PrintOut) -> HttpResponse:
    """The answer with a print-out, under its name where it is kept."""
    disposition = f'inline; filename="{made.name}.pdf"'
    return HttpResponse(made.content, "application/pdf", headers={"Content-Disposition": disposition})
