"""PDFs for printing, the same as those of the pages."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournaments.actions.rounds.draws.previews import preview_schedule
from tournaments.http import find_directed, find_season, find_tournament
from tournaments.models import DIRECTORS
from tournaments.paper import prints
from tournaments.paper.prints import PrintOut

from ..conditional import tagged
from ..formats import Json, Pdf
from ..queries import number_in_query
from ..resource import Resource
from .coming_rounds import SEED_PARAMETER
from .rounds import LARGEST_SEED
from .season_standings import AFTER
from .standings import AFTER_ROUND, shown_after
from .table_cards import Secrets

MEDIA_TYPE = "application/pdf"
returns_pdf = extend_schema(responses={(200, MEDIA_TYPE): {"type": "string", "contentMediaType": MEDIA_TYPE}})
"""Decorate a view whose operations return PDFs."""


def pdf_answer(made: PrintOut) -> HttpResponse:
    answer = tagged(made.content, MEDIA_TYPE)
    answer["Content-Disposition"] = f'inline; filename="{made.name}.pdf"'
    return answer


class Paper(Resource):
    """The base class of views of PDFs."""

    tag = "paper"
    renderer_classes = [Json, Pdf]


@returns_pdf
class SecretPaper(Paper, Secrets):
    """PDFs with codes and PINs."""

    def cards(self, request: Request, slug: str) -> HttpResponse:
        """The card of each table, with its QR code and short code; for directors."""
        return pdf_answer(prints.cards(find_tournament(request, slug, DIRECTORS)))

    def slips(self, request: Request, slug: str) -> HttpResponse:
        """A slip for each entry, with its PIN; for directors."""
        return pdf_answer(prints.slips(find_tournament(request, slug, DIRECTORS)))


@returns_pdf
class DirectorsPaper(Paper):
    """PDFs for directors."""

    read_by_all = False
    more_refusals = {"preview": frozenset({422})}

    def wall_list(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The seats by family name and by table; for directors, also for a draft."""
        return pdf_answer(prints.of_round(find_directed(request, slug, number), prints.WALL_LIST))

    def score_sheets(self, request: Request, slug: str, number: int) -> HttpResponse:
        """A score sheet for each table, with seats, room for each hand, and signatures; for directors."""
        return pdf_answer(prints.of_round(find_directed(request, slug, number), prints.SCORE_SHEETS))

    def everything(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The seats and the score sheets in one file; for directors."""
        return pdf_answer(prints.of_round(find_directed(request, slug, number), prints.EVERYTHING))

    def ahead(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The later rounds of the schedule of this round, by round and by name; for directors."""
        return pdf_answer(prints.ahead(find_directed(request, slug, number)))

    @extend_schema(parameters=[SEED_PARAMETER])
    def preview(self, request: Request, slug: str) -> HttpResponse:
        """All rounds that the next draw would make with this seed, by round and by name; for directors.

        409 `no_schedule` if the method draws one round at a time.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        found = preview_schedule(tournament, number_in_query(request, "seed", most=LARGEST_SEED))
        return pdf_answer(prints.schedule(tournament, found.rounds, found.number))

    def prizes(self, request: Request, slug: str) -> HttpResponse:
        """Each prize with its winners, last prize first; for directors. 404 if there are no prizes."""
        return pdf_answer(prints.prizes(find_tournament(request, slug, DIRECTORS), request.user))


@returns_pdf
class PublicPaper(Paper):
    """PDFs for everybody."""

    def standings(self, request: Request, slug: str) -> HttpResponse:
        """The latest full standings, for the wall; 404 before the first round is public."""
        return pdf_answer(prints.standings(find_tournament(request, slug), request.user))

    def why(self, request: Request, slug: str) -> HttpResponse:
        """The lines of each score, round by round, with reasons; 404 before the first round is public."""
        return pdf_answer(prints.why(find_tournament(request, slug), request.user))

    @extend_schema(parameters=[AFTER_ROUND])
    def teams(self, request: Request, slug: str) -> HttpResponse:
        """The latest full standings of the teams, or those after a given round; 404 without teams."""
        tournament = find_tournament(request, slug)
        shown = shown_after(request, tournament, number_in_query(request, "after_round"))
        return pdf_answer(prints.teams(tournament, request.user, shown))

    def stages(self, request: Request, slug: str) -> HttpResponse:
        """The overall standings of all stages; 404 without a result, or for a tournament with one stage."""
        return pdf_answer(prints.stages(find_tournament(request, slug), request.user))

    @extend_schema(parameters=[AFTER])
    def season(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the latest or another evening, for the wall; 404 before the first evening."""
        return pdf_answer(prints.season(find_season(request, slug), request.query_params.get("after")))
