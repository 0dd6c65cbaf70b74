"""The print-outs for pages and API, each as PDF with its file name.

The PDF library loads slowly and is seldom needed, so it is imported only when it is used.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.at_table import keys
from tournaments.actions.at_table.club_cards import club_cards as cards_of_club
from tournaments.actions.hands.tables import read_tables
from tournaments.actions.people.family_names import in_list_order, sharing_names
from tournaments.actions.rounds.draws.records import drawn_with
from tournaments.actions.seasons.standing import published
from tournaments.actions.stages.order import order_over_all, stages_of
from tournaments.actions.standings.teams import read_team_standings
from tournaments.models import Club, Round, Season, ShownStandings, Tournament, User, leading
from tournaments.wording import words
from tournaments.wording.prizes_shown import prizes_shown
from tournaments.wording.stage_words import state_of_order
from tournaments.wording.standing_states import state_of

from .phone_address import is_unreachable
from .schedule import coming_rounds

WALL_LIST, SCORE_SHEETS, EVERYTHING = ROUND_PAPERS = ("wall-list", "score-sheets", "everything")


@dataclass(frozen=True, slots=True)
class PrintOut:
    """A PDF and the name of its file, without the extension."""

    content: bytes
    name: str


def cards(tournament: Tournament) -> PrintOut:
    """Return a card for each table, with its number, a QR code, and a short code to type."""
    from .table_cards import TableCards, no_cards

    paper = TableCards(
        club=tournament.club,
        tournament=tournament.name,
        address=_address("at-table", tournament.slug),
        is_unreachable=is_unreachable(settings.TAVOLO_URL),
    )
    found = keys.cards(tournament, keys.table_numbers(tournament))
    made = paper.pdf(found) if found else no_cards(tournament)
    return PrintOut(made, f"{tournament.slug}-cards")


def club_cards(club: Club, tables: int) -> PrintOut:
    """Return cards for a club's tables; they open the tournament in play there."""
    from .table_cards import TableCards

    address = _address("at-club-table", club.slug)
    paper = TableCards(club=club, address=address, is_unreachable=is_unreachable(settings.TAVOLO_URL))
    return PrintOut(paper.pdf(cards_of_club(club, range(1, tables + 1))), f"{club.slug}-cards")


def _address(name: str, slug: str) -> str:
    return settings.TAVOLO_URL.rstrip("/") + reverse(name, args=[slug])


def slips(tournament: Tournament) -> PrintOut:
    """Return a slip with name and PIN for each entry, and for each guest who sits in for a player."""
    from .table_cards import seat_slips

    made = seat_slips(dict.fromkeys(_pins(tournament)), tournament, note=seal(tournament))
    return PrintOut(made, f"{tournament.slug}-slips")


def _pins(tournament: Tournament) -> Iterator[tuple[str, str]]:
    entries = in_list_order(tournament.entries.with_players().order_by("name"), tournament.club)
    shared = sharing_names(entries)
    for entry in entries:
        yield f"{entry.number} {entry.name}" if entry.pk in shared else entry.name, keys.pin(entry)
    for seat, pin in keys.guest_pins(tournament):
        yield seat.sitting_name, pin


def standings(tournament: Tournament, reader: User | AnonymousUser) -> PrintOut:
    """Return the latest full standings, for the wall. Raises Http404 if there are none yet."""
    from .lists import standings_paper

    hidden = tournament.hidden_after(reader) is not None
    made = standings_paper(_shown(tournament, reader), tournament, hidden=hidden, note=seal(tournament))
    return PrintOut(made, f"{tournament.slug}-standings")


def why(tournament: Tournament, reader: User | AnonymousUser) -> PrintOut:
    """Return the explanation of all scores in the published standings. Raises Http404 if there are none yet."""
    from .why import why_paper

    made = why_paper(_shown(tournament, reader), tournament, note=seal(tournament))
    return PrintOut(made, f"{tournament.slug}-why")


def prizes(tournament: Tournament, reader: User | AnonymousUser) -> PrintOut:
    """Return the sheet for the prize giving. Raises Http404 if there are no prizes."""
    from .prizes import prizes_paper

    given = prizes_shown(tournament, reader)
    if not given.won:
        raise Http404
    return PrintOut(prizes_paper(tournament, given, note=seal(tournament)), f"{tournament.slug}-prizes")


def teams(tournament: Tournament, reader: User | AnonymousUser, shown: ShownStandings) -> PrintOut:
    """Return the standings of the teams by the standings `shown`. Raises Http404 without teams."""
    from .further_standings import teams_paper

    standings = read_team_standings(tournament, shown)
    if not standings.rows:
        raise Http404
    state = state_of(tournament, shown, hidden=tournament.hidden_after(reader) is not None)
    made = teams_paper(tournament, standings, state=state.text, note=seal(tournament))
    return PrintOut(made, f"{tournament.slug}-teams")


def _shown(tournament: Tournament, reader: User | AnonymousUser) -> ShownStandings:
    """Return the standings that this reader may see. Raises Http404 if there are none yet."""
    shown = leading(tournament, tournament.hidden_after(reader))
    if shown.latest is None or not shown.latest.after_round:
        raise Http404
    return shown


def season(found: Season, after: str | None = None) -> PrintOut:
    """Return the published standings of a season: the latest, or after this evening.

    Raises Http404 if there are none.
    """
    from .further_standings import season_paper

    document = json.loads(published(found, after) or b"{}")
    last = Tournament.objects.filter(slug=document.get("after")).first()
    if last is None:
        raise Http404
    return PrintOut(season_paper(found, document, last, note=_seal(found.log_head)), f"{found.slug}-standings")


def stages(tournament: Tournament, reader: User | AnonymousUser) -> PrintOut:
    """Return the overall standings of all stages. Raises Http404 without a result, or if there is one stage."""
    from .further_standings import stages_paper

    listed = stages_of(tournament, reader)
    order = order_over_all(listed, reader)
    if not order:
        raise Http404
    made = stages_paper(tournament, listed, order, state=state_of_order(listed), note=seal(tournament))
    return PrintOut(made, f"{tournament.slug}-stages")


def of_round(round_: Round, paper: str) -> PrintOut:
    """Return a print-out of a round: the wall list, the score sheets, or both in one file."""
    from .lists import round_paper

    tournament = round_.tournament
    tables = read_tables(round_.tables.order_by("number"))
    out = round_.sit_outs.select_related("entry").order_by("entry__number")
    made = round_paper(paper, round_, tables, out, note=seal(tournament))
    return PrintOut(made, f"{tournament.slug}-{round_.number}-{paper}")


def ahead(round_: Round) -> PrintOut:
    """Return the rounds that were drawn together with this one, as a schedule."""
    return schedule(round_.tournament, drawn_with(round_), round_.number)


def schedule(tournament: Tournament, rounds: Sequence[Mapping[str, Any]], first: int) -> PrintOut:
    """Return the rounds of a schedule, numbered from `first`."""
    from .schedule import schedule_paper

    coming = coming_rounds(tournament, rounds, first=first)
    return PrintOut(schedule_paper(tournament, coming, note=seal(tournament)), f"{tournament.slug}-rounds")


def seal(tournament: Tournament) -> str:
    """Return the text that shows to which state of the ledger a print-out belongs."""
    return _seal(tournament.ledger_head)


def _seal(head: str) -> str:
    return _("Ledger: %(seal)s") % {"seal": words.seal(head)}
