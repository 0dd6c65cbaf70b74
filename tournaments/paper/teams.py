"""The print-out of the standings of teams."""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.standings.teams import TeamStandings
from tournaments.models import Tournament
from tournaments.wording.team_words import MemberLine, TeamLine, sum_title, team_lines, team_rules
from tournaments.wording.words import figure

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

PLACE, SUM = 18 * mm, 30 * mm


def teams_paper(tournament: Tournament, standings: TeamStandings, *, state: str, note: str) -> bytes:
    """Return the PDF of the standings of teams; under each team are its players."""
    title = _("Standings of the teams")
    round_ = tournament.rounds.filter(number=standings.after_round).first()
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament, round_), note=note)
    lines = team_lines(standings)
    parts = [
        text(state, style(9, bold=True)),
        text(" ".join(team_rules(standings.teams)), style(9, soft=True)),
        Spacer(0, 2 * mm),
        grid(
            [_("Place"), _("Team"), sum_title(tournament, standings.teams)],
            [["–" if team.place is None else str(team.place), team.name, figure(team.total or "–")] for team in lines],
            widths=[PLACE, sheet.width - PLACE - SUM, SUM],
            numbers=[0, 2],
            bold=[0, 2],
            below=[_players(team, standings.teams.adds) for team in lines],
        ),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _players(team: TeamLine, adds: str) -> str:
    """Return the players of a team with the places or scores that are added.

    Those that do not count are in brackets.
    """
    return ", ".join(text if each.counts else f"({text})" for each in team.members for text in [_player(each, adds)])


def _player(player: MemberLine, adds: str) -> str:
    result = player.place if adds == "places" else player.score
    return player.name if result is None else f"{player.name} {figure(str(result))}"
