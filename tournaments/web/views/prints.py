"""Print-outs as PDF: the directors' print-outs, and the standings for everybody."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.http import find_directed, find_tournament
from tournaments.models import DIRECTORS
from tournaments.paper import prints
from tournaments.paper.prints import PrintOut


def print_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The table cards as PDF, each with the table's number, a code to scan and a code to type."""
    return pdf(prints.cards(find_tournament(request, slug, DIRECTORS)))


def print_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """The slips of the entries as PDF, each with a name and a PIN."""
    return pdf(prints.slips(find_tournament(request, slug, DIRECTORS)))


def print_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The published standings as PDF."""
    return pdf(prints.standings(find_tournament(request, slug), request.user))


def print_why(request: HttpRequest, slug: str) -> HttpResponse:
    """The explanation of the scores in the published standings, as PDF."""
    return pdf(prints.why(find_tournament(request, slug), request.user))


def print_round(request: HttpRequest, slug: str, number: int, paper: str) -> HttpResponse:
    """The wall list of a round, its score sheets, or both, as PDF. Raise Http404 if `paper` is something else."""
    round_ = find_directed(request, slug, number)
    if paper not in prints.ROUND_PAPERS:
        raise Http404
    return pdf(prints.of_round(round_, paper))


def pdf(made: PrintOut) -> HttpResponse:
    """Return a print-out as a PDF response with its file name."""
    disposition = f'inline; filename="{made.name}.pdf"'
    return HttpResponse(made.content, "application/pdf", headers={"Content-Disposition": disposition})
