"""Tables of pages as CSV files. The files of public pages are the same for every user."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from tournaments.actions.core.spreadsheets import as_csv
from tournaments.actions.hands.tables import play_of, read_tables, without_results
from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.people.past_results import Played, entries_of
from tournaments.actions.seasons.champions import seasons_won
from tournaments.actions.setup.vp_tables import usable_vp_tables
from tournaments.actions.standings.why import given_in
from tournaments.actions.standings.winners import OVER, champions, played_in, years_of
from tournaments.http import find_club, find_entry, find_round, find_table, find_tournament, is_hidden
from tournaments.models import DIRECTORS, Player, Round, Tournament, leading
from tournaments.wording import words

from ..pictures.lines import picture_of_totals
from ..pictures.tournament_pictures import figures_of
from ..public import spreadsheets
from ..public.calendar import events
from .entries import score_parts
from .home import MAX_LISTED
from .tournaments import asked_for, published

MARK = "\ufeff"
"""The byte order mark by which spreadsheets recognise UTF-8."""


def csv_file(rows: spreadsheets.Rows, name: str) -> HttpResponse:
    """Return the rows as a CSV file with this name, in a format that spreadsheet programs open directly."""
    answer = HttpResponse(MARK + as_csv(rows, delimiter=";"), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def standings(request: HttpRequest, slug: str, after_round: int | None = None) -> HttpResponse:
    """The latest public standings; with `after_round`, the standings after this round."""
    tournament = find_tournament(request, slug)
    shown = asked_for(_as_nobody(request), tournament, after_round)
    context = published(tournament, shown, hidden=tournament.standings_hidden_after is not None)
    tail = "" if after_round is None else f"-{after_round}"
    return csv_file(spreadsheets.standings_rows(context), f"{tournament.slug}-standings{tail}")


def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a published round with their seats."""
    found = find_round(request, slug, number)
    hidden = _is_hidden(request, found)
    tables = read_tables(found.tables.order_by("number"))
    given = [] if hidden else given_in(found)
    return csv_file(
        spreadsheets.round_rows(found, tables, given, hidden=hidden), f"{found.tournament.slug}-round-{number}"
    )


def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The hands of a table; no rows if the results are hidden."""
    at = find_table(request, slug, number, table)
    play, tournament = play_of(at), at.round.tournament
    if _is_hidden(request, at.round):
        play = without_results(play)
    return csv_file(spreadsheets.hands_rows(play), f"{tournament.slug}-round-{number}-table-{table}")


def totals(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The total of each side after each hand of a table; no rows if the results are hidden."""
    at = find_table(request, slug, number, table)
    play, tournament = play_of(at), at.round.tournament
    if _is_hidden(request, at.round):
        play = without_results(play)
    picture = picture_of_totals(play)
    name = f"{tournament.slug}-round-{number}-table-{table}-totals"
    return csv_file([[*row] for row in (picture.columns, *picture.rows)], name)


def picture(request: HttpRequest, slug: str, picture: str) -> HttpResponse:
    """The figures of one of the tournament's charts, with all entries."""
    tournament = find_tournament(request, slug)
    found = figures_of(tournament, leading(tournament, tournament.standings_hidden_after), picture)
    if found is None:
        raise Http404
    return csv_file([[*row] for row in found], f"{tournament.slug}-{picture}")


def victory_points(request: HttpRequest, slug: str) -> HttpResponse:
    """The victory-point table of a tournament; only the headings if it has none."""
    tournament = find_tournament(request, slug)
    by_them = tournament.scoring.get("method") == "victory-points"
    limits = tournament.ranking_scoring.vp_limits if by_them else None
    return csv_file(spreadsheets.split_rows(limits), f"{tournament.slug}-victory-points")


def vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """A victory-point table that is built in or belongs to a club. Raise Http404 for an unknown name."""
    club = find_club(request, slug, DIRECTORS)
    limits = usable_vp_tables(club).get(table)
    if limits is None:
        raise Http404
    return csv_file(spreadsheets.split_rows(limits), f"{club.slug}-{table}")


def _is_hidden(request: HttpRequest, of: Round) -> bool:
    """Return whether the results of a round are hidden from the public. Raise Http404 for a draft."""
    if not of.is_public:
        raise Http404
    return is_hidden(_as_nobody(request), of)


def _as_nobody(request: HttpRequest) -> HttpRequest:
    """Return the request with an anonymous user, so that all users get the same file."""
    request.user = AnonymousUser()
    return request


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of the tournament."""
    tournament = find_tournament(request, slug)
    listed = in_list_order(tournament.entries.order_by("name"), tournament.club)
    return csv_file(spreadsheets.players_rows(listed), f"{tournament.slug}-players")


def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """An entry's rounds and penalties."""
    tournament = find_tournament(request, slug)
    found = find_entry(tournament, pk)
    parts = score_parts(tournament, found, leading(tournament, tournament.standings_hidden_after))
    title = words.score_title(tournament.rules, tournament.scoring)
    return csv_file(spreadsheets.entry_rows(parts, title), f"{tournament.slug}-player-{pk}")


def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's public tournaments with places. Raise Http404 if there are none."""
    found = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(found, "merge"):
        return redirect("player-csv", found.merge.into_id)
    entries = entries_of(_as_nobody(request).user, found)
    if not entries:
        raise Http404
    timezone.activate(found.club.time_zone)
    return csv_file(spreadsheets.history_rows(map(Played.of, entries)), f"player-{pk}")


def year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """The tournaments of a club in a year."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(AnonymousUser()).filter(club=club)
    if year not in [*years_of(listed), timezone.localdate().year]:
        raise Http404
    played = events(played_in(listed, year).with_last_round()[:MAX_LISTED])
    return csv_file(spreadsheets.played_rows(played), f"{club.slug}-{year}")


def all_champions(request: HttpRequest, slug: str) -> HttpResponse:
    """The champions of a club in the latest `MAX_LISTED` public tournaments."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(AnonymousUser()).filter(club=club, status__in=OVER)
    return csv_file(
        spreadsheets.champions_rows(champions(listed.latest_first()[:MAX_LISTED], seasons_won(club.seasons.all()))),
        f"{club.slug}-champions",
    )
