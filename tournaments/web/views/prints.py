"""What a director prints, and the standings that anybody may, as PDF."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.at_table import keys
from tournaments.actions.tables import read_tables
from tournaments.http import find_directed, find_tournament
from tournaments.models import DIRECTORS, Entry, Leading, Tournament, leading
from tournaments.web import words
from tournaments.web.phone_address import leads_nowhere
from tournaments.web.views.at_table.table_cards import slips_of, table_numbers


def print_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each table: its number, a code to scan and the same to type."""
    from tournaments.web.paper.table_cards import TableCards  # what makes PDF is long to load and seldom needed

    tournament = find_tournament(request, slug, DIRECTORS)
    address = settings.TAVOLO_URL.rstrip("/") + reverse("at-table", args=[tournament.slug])
    paper = TableCards(tournament=tournament, address=address, leads_nowhere=leads_nowhere(settings.TAVOLO_URL))
    made = paper.pdf(keys.cards(tournament, table_numbers(tournament)))
    return pdf(made, f"{tournament.slug}-cards")


def print_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """A slip for each entry: its name and its PIN."""
    from tournaments.web.paper.table_cards import seat_slips

    tournament = find_tournament(request, slug, DIRECTORS)
    made = seat_slips(slips_of(tournament), tournament, note=seal(tournament))
    return pdf(made, f"{tournament.slug}-slips")


def print_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The published standings, for the wall."""
    from tournaments.web.paper.lists import standings_paper

    tournament = find_tournament(request, slug)
    made = standings_paper(_shown(request, tournament), tournament, note=seal(tournament))
    return pdf(made, f"{tournament.slug}-standings")


def print_why(request: HttpRequest, slug: str) -> HttpResponse:
    """What makes up the scores of the published standings, with the reasons."""
    from tournaments.web.paper.why import why_paper

    tournament = find_tournament(request, slug)
    made = why_paper(_shown(request, tournament), tournament, note=seal(tournament))
    return pdf(made, f"{tournament.slug}-why")


def _shown(request: HttpRequest, tournament: Tournament) -> Leading:
    """The standings that lead, and those of a round in play."""
    shown = leading(tournament, tournament.hidden_after(request.user))
    if shown.latest is None or not shown.latest.after_round:
        raise Http404
    return shown


def print_round(request: HttpRequest, slug: str, number: int, paper: str) -> HttpResponse:
    """The wall list of a round, its score sheets, or all that it needs on paper."""
    from tournaments.web.paper.lists import PAPERS, round_paper

    round_ = find_directed(request, slug, number)
    if paper not in PAPERS:
        raise Http404
    tables = read_tables(round_.tournament, round_.tables.order_by("number"))
    out = Entry.objects.filter(sit_outs__round=round_)
    made = round_paper(paper, round_, tables, out, note=seal(round_.tournament))
    return pdf(made, f"{round_.tournament.slug}-{number}-{paper}")


def seal(tournament: Tournament) -> str:
    """What tells on which state of the ledger a print-out rests."""
    return _("Ledger: %(seal)s") % {"seal": words.seal(tournament.ledger_head)}


def pdf(content: bytes, name: str) -> HttpResponse:
    """The answer with a PDF, under this name where it is kept."""
    disposition = f'inline; filename="{name}.pdf"'
    return HttpResponse(content, "application/pdf", headers={"Content-Disposition": disposition})
