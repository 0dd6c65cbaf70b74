"""A season as PDF, calendar, picture and frame for the club's own site; each is the same for every reader."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.http import find_season
from tournaments.models import Season, Tournament
from tournaments.paper import prints
from tournaments.wording.season_rows import progress

from ..public.link_previews import poster_rows_of
from ..public.posters import Poster
from .prints import pdf
from .seasons import published_document
from .syndication import FIRST_ROWS, calendar_file, picture_file, theme_in


def print_season(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest published standings as PDF; with `after`, the standings after this evening."""
    return pdf(prints.season(find_season(request, slug), request.GET.get("after")))


def season_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar of a season's evenings, in the club's language."""
    season = find_season(request, slug)
    evenings = Tournament.objects.filter(season_evenings__season=season)
    return calendar_file(season.club, season.name, evenings, season.slug)


def season_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview picture of a season with its top three, in the club's language."""
    season = find_season(request, slug)
    with translation.override(season.club.language):
        return picture_file(season_poster(season))


def season_poster(season: Season) -> Poster:
    """Return the content of a season's preview picture."""
    document = published_document(season)
    return Poster(season.club.name, season.name, poster_rows_of(document["rows"]), progress(document))


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types forget the parts of an address
def season_frame(request: HttpRequest, slug: str) -> HttpResponse:
    """The first rows of a season's standings in the club's language, as a frame for the club's own site."""
    season = find_season(request, slug)
    with translation.override(season.club.language):
        document = published_document(season)
        about = {"season": season, "club": season.club, "theme": theme_in(request), "progress": progress(document)}
        rows = document["rows"]
        return render(request, "embed/season.html", {**about, "rows": rows[:FIRST_ROWS], "more": rows[FIRST_ROWS:]})
